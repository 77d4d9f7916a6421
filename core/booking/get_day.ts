import type { z } from "zod";
import type { StaffCaller } from "../access/caller.ts";
import { booleanField, parseInput } from "../input.ts";
import { inTurn, mapAtPace, type Pace } from "../heavy_work.ts";
import type { Ports } from "../ports.ts";
import { requiredDay } from "../calendar.ts";
import type { PlacedAppointment } from "./appointments.ts";
import type { DepartmentWithWorkers, TakenSlot } from "../departments/departments.ts";
import { environmentField } from "../environment.ts";
import { createDayEvaluator, type EvaluatedSlot } from "../departments/evaluate_days.ts";
import { outsideHoursReasons, timeText } from "../departments/opening_hours.ts";
import {
  requireDepartment,
  staffDepartmentInput,
} from "../departments/list_departments_as_staff.ts";
import { startMinuteOf } from "../departments/slot.ts";
import { type StaffAppointmentView, toStaffAppointmentView } from "./appointment_views.ts";

/** A day shows so many appointments; `appointments.list` pages through the others. */
const maxAppointmentsOfDay = 1000;

/** A date of a department. */
export const getDayInput = staffDepartmentInput.extend({
  date: requiredDay,
  environment: environmentField,
  allSlots: booleanField("Whether empty slots outside the opening hours are given too").nullish()
    .transform((allSlots) => allSlots ?? false),
});

/** A slot of a day; its times are local, and `endTime` is the first moment after it. */
export interface DaySlotView {
  /** Its start. */
  slotTime: string;
  endTime: string;
  /** Appointments that it holds: the smaller of places and active workers where it is booked by worker. */
  capacity: number;
  /** Appointments that take a place in it. */
  booked: number;
  remainingSlots: number;
  available: boolean;
  unavailabilityReason: string | null;
}

/** A day of a department. */
export interface DayView {
  /** `YYYY-MM-DD`. */
  date: string;
  timeZone: string;
  /** Whether the department takes no bookings. */
  isInactive: boolean;
  slots: DaySlotView[];
  /** Those that are not archived, by dateTime and then id; the first `maxAppointmentsOfDay` of them. */
  appointments: StaffAppointmentView[];
  totalAppointments: number;
}

/**
 * Every slot of a date as availability evaluates its start, and the date's appointments. Slots outside the opening
 * hours are left out while they hold no appointment, unless `allSlots` is set. Throws VALIDATION_ERROR,
 * INVALID_DATE_FORMAT or DEPARTMENT_NOT_FOUND.
 */
export async function getDay(
  ports: Pick<Ports, "departments" | "appointments" | "heavyWork" | "now">,
  caller: Pick<StaffCaller, "organizationId" | "timeZone" | "signal">,
  input: unknown,
): Promise<DayView> {
  const asked = parseInput(getDayInput, input);
  const found = await requireDepartment(ports, caller.organizationId, asked.id);
  // In a turn: a batch of days is read one after another.
  const work = { kind: "desk" as const, ...caller };
  return await inTurn(ports, work, (pace) => dayOf(ports, caller, { ...asked, found, pace }));
}

async function dayOf(
  ports: Pick<Ports, "departments" | "appointments" | "now">,
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  { found, date, environment, allSlots, pace }: z.output<typeof getDayInput> & {
    found: DepartmentWithWorkers;
    pace: Pace;
  },
): Promise<DayView> {
  const asked = { organizationId, environment, date, found };
  const { appointments, taken } = await bookedOn(ports, asked);
  const days = { from: date, to: date };
  const evaluate = createDayEvaluator({ ...found, ...days, timeZone, now: ports.now(), taken });
  const shown = allSlots ? evaluate(date) : evaluate(date).filter(isShown(date, { found, taken }));
  const texts = { date: date.toString(), nextDate: date.add({ days: 1 }).toString() };
  return {
    date: texts.date,
    timeZone,
    isInactive: !found.department.isActive,
    slots: shown.map((one) => toDaySlotView(one, { found, ...texts })),
    appointments: await mapAtPace(
      appointments,
      pace,
      (one) => toStaffAppointmentView(one, timeZone),
    ),
    totalAppointments: taken.reduce((sum, { held }) => sum + held, 0),
  };
}

/** The appointments of a date, and what they take: counted from them where they are all. */
async function bookedOn(
  ports: Pick<Ports, "departments" | "appointments">,
  { organizationId, environment, date, found: { department } }: {
    organizationId: number;
    environment: "LIVE" | "TEST";
    date: Temporal.PlainDate;
    found: DepartmentWithWorkers;
  },
): Promise<{ appointments: PlacedAppointment[]; taken: TakenSlot[] }> {
  const scope = { organizationId, environment };
  const span = { from: date.toPlainDateTime(), to: date.add({ days: 1 }).toPlainDateTime() };
  const limit = maxAppointmentsOfDay + 1;
  const read = await ports.appointments.ofDepartment(scope, department.id, { ...span, limit });
  const appointments = read.slice(0, maxAppointmentsOfDay);
  if (read.length === appointments.length) {
    const bySlot = Map.groupBy(appointments, ({ dateTime }) => startMinuteOf(dateTime, department));
    return { appointments, taken: [...bySlot].map((slot) => takenBy(date, slot)) };
  }
  const question = { from: date, to: date, grid: department, isByWorker: true };
  return {
    appointments,
    taken: await ports.departments.takenSlots(scope, department.id, question),
  };
}

function takenBy(
  date: Temporal.PlainDate,
  [minute, appointments]: [minute: number, appointments: PlacedAppointment[]],
): TakenSlot {
  const taking = appointments.filter(({ status }) => status !== "CANCELLED");
  return {
    date: date.toString(),
    minute,
    held: appointments.length,
    booked: taking.length,
    workerIds: taking.flatMap(({ workerId }) => workerId ?? []),
  };
}

function isShown(
  { dayOfWeek }: Temporal.PlainDate,
  { found: { department }, taken }: { found: DepartmentWithWorkers; taken: readonly TakenSlot[] },
): (slot: EvaluatedSlot) => boolean {
  if (department.openingHours === null) return () => true;
  const reasons = outsideHoursReasons(department.openingHours, dayOfWeek);
  const holding = new Set(taken.map(({ minute }) => minute));
  return ({ minute }) => reasons[minute] === null || holding.has(minute);
}

function toDaySlotView(
  { minute, endMinute, booked, verdict }: EvaluatedSlot,
  { found: { department, activeWorkerIds }, date, nextDate }: {
    found: DepartmentWithWorkers;
    date: string;
    nextDate: string;
  },
): DaySlotView {
  const { slotCapacity, showAdminsInBooking } = department;
  return {
    slotTime: `${date}T${timeText(minute)}:00`,
    endTime: endMinute === 1440 ? `${nextDate}T00:00:00` : `${date}T${timeText(endMinute)}:00`,
    capacity: showAdminsInBooking ? Math.min(slotCapacity, activeWorkerIds.length) : slotCapacity,
    booked,
    remainingSlots: verdict.remainingSlots,
    available: verdict.unavailabilityReason === null,
    unavailabilityReason: verdict.unavailabilityReason,
  };
}
