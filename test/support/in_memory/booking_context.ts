import {
  type Appointment,
  type BookingRequest,
  type BookingScope,
  type ChangeContext,
  type Department,
  type RememberedBooking,
  slotKey,
  slotOf,
  statusActions,
} from "../../../core/mod.ts";
import { type ChangeRequest, idempotencyHours, spendingKey } from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { handoversIn, of, scopeKey } from "./rows.ts";
import { takenIn } from "./taken_slots.ts";
import { subscriptionsIn } from "./webhooks.ts";

/** Returns everything that the decision about a booking reads. */
export function bookingContextOf(
  memory: Memory,
  scope: BookingScope,
  { request, now }: { request: BookingRequest; now: Temporal.Instant },
) {
  const { organizationId } = scope;
  const departments = new Map(of(memory.departments, organizationId).map((one) => [one.id, one]));
  const department = departments.get(request.departmentId);
  const slot = department && slotOf(request.dateTime, department);
  const taken = slot
    ? takenIn(memory, scope, { departmentId: department.id, slot, now })
    : undefined;
  const key = request.idempotency?.key;
  const remembered = key === undefined ? undefined : rememberedIn(memory, scope, { key, now });
  return {
    ...scope,
    timeZone: memory.organizations.find(({ id }) => id === organizationId)!.timeZone,
    now,
    monotonicMs: performance.now(),
    balance: memory.balances.get(scopeKey(scope))!,
    lowCreditThreshold: lowCreditThresholdIn(memory, scope),
    departments,
    workers: of(memory.workers, organizationId),
    occupancy: new Map(slot && taken ? [[slotKey(department.id, slot), taken]] : []),
    remembered: new Map(remembered ? [[key!, remembered]] : []),
    spending: new Map(
      of(memory.keySpending, organizationId).map((row) => [spendingKey(row), row.credits]),
    ),
    appointmentIds: [memory.appointments.length + 1],
    subscriptions: subscriptionsIn(memory, scope),
  };
}

/** Returns everything that the decision about a change reads. */
export function changeContextOf(
  memory: Memory,
  scope: BookingScope,
  { appointment, moveTo, idempotencyKey, readsLegalHolds, readsHandovers, now }:
    & Omit<ChangeRequest, "id" | "actor">
    & {
      appointment: Appointment;
      now: Temporal.Instant;
    },
): ChangeContext {
  const { organizationId } = scope;
  const department = memory.departments.find(({ id }) => id === appointment.departmentId)!;
  const without = {
    ...memory,
    appointments: memory.appointments.filter((one) => one !== appointment),
  };
  const others = (time: Temporal.PlainDateTime, of: Department) =>
    takenIn(without, scope, { departmentId: of.id, slot: slotOf(time, of), now });
  const targetId = moveTo?.departmentId ?? department.id;
  const target = of(memory.departments, organizationId).find(({ id }) => id === targetId);
  const nothing = { places: [], workerIds: [] };
  return {
    ...scope,
    timeZone: memory.organizations.find(({ id }) => id === organizationId)!.timeZone,
    now,
    balance: memory.balances.get(scopeKey(scope))!,
    lowCreditThreshold: lowCreditThresholdIn(memory, scope),
    // A copy: the memory changes this one after the decision.
    appointment: { ...appointment },
    lastMove: lastMoveIn(memory, appointment),
    arrivalMinutes: memory.queueRules.get(department.id)?.arrivalMinutes ?? null,
    department,
    workers: of(memory.workers, organizationId),
    others: others(appointment.dateTime, department),
    target: moveTo
      ? {
        department: target,
        workers: of(memory.workers, organizationId),
        others: target ? others(moveTo.dateTime, target) : nothing,
      }
      : null,
    legalHolds: readsLegalHolds
      ? memory.legalHolds.filter((one) => scopeKey(one) === scopeKey(scope))
      : [],
    handovers: readsHandovers ? handoversIn(memory, { ...scope, id: appointment.id }) : 0,
    remembered: idempotencyKey === undefined
      ? null
      : rememberedIn(memory, scope, { key: idempotencyKey, now }) ?? null,
    subscriptions: subscriptionsIn(memory, scope),
  };
}

function lowCreditThresholdIn(
  { organizations }: Memory,
  { organizationId, environment }: BookingScope,
): number | null {
  if (environment === "TEST") return null;
  return organizations.find(({ id }) => id === organizationId)!.lowCreditThreshold;
}

/** Returns the stored answer of a key that is younger than 24 hours. */
function rememberedIn(
  memory: Memory,
  scope: BookingScope,
  { key, now }: { key: string; now: Temporal.Instant },
): RememberedBooking | undefined {
  const remembered = memory.remembered.get(rememberedKey(scope, key));
  const oldest = now.subtract({ hours: idempotencyHours });
  return remembered && Temporal.Instant.compare(remembered.at, oldest) > 0 ? remembered : undefined;
}

function lastMoveIn({ audit }: Memory, { organizationId, id }: Appointment) {
  const actions: readonly string[] = statusActions;
  const moves = audit.filter((record) =>
    record.organizationId === organizationId && record.subjectId === id &&
    actions.includes(record.action)
  );
  return moves.at(-1) ?? null;
}

/** Returns the key of a booking in `memory.remembered`. */
export function rememberedKey(scope: BookingScope, key: string): string {
  return `${scopeKey(scope)} ${key}`;
}
