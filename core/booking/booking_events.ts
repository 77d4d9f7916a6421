import { activeWorkersOf } from "./admission.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import type { Appointment } from "./appointment.ts";
import {
  evaluateSlot,
  isSameVerdict,
  type SlotInput,
  type SlotOccupancy,
  type SlotVerdict,
} from "../departments/availability.ts";
import type { BookingContext, BookingVerdict } from "./booking_gate.ts";
import { type Slot, slotKey, slotOf } from "../departments/slot.ts";
import {
  appointmentEvent,
  hasSubscribers,
  type NewEvent,
  slotEvent,
  type Subscription,
} from "../webhooks/new_event.ts";
import type { Department } from "../departments/department.ts";
import type { SlotSettings } from "../departments/slot_settings.ts";

/**
 * What a batch of bookings is told by (decisions 8): one event each, and one for each slot whose free places
 * it changed. Only events that somebody subscribes to are made.
 */
export function eventsOfBookings(
  context: BookingContext,
  verdicts: readonly BookingVerdict[],
): NewEvent[] {
  const booked = verdicts.flatMap((verdict) =>
    verdict.kind === "booked" ? [verdict.appointment] : []
  );
  const created = booked.flatMap((one) => appointmentEvent("APPOINTMENT_CREATED", one, context));
  if (!hasSubscribers("SLOT_AVAILABILITY_CHANGED", context.subscriptions)) return created;
  const bySlot = Map.groupBy(booked, (one) => slotKey(one.departmentId, slotOfAppointment(one)));
  const changed = [...bySlot].flatMap(([key, added]) => {
    const department = context.departments.get(added[0]!.departmentId)!;
    return slotEventOf(slotOfAppointment(added[0]!), {
      ...context,
      department,
      activeWorkerIds: activeWorkersOf(department.id, context.workers),
      occupancy: withAppointments(context.occupancy.get(key), added),
    });
  });
  return [...created, ...changed];
}

/**
 * What a change of one appointment is told by: itself, and the slots in which it took or freed a place. Slots
 * are those of the department's grid of now, by which availability counts.
 */
export function eventsOfChange(
  context: ChangeContext,
  { appointment: after, eventName }: AppointmentChange,
): NewEvent[] {
  const { appointment: before, department, others, workers } = context;
  const told = eventName === null ? [] : appointmentEvent(eventName, after, context);
  if (!hasSubscribers("SLOT_AVAILABILITY_CHANGED", context.subscriptions)) return told;
  const [left, entered] = [slotOf(before.dateTime, department), slotOf(after.dateTime, department)];
  const activeWorkerIds = activeWorkersOf(department.id, workers);
  const beside = (there: SlotOccupancy, one: Appointment) => ({
    ...context,
    activeWorkerIds,
    occupancy: withAppointments(there, takesPlace(one) ? [one] : []),
  });
  if (!left.start.equals(entered.start)) {
    const emptied = { ...context, activeWorkerIds, occupancy: others.current };
    const filled = beside(others.target!, after);
    return [...told, ...slotEventOf(left, emptied), ...slotEventOf(entered, filled)];
  }
  const [was, is] = [beside(others.current, before), beside(others.current, after)];
  // Another worker matters where free workers are counted.
  const isChanged = takesPlace(before) !== takesPlace(after) ||
    !isSameVerdict(evaluateStart(left, was), evaluateStart(left, is));
  return isChanged ? [...told, ...slotEventOf(left, is)] : told;
}

/** Whether an appointment takes a place of its slot (decisions 3). */
function takesPlace({ status, archivedAt }: Appointment): boolean {
  return status !== "CANCELLED" && archivedAt === null;
}

/** The slot in which an appointment has its place. */
function slotOfAppointment({ slotStart, slotMinutes }: Appointment): Slot {
  return { start: slotStart, minutes: slotMinutes };
}

function slotEventOf(
  slot: Slot,
  context: Omit<SlotInput, "dateTime"> & Pick<BookingContext, "subscriptions">,
): NewEvent[] {
  const { id: departmentId } = context.department;
  return slotEvent(
    { ...evaluateStart(slot, context), departmentId, slotTime: slot.start },
    context,
  );
}

function evaluateStart(slot: Slot, context: Omit<SlotInput, "dateTime">): SlotVerdict {
  return evaluateSlot({ ...context, dateTime: slot.start });
}

function withAppointments(
  occupancy: SlotOccupancy = { places: [], workerIds: [] },
  added: readonly Appointment[],
): SlotOccupancy {
  return {
    places: [...occupancy.places, ...added.map(({ place }) => place)],
    workerIds: [...occupancy.workerIds, ...added.flatMap(({ workerId }) => workerId ?? [])],
  };
}

/** A slot of the grid of now, with what is taken in it and in the slot that held its start before. */
export interface SettingsSlot {
  slot: Slot;
  occupancy: SlotOccupancy;
  occupancyBefore: SlotOccupancy;
}

/**
 * What changed settings are told by (decisions 8): an event for each slot whose start is judged differently
 * by the settings of before and by those of now.
 */
export function eventsOfSettings(
  context: {
    department: Department;
    before: SlotSettings;
    timeZone: string;
    now: Temporal.Instant;
    activeWorkerIds: readonly number[];
    subscriptions: readonly Subscription[];
  },
  slots: readonly SettingsSlot[],
): NewEvent[] {
  const { department } = context;
  const departmentBefore = { ...department, ...context.before };
  return slots.flatMap(({ slot, occupancy, occupancyBefore }) => {
    const question = { ...context, dateTime: slot.start };
    const verdict = evaluateSlot({ ...question, occupancy });
    const verdictBefore = evaluateSlot({
      ...question,
      department: departmentBefore,
      occupancy: occupancyBefore,
    });
    if (isSameVerdict(verdict, verdictBefore)) return [];
    return slotEvent({ ...verdict, departmentId: department.id, slotTime: slot.start }, context);
  });
}
