import { durationMs, type UsageEntry, type UsageOfBooking } from "../usage/usage_entry.ts";
import { DomainError } from "../errors.ts";
import {
  checkSlot,
  checkWorker,
  createWorkersAt,
  firstFreePlace,
  requireBookable,
} from "./admission.ts";
import type { Appointment } from "./appointment.ts";
import type { HeldPlace, SlotOccupancy } from "../departments/availability.ts";
import type { BookingContext, BookingRequest, BookingVerdict } from "./booking_gate.ts";
import {
  type IdempotencyClaim,
  type RememberedBooking,
  requireSameRequest,
} from "./idempotency.ts";
import { auditOfBooking } from "./appointment_change.ts";
import { type KeySpending, spendingKey, spendWithinCap } from "./daily_cap.ts";
import { NotConfirmedError } from "./confirmation.ts";
import { CreditEntry } from "../credits/credit_entry.ts";
import type { Department } from "../departments/department.ts";
import { type Slot, slotKey, slotOf } from "../departments/slot.ts";
import { toAppointmentView } from "./appointment_views.ts";
import { anyFreeWorker, takesAnyWorker } from "./desk_rules.ts";
import { takeHold } from "./hold.ts";
import { withStaffWindow } from "../departments/desk_slots.ts";
import { say } from "../messages.ts";

/**
 * Decides a batch of requests of one organization and environment, in order of arrival. Each request sees the bookings
 * of the requests before it. Pure: the same context and requests give the same verdicts. The order of the checks is a
 * rule of the contract: idempotency, department, hold, worker, credits, slot (core/booking/README.md 1).
 */
export function decideBookings(
  context: BookingContext,
  requests: readonly BookingRequest[],
): BookingVerdict[] {
  const batch: Batch = {
    context,
    workersAt: createWorkersAt(context.workers),
    balance: context.balance,
    occupancy: new Map(
      context.occupancy.entries().map(([key, { places, workerIds, holds = [] }]) =>
        [key, { places: [...places], workerIds: [...workerIds], holds }] as const
      ),
    ),
    remembered: new Map(context.remembered),
    spending: new Map(context.spending),
    ids: context.appointmentIds.values(),
  };
  return requests.map((request) => {
    try {
      return decide(batch, request);
    } catch (error) {
      if (error instanceof DomainError) return { kind: "refused", error };
      throw error;
    }
  });
}

interface Batch {
  context: BookingContext;
  workersAt: ReturnType<typeof createWorkersAt>;
  balance: number;
  occupancy: Map<string, SlotOccupancy>;
  remembered: Map<string, RememberedBooking>;
  spending: Map<string, number>;
  ids: Iterator<number>;
}

function decide(batch: Batch, request: BookingRequest): BookingVerdict {
  if (batch.context.unconfirmed.has(request)) throw new NotConfirmedError();
  const replay = replayed(batch, request.idempotency);
  if (replay) return replay;
  const { timeZone, now } = batch.context;
  const department = batch.context.departments.get(request.departmentId);
  requireBookable(department);
  const activeWorkers = batch.workersAt(department.id, request.dateTime);
  const slot = slotOf(request.dateTime, department);
  const { occupancy, hold } = takeHold(occupancyOf(batch, department.id, slot), request);
  const takesAny = takesAnyWorker(request, department);
  const wantedWorkerId = request.workerId ?? hold?.workerId ?? null;
  if (!takesAny) {
    checkWorker(wantedWorkerId, { ...request, department, activeWorkers, occupancy });
  }
  if (batch.balance < 1) {
    throw new DomainError(
      "INSUFFICIENT_CREDITS",
      say("noCredits"),
    );
  }
  const spent = request.dailyCap
    ? spendWithinCap(request.dailyCap, { ...batch.context, spending: batch.spending })
    : null;
  const { dateTime, desk } = request;
  const here = desk ? withStaffWindow(department, slot, { ...desk, timeZone, now }) : department;
  const input = { department: here, dateTime, timeZone, now, occupancy, activeWorkers };
  checkSlot(input);
  const id = batch.ids.next().value!;
  const workerId = takesAny ? anyFreeWorker(id, input) : wantedWorkerId;
  // The hold ends with the booking.
  batch.occupancy.set(slotKey(department.id, slot), occupancy);
  return book(batch, { ...request, id, workerId }, { department, slot, occupancy, hold, spent });
}

function replayed(batch: Batch, claim: IdempotencyClaim | null): BookingVerdict | undefined {
  const remembered = claim && batch.remembered.get(claim.key);
  if (!remembered) return undefined;
  requireSameRequest(remembered, claim);
  return { kind: "replayed", answer: remembered.answer };
}

function occupancyOf(batch: Batch, departmentId: number, slot: Slot): SlotOccupancy {
  const key = slotKey(departmentId, slot);
  let occupancy = batch.occupancy.get(key);
  if (!occupancy) {
    occupancy = { places: [], workerIds: [] };
    batch.occupancy.set(key, occupancy);
  }
  return occupancy;
}

function book(
  batch: Batch,
  {
    id,
    holdId: _hold,
    holder: _holder,
    isConfirmed: _confirmed,
    dailyCap: _cap,
    desk,
    idempotency,
    actor,
    usage: call,
    ...requested
  }:
    & BookingRequest
    & { id: number },
  { department, slot, occupancy, hold, spent }: {
    department: Department;
    slot: Slot;
    occupancy: SlotOccupancy;
    hold: HeldPlace | null;
    spent: KeySpending | null;
  },
): BookingVerdict {
  const { organizationId, environment, timeZone, now } = batch.context;
  const appointment: Appointment = {
    ...requested,
    id,
    organizationId,
    environment,
    slotStart: slot.start,
    slotMinutes: slot.minutes,
    place: firstFreePlace(occupancy.places),
    slotCapacity: department.slotCapacity,
    status: "SCHEDULED",
    workerIsExclusive: department.showAdminsInBooking,
    createdAt: now,
    archivedAt: null,
    cancelReason: null,
  };
  occupancy.places.push(appointment.place);
  if (appointment.workerId !== null) occupancy.workerIds.push(appointment.workerId);
  batch.balance -= 1;
  if (spent) {
    const key = spendingKey(spent);
    batch.spending.set(key, (batch.spending.get(key) ?? 0) + spent.credits);
  }
  const creditEntry = new CreditEntry({
    organizationId,
    environment,
    kind: "CONSUMED",
    amount: -1,
    balanceAfter: batch.balance,
    appointmentId: appointment.id,
    note: "",
    createdAt: now,
  });
  const answer = toAppointmentView({ ...appointment, departmentName: department.name }, timeZone);
  if (idempotency) {
    batch.remembered.set(idempotency.key, { fingerprint: idempotency.fingerprint, answer });
  }
  const usage = call && usageUntil(batch.context.monotonicMs, call);
  const audit = auditOfBooking(appointment, { actor, overrideReason: desk?.overrideReason });
  return {
    kind: "booked",
    appointment,
    creditEntry,
    usage,
    audit,
    idempotency,
    answer,
    usedHold: hold,
    spent,
  };
}

function usageUntil(endedAtMs: number, { startedAtMs, ...call }: UsageOfBooking): UsageEntry {
  return { ...call, responseTimeMs: durationMs(startedAtMs, endedAtMs) };
}
