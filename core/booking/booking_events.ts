import { activeWorkersOf, createWorkersAt } from "./admission.ts";
import { createAbsencesOn } from "../departments/absence.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import type { Appointment } from "./appointment.ts";
import type { ActiveWorker } from "../departments/absence.ts";
import {
  evaluateSlot,
  type HeldPlace,
  isSameVerdict,
  type SlotInput,
  type SlotOccupancy,
  type SlotVerdict,
  withoutHold,
} from "../departments/availability.ts";
import type { BookingContext, BookingVerdict } from "./booking_gate.ts";
import type { CreditEntry } from "../credits/credit_entry.ts";
import { crossingEntry } from "../credits/low_credits.ts";
import { type Slot, slotKey, slotOf } from "../departments/slot.ts";
import {
  appointmentEvent,
  balanceEvent,
  type NewEvent,
  slotEvent,
  type Subscription,
  waitlistEvent,
} from "../webhooks/new_event.ts";
import type { Department } from "../departments/department.ts";
import type { SlotSettings } from "../departments/slot_settings.ts";

/**
 * Builds the events of a batch of bookings: one per appointment, one per slot whose free places changed, one per accepted
 * offer of the waiting list, and one if the credits became low.
 */
export function eventsOfBookings(
  context: BookingContext,
  verdicts: readonly BookingVerdict[],
): NewEvent[] {
  const verdictsOfBooked = verdicts.filter((verdict) => verdict.kind === "booked");
  const booked = verdictsOfBooked.map(({ appointment }) => appointment);
  const usedHolds = verdictsOfBooked.flatMap(({ usedHold }) => usedHold ?? []);
  const created = booked.map((one) => appointmentEvent("APPOINTMENT_CREATED", one, context));
  const workersAt = createWorkersAt(context.workers);
  const bySlot = Map.groupBy(booked, (one) => slotKey(one.departmentId, slotOfAppointment(one)));
  const changed = [...bySlot].map(([key, added]) => {
    const department = context.departments.get(added[0]!.departmentId)!;
    const slot = slotOfAppointment(added[0]!);
    return slotEventOf(slot, {
      ...context,
      department,
      activeWorkers: workersAt(department.id, slot.start),
      occupancy: withAppointments(without(context.occupancy.get(key), usedHolds), added),
    });
  });
  const entries = verdictsOfBooked.map(({ creditEntry }) => creditEntry);
  return [
    ...created,
    ...changed,
    ...verdictsOfBooked.flatMap((verdict) => eventsOfOffer(context, verdict)),
    ...eventsOfCredits(context, entries),
  ];
}

/** Builds the event of an offer of the waiting list that an appointment has accepted. */
function eventsOfOffer(
  context: Pick<BookingContext, "subscriptions" | "now">,
  { appointment, usedHold }: { appointment: Appointment; usedHold?: HeldPlace | null },
): NewEvent[] {
  if (!usedHold?.waitlistEntryId) return [];
  const { waitlistEntryId: entryId, holdId, workerId, expiresAt } = usedHold;
  const { id: appointmentId, departmentId, slotStart: slotTime } = appointment;
  const offer = { entryId, departmentId, holdId, slotTime, workerId, expiresAt, appointmentId };
  return [waitlistEvent("WAITLIST_BOOKED", { ...offer, state: "BOOKED" }, context)];
}

/** Builds the event of low credits, if one of the entries takes the balance to the threshold. */
function eventsOfCredits(
  context: Pick<BookingContext, "lowCreditThreshold" | "subscriptions" | "now">,
  entries: readonly CreditEntry[],
): NewEvent[] {
  const { lowCreditThreshold: threshold } = context;
  const crossing = crossingEntry(threshold, entries);
  return crossing
    ? [balanceEvent({ balance: crossing.balanceAfter, threshold: threshold! }, context)]
    : [];
}

/**
 * Builds the events of a change: one for the appointment, one per slot in which it took or freed a place, one if it
 * accepted an offer of the waiting list, and one if the undo of a cancellation made the credits low.
 */
export function eventsOfChange(context: ChangeContext, change: AppointmentChange): NewEvent[] {
  const entries = change.creditEntry ? [change.creditEntry] : [];
  return [
    ...eventsOfPlaces(context, change),
    ...eventsOfOffer(context, change),
    ...eventsOfCredits(context, entries),
  ];
}

/** Uses slots of the present grid, as availability does. */
function eventsOfPlaces(
  context: ChangeContext,
  { appointment: after, eventName, usedHold }: AppointmentChange,
): NewEvent[] {
  const { appointment: before, department, workers, target } = context;
  // The used hold is in the new slot, which may be the present one too.
  const usedHolds = usedHold ? [usedHold] : [];
  const others = without(context.others, usedHolds);
  const isNews = eventName !== "APPOINTMENT_UPDATED" || isNewsToPerson(before, after);
  const events = eventName === null
    ? []
    : [appointmentEvent(eventName, after, { ...context, isNews })];
  const enters = target?.department ?? department;
  const [left, entered] = [slotOf(before.dateTime, department), slotOf(after.dateTime, enters)];
  const here = { ...context, activeWorkers: activeWorkersOf(department.id, workers) };
  if (department.id !== enters.id || !left.start.equals(entered.start)) {
    const there = {
      ...context,
      department: enters,
      activeWorkers: activeWorkersOf(enters.id, target!.workers),
      occupancy: withAppointments(without(target!.others, usedHolds), [after]),
    };
    return [
      ...events,
      slotEventOf(left, { ...here, occupancy: others }),
      slotEventOf(entered, there),
    ];
  }
  const slotWith = (one: Appointment, present: SlotOccupancy) => ({
    ...here,
    occupancy: withAppointments(present, takesPlace(one) ? [one] : []),
  });
  const [was, is] = [slotWith(before, context.others), slotWith(after, others)];
  // The verdict also changes if a hold is used, which frees its place, and if the worker changes, because free workers
  // limit the free places.
  const isChanged = takesPlace(before) !== takesPlace(after) ||
    !isSameVerdict(evaluateStart(left, was), evaluateStart(left, is));
  return isChanged ? [...events, slotEventOf(left, is)] : events;
}

/**
 * Returns whether an edited appointment differs in what its person must know, or takes place again. Whether a mail names
 * the worker depends on its text, so that is decided when it is sent.
 */
function isNewsToPerson(before: Appointment, after: Appointment): boolean {
  return !before.dateTime.equals(after.dateTime) || before.departmentId !== after.departmentId ||
    before.workerId !== after.workerId || before.email !== after.email ||
    before.status === "CANCELLED";
}

/** Returns whether an appointment takes a place of its slot (core/departments/README.md 3). */
export function takesPlace({ status, archivedAt }: Appointment): boolean {
  return status !== "CANCELLED" && archivedAt === null;
}

/** Returns the slot of an appointment at the time of its booking. */
function slotOfAppointment({ slotStart, slotMinutes }: Appointment): Slot {
  return { start: slotStart, minutes: slotMinutes };
}

function slotEventOf(
  slot: Slot,
  context: Omit<SlotInput, "dateTime"> & Pick<BookingContext, "subscriptions">,
): NewEvent {
  const { id: departmentId } = context.department;
  return slotEvent(
    { ...evaluateStart(slot, context), departmentId, slotTime: slot.start },
    context,
  );
}

function evaluateStart(slot: Slot, context: Omit<SlotInput, "dateTime">): SlotVerdict {
  return evaluateSlot({ ...context, dateTime: slot.start });
}

/** Returns the occupancy without these holds. Those of other slots do not matter. */
export function without(
  occupancy: SlotOccupancy = { places: [], workerIds: [] },
  holds: readonly HeldPlace[],
): SlotOccupancy {
  return holds.reduce(
    (left, { holdId }) => withoutHold(left, holdId)?.occupancy ?? left,
    occupancy,
  );
}

/** Returns the occupancy with more appointments. */
export function withAppointments(
  occupancy: SlotOccupancy,
  added: readonly Appointment[],
): SlotOccupancy {
  return {
    places: [...occupancy.places, ...added.map(({ place }) => place)],
    workerIds: [...occupancy.workerIds, ...added.flatMap(({ workerId }) => workerId ?? [])],
  };
}

/** A slot of the present grid, with its occupancy and that of the old grid's slot that contained its start. */
export interface SettingsSlot {
  slot: Slot;
  occupancy: SlotOccupancy;
  occupancyBefore: SlotOccupancy;
}

/**
 * Builds the events of changed settings or workers: one per slot whose start has another verdict than by the old ones
 * (core/departments/README.md 7).
 */
export function eventsOfSettings(
  context: {
    department: Department;
    before: SlotSettings;
    timeZone: string;
    now: Temporal.Instant;
    activeWorkers: readonly ActiveWorker[];
    workersBefore: readonly ActiveWorker[];
    subscriptions: readonly Subscription[];
  },
  slots: readonly SettingsSlot[],
): NewEvent[] {
  const { department } = context;
  const departmentBefore = { ...department, ...context.before };
  const workersAt = createAbsencesOn(context.activeWorkers);
  const workersBeforeAt = createAbsencesOn(context.workersBefore);
  return slots.flatMap(({ slot, occupancy, occupancyBefore }) => {
    const input = { ...context, dateTime: slot.start, activeWorkers: workersAt(slot.start) };
    const verdict = evaluateSlot({ ...input, occupancy });
    const verdictBefore = evaluateSlot({
      ...input,
      department: departmentBefore,
      activeWorkers: workersBeforeAt(slot.start),
      occupancy: occupancyBefore,
    });
    if (isSameVerdict(verdict, verdictBefore)) return [];
    return [slotEvent({ ...verdict, departmentId: department.id, slotTime: slot.start }, context)];
  });
}
