import {
  decideJoin,
  type KeyHolder,
  type Ports,
  type SeenEntry,
  type WaitlistEntry,
} from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { of, record, requireOpen, scopeKey } from "./rows.ts";

/** The waiting list in memory. Only Postgres makes offers. */
export function waitlistIn({ waitlist }: Memory): Ports["waitlist"] {
  return {
    find: async (scope, { id, holder }) =>
      waitlist.filter((one) => scopeKey(one) === scopeKey(scope) && one.id === id)
        .filter((one) => isOf(one, holder)).map(seen)[0],
    list: async (scope, { holder, departmentIds, externalUserId, states, after, max }) => ({
      entries: waitlist.filter((one) =>
        scopeKey(one) === scopeKey(scope) && isOf(one, holder) && one.id > after &&
        (departmentIds === null || departmentIds.includes(one.departmentId)) &&
        (externalUserId === null || one.externalUserId === externalUserId) &&
        states.includes(one.state)
      ).slice(0, max).map(seen),
      readUpTo: null,
    }),
    sums: async (scope, { departmentIds, from }) => ({
      joined:
        waitlist.filter((one) =>
          scopeKey(one) === scopeKey(scope) && Temporal.Instant.compare(one.createdAt, from) >= 0 &&
          (departmentIds === null || departmentIds.includes(one.departmentId))
        ).length,
      offered: 0,
      accepted: 0,
      declined: 0,
      expired: 0,
      medianMinutes: null,
    }),
  };
}

/** The waiting list of the booking gate in memory. */
export function waitlistAtGate(
  memory: Memory,
  clock: Ports["now"],
): Pick<Ports["gate"], "joinWaitlist" | "leaveWaitlist"> {
  const { waitlist } = memory;
  const inScope = (scope: Parameters<typeof scopeKey>[0]) =>
    waitlist.filter((one) => scopeKey(one) === scopeKey(scope));
  return {
    async joinWaitlist(scope, request) {
      requireOpen(memory, scope);
      const { organizationId } = scope;
      const earlier = inScope(scope).find((one) =>
        request.idempotency && one.idempotency?.key === request.idempotency.key &&
        isOf(one, request.holder)
      );
      const verdict = decideJoin({
        ...scope,
        department: of(memory.departments, organizationId)
          .find(({ id }) => id === request.departmentId),
        workers: of(memory.workers, organizationId),
        timeZone: memory.organizations.find(({ id }) => id === organizationId)!.timeZone,
        now: clock(),
        waiting: inScope(scope).filter(({ departmentId, state }) =>
          departmentId === request.departmentId && state === "WAITING"
        ).length,
        earlier: earlier?.idempotency ?? null,
      }, request);
      if (verdict === "replayed") return { entry: seen(earlier!), isReplay: true };
      const entry: WaitlistEntry = {
        ...request,
        ...scope,
        id: waitlist.length + 1,
        state: "WAITING",
        appointmentId: null,
        createdAt: clock(),
      };
      waitlist.push(entry);
      return { entry: seen(entry), isReplay: false };
    },
    async leaveWaitlist(scope, { id, holder, departmentIds, audit }) {
      requireOpen(memory, scope);
      const entry = inScope(scope).find((one) =>
        one.id === id && isOf(one, holder) && one.state === "WAITING" &&
        (departmentIds === undefined || departmentIds.includes(one.departmentId))
      );
      if (!entry) return false;
      entry.state = "CANCELLED";
      record(memory, audit?.({ departmentId: entry.departmentId, at: clock() }) ?? null);
      return true;
    },
  };
}

function isOf(entry: WaitlistEntry, holder: KeyHolder | null): boolean {
  return holder === null || entry.holder.lineageId === holder.lineageId;
}

function seen(entry: WaitlistEntry): SeenEntry {
  return { ...entry, offer: null };
}
