import type { BookingScope } from "../../../core/mod.ts";
import {
  decideHold,
  type HoldContext,
  type HoldRequest,
  isHeldBy,
  type Ports,
  slotOf,
} from "../../../core/ports.ts";
import type { KeptHold, Memory } from "./memory.ts";
import { of, requireOpen, scopeKey } from "./rows.ts";
import { isWithin, takenIn } from "./taken_slots.ts";

/** Returns the holds of a scope that have not ended. */
export function liveHolds(
  { holds }: Memory,
  { organizationId, environment }: BookingScope,
  now: Temporal.Instant,
): KeptHold[] {
  return holds.filter((one) =>
    one.organizationId === organizationId && one.environment === environment &&
    Temporal.Instant.compare(one.expiresAt, now) > 0
  );
}

/** The holds in memory. */
export function holdsIn(memory: Memory): Ports["holds"] {
  return {
    find: async (scope, { id, holder, now }) =>
      liveHolds(memory, scope, now).find((one) => one.id === id && isHeldBy(one, holder)),
    async times(scope, { departmentId, from, to, now }) {
      const span = { from: from.toPlainDateTime(), to: to.add({ days: 1 }).toPlainDateTime() };
      return liveHolds(memory, scope, now).filter((one) =>
        (departmentId === null || one.departmentId === departmentId) && isWithin(span, one.dateTime)
      );
    },
  };
}

/** The holds of the booking gate in memory. */
export function holdsAtGate(
  memory: Memory,
  clock: Ports["now"],
): Pick<Ports["gate"], "hold" | "releaseHold"> {
  return {
    async hold(scope, request) {
      requireOpen(memory, scope);
      const verdict = decideHold(contextOf(memory, scope, { request, now: clock() }), request);
      if (verdict.kind === "replayed") return { hold: verdict.hold, isReplay: true };
      const hold = { ...verdict.hold, id: memory.holds.length + 1 };
      memory.holds.push({ ...hold, claim: request.idempotency });
      return { hold, isReplay: false };
    },
    async releaseHold(scope, { id, holder }) {
      requireOpen(memory, scope);
      const isLive = liveHolds(memory, scope, clock())
        .some((one) => one.id === id && isHeldBy(one, holder));
      if (isLive) endHold(memory, scope, id);
      return isLive;
    },
  };
}

/** Ends a hold that was released or used. */
export function endHold({ holds }: Memory, scope: BookingScope, id: number): void {
  for (const hold of holds) {
    if (scopeKey(hold) === scopeKey(scope) && hold.id === id) hold.expiresAt = hold.createdAt;
  }
}

function contextOf(
  memory: Memory,
  scope: BookingScope,
  { request, now }: { request: HoldRequest; now: Temporal.Instant },
): HoldContext {
  const { organizationId } = scope;
  const department = of(memory.departments, organizationId)
    .find(({ id }) => id === request.departmentId);
  const slot = department && slotOf(request.dateTime, department);
  const live = liveHolds(memory, scope, now);
  const { claim, ...hold } =
    live.find((one) =>
      one.claim?.key === request.idempotency?.key && isHeldBy(one, request.holder)
    ) ?? { claim: null };
  return {
    ...scope,
    timeZone: memory.organizations.find(({ id }) => id === organizationId)!.timeZone,
    now,
    department,
    workers: of(memory.workers, organizationId),
    occupancy: slot
      ? takenIn(memory, scope, { departmentId: request.departmentId, slot, now })
      : { places: [], workerIds: [] },
    heldByKey: live.filter((one) => isHeldBy(one, request.holder)).length,
    heldOnDate: live.filter(({ departmentId, dateTime }) =>
      departmentId === request.departmentId &&
      dateTime.toPlainDate().equals(request.dateTime.toPlainDate())
    ).length,
    earlier: claim ? { fingerprint: claim.fingerprint, hold: hold as KeptHold } : null,
  };
}
