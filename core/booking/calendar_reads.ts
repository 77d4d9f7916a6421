import type { Department } from "../departments/department.ts";
import type { Departments, DepartmentWithWorkers, TakenSlot } from "../departments/departments.ts";
import type { HeldTime, HeldTimes } from "../departments/held_times.ts";
import { requireDepartment } from "../departments/list_department_settings.ts";
import type { Worker } from "../departments/worker.ts";
import type { BookingScope } from "../environment.ts";
import { DomainError } from "../errors.ts";
import type { ReadAppointment } from "./appointment.ts";
import type { Appointments } from "./appointments.ts";
import { takenSlotsOf } from "./day_slots.ts";
import { say } from "../messages.ts";

export interface CalendarPorts {
  departments: Departments;
  holds: HeldTimes;
  appointments: Appointments;
}

/** The departments and workers that a calendar is about. */
export interface CalendarSubjects {
  departments: readonly DepartmentWithWorkers[];
  workers: readonly Worker[];
  /** Whether it is about all departments. */
  isAll: boolean;
  /** The worker, if it is about one. */
  workerId: number | null;
}

/** Returns the subjects of a calendar. Throws DEPARTMENT_NOT_FOUND or WORKER_NOT_FOUND. */
export async function subjectsOf(
  { departments }: Pick<CalendarPorts, "departments">,
  organizationId: number,
  { departmentId, workerId }: {
    departmentId?: number | null | undefined;
    workerId?: number | null | undefined;
  },
): Promise<CalendarSubjects> {
  const find = (id: number) => requireDepartment({ departments }, organizationId, id);
  if (typeof workerId === "number") {
    const all = await departments.listWorkersOf(organizationId, null);
    const worker = all.find(({ id }) => id === workerId);
    if (!worker) throw new DomainError("WORKER_NOT_FOUND", say("workerNotFound"));
    const found = await find(worker.departmentId);
    return { departments: [found], workers: [worker], isAll: false, workerId };
  }
  if (typeof departmentId === "number") {
    const [found, workers] = await Promise.all([
      find(departmentId),
      departments.listWorkersOf(organizationId, departmentId),
    ]);
    return { departments: [found], workers, isAll: false, workerId: null };
  }
  const all = await departments.listWithWorkers(organizationId);
  return { departments: all, workers: [], isAll: true, workerId: null };
}

/** What the days of a calendar hold. */
interface CalendarReads {
  /** By department. */
  held: ReadonlyMap<number, readonly HeldTime[]>;
  takenIn(department: Department): TakenSlot[];
  /** By `dateTime` and `id`. */
  appointments: readonly ReadAppointment[];
}

/** Reads the days of a calendar: three statements, however many departments, workers and days it has. */
export async function readCalendar(
  ports: CalendarPorts,
  scope: BookingScope,
  { subjects, dates, now, limit, signal }: {
    subjects: CalendarSubjects;
    /** All departments have one date. */
    dates: readonly Temporal.PlainDate[];
    now: Temporal.Instant;
    limit: number;
    signal: AbortSignal;
  },
): Promise<CalendarReads> {
  const [from, to] = [dates[0]!, dates.at(-1)!];
  const department = subjects.isAll ? null : subjects.departments[0]!.department;
  const departmentId = department?.id ?? null;
  const range = { from: from.toPlainDateTime(), to: to.add({ days: 1 }).toPlainDateTime() };
  const { workerId } = subjects;
  const [held, takenIn, appointments] = await Promise.all([
    ports.holds.times(scope, { departmentId, from, to, now }),
    takenInDepartments(ports, scope, { department, from, to, signal }),
    workerId !== null
      ? ofWorker(ports, scope, { ...range, workerId, limit, signal })
      : departmentId !== null
      ? ports.appointments.ofDepartment(scope, departmentId, { ...range, limit })
      : ports.appointments.between(scope, { ...range, limit }),
  ]);
  return { held: Map.groupBy(held, (one) => one.departmentId), takenIn, appointments };
}

/** Returns a function that returns the taken slots of a department. A null department means all, on one date. */
async function takenInDepartments(
  ports: CalendarPorts,
  scope: BookingScope,
  { department, from, to, signal }: {
    department: Department | null;
    from: Temporal.PlainDate;
    to: Temporal.PlainDate;
    signal: AbortSignal;
  },
): Promise<(department: Department) => TakenSlot[]> {
  if (department) {
    const query = { from, to, grid: department, isByWorker: true };
    const taken = await ports.departments.takenSlots(scope, department.id, query, signal);
    return () => taken;
  }
  const times = await ports.appointments.takenTimes(scope, {
    from: from.toPlainDateTime(),
    to: to.add({ days: 1 }).toPlainDateTime(),
  });
  const byDepartment = Map.groupBy(times, ({ departmentId }) => departmentId);
  return (grid) => takenSlotsOf(byDepartment.get(grid.id) ?? [], { date: from, grid });
}

async function ofWorker(
  { appointments }: CalendarPorts,
  scope: BookingScope,
  { from, to, workerId, limit, signal }: {
    from: Temporal.PlainDateTime;
    to: Temporal.PlainDateTime;
    workerId: number;
    limit: number;
    signal: AbortSignal;
  },
): Promise<ReadAppointment[]> {
  const { items } = await appointments.search(scope, {
    page: 0,
    size: limit,
    startDate: from,
    endDate: to.subtract({ seconds: 1 }),
    workerId,
    sort: { field: "dateTime", direction: "asc" },
    status: null,
    departmentId: null,
    externalUserId: null,
    search: null,
    qrCode: null,
    includeArchived: false,
  }, signal);
  return items;
}
