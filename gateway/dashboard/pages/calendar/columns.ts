import { dateOf, minutesOf } from "../../api/time.ts";
import type { Appointment, Calendar, CalendarDepartment, CalendarWorker } from "../../api/types.ts";
import { minutesOfDay } from "../../../../core/departments/slot_grid.ts";

/** What the columns of the calendar are. */
export type CalendarView = "workers" | "departments" | "week";

/** A range of minutes of a day, `to` exclusive. */
export interface MinuteRange {
  from: number;
  to: number;
}

/** A column: a worker, the appointments without a worker, a department, or a day of a worker. */
export interface Column {
  key: string;
  date: string;
  department: CalendarDepartment;
  day: CalendarDepartment["days"][number];
  /** Null in the column of a department, and in that of the appointments without a worker. */
  worker: CalendarWorker | null;
  /** Whether the column has only the appointments of its worker, or only those without one. */
  isOfWorker: boolean;
  /** Those that are shown, by time. */
  appointments: readonly Appointment[];
  absences: readonly (MinuteRange & { reason: string })[];
}

/** Returns the columns of a view, from left to right. No appointment of the calendar is left out. */
export function columnsOf(
  { departments, workers }: Calendar,
  { view, appointments }: { view: CalendarView; appointments: readonly Appointment[] },
): Column[] {
  const [department] = departments;
  if (!department) return [];
  if (view === "departments" || view === "workers" && workers.length === 0) {
    const byDepartment = Map.groupBy(appointments, ({ departmentId }) => departmentId);
    return departments.map((one) => departmentColumn(one, byDepartment.get(one.id) ?? []));
  }
  if (view === "week") {
    const [worker = null] = workers;
    return department.days.map(({ date }, i) => ({
      key: date,
      ...dayOf(department, i),
      department,
      worker,
      isOfWorker: true,
      appointments: appointments.filter(({ dateTime }) => dateOf(dateTime) === date),
      absences: absencesOn(worker, date),
    }));
  }
  return workerColumns(department, workers, appointments);
}

function departmentColumn(
  department: CalendarDepartment,
  appointments: readonly Appointment[],
): Column {
  return {
    key: `department-${department.id}`,
    ...dayOf(department, 0),
    department,
    worker: null,
    isOfWorker: false,
    appointments,
    absences: [],
  };
}

function workerColumns(
  department: CalendarDepartment,
  workers: readonly CalendarWorker[],
  appointments: readonly Appointment[],
): Column[] {
  const known = new Set(workers.map(({ id }) => id));
  // A worker may be new since the calendar was read.
  const byWorker = Map.groupBy(
    appointments,
    ({ workerId }) => workerId !== null && known.has(workerId) ? workerId : null,
  );
  const of = { department, ...dayOf(department, 0), isOfWorker: true };
  const hasUnassigned = !department.showAdminsInBooking || byWorker.has(null);
  const unassigned = {
    ...of,
    key: "unassigned",
    worker: null,
    appointments: byWorker.get(null) ?? [],
    absences: [],
  };
  const columns = workers.map((worker) => ({
    ...of,
    key: `worker-${worker.id}`,
    worker,
    appointments: byWorker.get(worker.id) ?? [],
    absences: absencesOn(worker, of.date),
  }));
  return hasUnassigned ? [unassigned, ...columns] : columns;
}

function dayOf(department: CalendarDepartment, i: number): Pick<Column, "day" | "date"> {
  const day = department.days[i]!;
  return { day, date: day.date };
}

function absencesOn(worker: CalendarWorker | null, date: string): Column["absences"] {
  const all = worker?.absences ?? [];
  return all.filter(({ from, to }) => from <= date && date <= to)
    .map(({ starts, ends, reason }) => ({
      from: starts === null ? 0 : minutesOf(starts),
      to: ends === null ? minutesOfDay : minutesOf(ends),
      reason,
    }));
}

/** Returns the open hours of a column in minutes; all day if the department is always open. */
export function openRangesOf({ day, department }: Column): MinuteRange[] {
  if (day.closure !== null || !department.isActive) return [];
  if (day.hours === null) return [{ from: 0, to: minutesOfDay }];
  return day.hours.map(({ opens, closes }) => ({ from: minutesOf(opens), to: minutesOf(closes) }));
}
