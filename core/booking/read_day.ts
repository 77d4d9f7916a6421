import type { StaffCaller } from "../access/staff_caller.ts";
import { booleanField, parseInput } from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import type { Ports } from "../ports.ts";
import { requiredDay } from "../usage/usage_days.ts";
import type { PlacedAppointment } from "./appointments.ts";
import type { DepartmentWithWorkers, TakenTime } from "./departments.ts";
import { environmentField } from "./environment.ts";
import { judgeDays, type JudgedSlot } from "./judge_days.ts";
import { outsideHoursReason } from "./opening_hours.ts";
import { type StaffAppointmentView, toStaffAppointmentView } from "./read_appointments_as_staff.ts";
import { requireDepartment, staffDepartmentInput } from "./read_departments_as_staff.ts";
import { slotKey, slotOf } from "./slot.ts";

/** A date of a department. */
export const readDayInput = staffDepartmentInput.extend({
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
  /** Those that are not archived, by dateTime and then id. */
  appointments: StaffAppointmentView[];
}

/**
 * Every slot of a date as availability judges its start, and the date's appointments. Slots outside the opening
 * hours are left out while they hold no appointment, unless `allSlots` is set. Throws VALIDATION_ERROR,
 * INVALID_DATE_FORMAT or DEPARTMENT_NOT_FOUND.
 */
export async function readDay(
  ports: Pick<Ports, "departments" | "appointments" | "now">,
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<DayView> {
  const { id, date, environment, allSlots } = parseInput(readDayInput, input);
  const found = await requireDepartment(ports, organizationId, id);
  const span = { from: date.toPlainDateTime(), to: date.add({ days: 1 }).toPlainDateTime() };
  const scope = { organizationId, environment };
  const appointments = await ports.appointments.ofDepartment(scope, id, span);
  const taken = appointments.flatMap(takenBy);
  const judged = judgeDays([date], { ...found, timeZone, now: ports.now(), taken })[0]!;
  const shown = allSlots ? judged : judged.filter(isShown(found, appointments));
  return {
    date: date.toString(),
    timeZone,
    isInactive: !found.department.isActive,
    slots: shown.map((one) => toDaySlotView(one, found)),
    appointments: appointments.map((one) => toStaffAppointmentView(one, timeZone)),
  };
}

/** The place that an appointment takes, if it does (decisions 3). */
function takenBy({ dateTime, status, place, workerId }: PlacedAppointment): TakenTime[] {
  if (status === "CANCELLED") return [];
  return [{ dateTime, places: [place], workerIds: workerId === null ? [] : [workerId] }];
}

function isShown(
  { department }: DepartmentWithWorkers,
  appointments: readonly PlacedAppointment[],
): (judged: JudgedSlot) => boolean {
  if (department.openingHours === null) return () => true;
  const keyOf = (dateTime: Temporal.PlainDateTime) =>
    slotKey(department.id, slotOf(dateTime, department));
  const holding = new Set(appointments.map(({ dateTime }) => keyOf(dateTime)));
  return ({ slot }) =>
    outsideHoursReason(department.openingHours, slot.start) === null ||
    holding.has(slotKey(department.id, slot));
}

function toDaySlotView(
  { slot, occupancy, verdict }: JudgedSlot,
  { department, activeWorkerIds }: DepartmentWithWorkers,
): DaySlotView {
  const { slotCapacity, showAdminsInBooking } = department;
  return {
    slotTime: formatLocalDateTime(slot.start),
    endTime: formatLocalDateTime(slot.start.add({ minutes: slot.minutes })),
    capacity: showAdminsInBooking ? Math.min(slotCapacity, activeWorkerIds.length) : slotCapacity,
    booked: occupancy.places.length,
    remainingSlots: verdict.remainingSlots,
    available: verdict.unavailabilityReason === null,
    unavailabilityReason: verdict.unavailabilityReason,
  };
}
