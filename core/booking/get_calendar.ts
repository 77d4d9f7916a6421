import { z } from "zod";
import type { WaitingCaller } from "../access/caller.ts";
import { requiredDay } from "../calendar.ts";
import { addHeldTimes } from "../departments/held_times.ts";
import { environmentField } from "../environment.ts";
import { validationError } from "../errors.ts";
import { type HeavyWork, inTurn, mapAtPace, type Pace } from "../heavy_work.ts";
import { idField, inSchema, parseInput, safeParseInput, wholeNumberField } from "../input.ts";
import type { Clock } from "../platform.ts";
import { type StaffAppointmentView, toStaffAppointmentView } from "./appointment_views.ts";
import { type CalendarPorts, readCalendar, subjectsOf } from "./calendar_reads.ts";
import {
  type CalendarDepartmentView,
  type CalendarWorkerView,
  createDepartmentViews,
  toCalendarWorkerView,
} from "./calendar_views.ts";
import { sumOf } from "./day_slots.ts";
import { say } from "../messages.ts";

/** The maximum number of appointments in a calendar. Further ones are in the list of appointments. */
const maxAppointments = 5000;
/** The maximum number of slots in a calendar. Departments after it have none. */
const maxSlots = 20_000;
const maxDays = 7;

/** Input of a calendar: its days, and the department or the worker that it is about. */
export const getCalendarInput = z.object({
  from: requiredDay,
  days: wholeNumberField(1, maxDays, "Number of days").default(1),
  environment: environmentField,
  departmentId: idField("Only this department").nullish(),
  workerId: idField("Only this worker, instead of a department").nullish(),
}).refine(({ days, ...of }) => days <= 1 || (of.departmentId ?? of.workerId ?? null) !== null, {
  path: ["days"],
  error: inSchema("onlyOneDay"),
});

/** Some days of all departments, of one department, or of one worker. */
export interface CalendarView {
  timeZone: string;
  /** By id: the one department, or every active one and every inactive one that holds appointments. */
  departments: CalendarDepartmentView[];
  /** By id: the one worker, or those of the one department who are active or hold appointments. */
  workers: CalendarWorkerView[];
  /** The first 5,000 appointments that are not archived, by `dateTime` and `id`. */
  appointments: StaffAppointmentView[];
  /** Whether there are more. */
  isCut: boolean;
}

type CalendarCaller = WaitingCaller;

/** Returns the number of requests that a calendar counts as: one per day. */
export function weightOfCalendar(input: unknown): number {
  const parsed = safeParseInput(getCalendarInput, input);
  return parsed.success ? parsed.data.days : 1;
}

/**
 * Returns a day of all departments, or up to seven days of a department or worker: the appointments, the slots by the
 * rules of the front desk, the closures and the absences. Nobody is left out because a department or worker is inactive
 * or a day is closed. Throws VALIDATION_ERROR, INVALID_DATE_FORMAT, DEPARTMENT_NOT_FOUND or WORKER_NOT_FOUND.
 */
export async function getCalendar(
  ports: CalendarPorts & Clock & { heavyWork?: HeavyWork },
  caller: CalendarCaller,
  input: unknown,
): Promise<CalendarView> {
  const query = parseInput(getCalendarInput, input);
  // The texts of dates have years of four digits.
  if (query.from.add({ days: query.days - 1 }).year > 9999) {
    throw validationError({
      field: "days",
      message: say("lastYear"),
    });
  }
  const work = { kind: "desk" as const, ...caller };
  return await inTurn(ports, work, (pace) => calendarOf(ports, caller, { ...query, pace }));
}

async function calendarOf(
  ports: CalendarPorts & Clock,
  { organizationId, timeZone }: CalendarCaller,
  { from, days, environment, departmentId, workerId, pace }:
    & z.output<typeof getCalendarInput>
    & { pace: Pace },
): Promise<CalendarView> {
  const dates = Array.from({ length: days }, (_, i) => from.add({ days: i }));
  const now = ports.now();
  const subjects = await subjectsOf(ports, organizationId, { departmentId, workerId });
  const { held, takenIn, appointments: read } = await readCalendar(
    ports,
    { organizationId, environment },
    { subjects, dates, now, limit: maxAppointments + 1, signal: pace.signal },
  );
  const shown = subjects.departments.map((found) => ({ found, listed: takenIn(found.department) }))
    .filter(({ found, listed }) =>
      !subjects.isAll || found.department.isActive || listed.length > 0
    );
  const toView = createDepartmentViews({ dates, timeZone, now, pace });
  let slotsLeft = maxSlots;
  const departments: CalendarDepartmentView[] = [];
  for (const { found, listed } of shown) {
    const { department } = found;
    const view = await toView(
      found,
      addHeldTimes(listed, held.get(department.id) ?? [], department),
    );
    const count = sumOf(view.days.map(({ slots }) => slots!.length));
    const hasRoom = count <= slotsLeft;
    if (hasRoom) slotsLeft -= count;
    departments.push(hasRoom ? view : withoutSlots(view));
  }
  const appointments = read.slice(0, maxAppointments);
  const busyIds = new Set(appointments.map((one) => one.workerId));
  return {
    timeZone,
    departments,
    workers: subjects.workers
      .filter(({ id, isActive }) => isActive || busyIds.has(id) || id === workerId)
      .map((worker) => toCalendarWorkerView(worker, dates)),
    appointments: await mapAtPace(
      appointments,
      pace,
      (one) => toStaffAppointmentView(one, timeZone),
    ),
    isCut: read.length > appointments.length,
  };
}

function withoutSlots(view: CalendarDepartmentView): CalendarDepartmentView {
  return { ...view, days: view.days.map((day) => ({ ...day, slots: null })) };
}
