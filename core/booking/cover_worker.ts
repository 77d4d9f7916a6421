import type { WaitingCaller } from "../access/caller.ts";
import { parseLocalDate } from "../local_date_time.ts";
import { type Absence, absenceField } from "../departments/absence.ts";
import type { Departments } from "../departments/departments.ts";
import type { HeldTimes } from "../departments/held_times.ts";
import { requireDepartment } from "../departments/list_department_settings.ts";
import { minuteOf } from "../departments/opening_hours.ts";
import { readTakenPlaces } from "../departments/taken_places.ts";
import type { Worker } from "../departments/worker.ts";
import { type BookingScope, environmentField } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { type HeavyWork, inTurn, type Pace } from "../heavy_work.ts";
import { idInput, parseInput } from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import { say } from "../messages.ts";
import type { Clock } from "../platform.ts";
import type { ReadAppointment } from "./appointment.ts";
import { type StaffAppointmentView, toStaffAppointmentView } from "./appointment_views.ts";
import type { Appointments } from "./appointments.ts";
import { type CoveredPlace, maxCoverDays, planCover } from "./plan_cover.ts";

/** A plan has at most this many appointments. Those after it can be planned once these are moved. */
const maxCovered = 500;

/** A plan counts as this many requests, like a month of slots. */
export const weightOfCoverPlan = maxCoverDays;

/** Input of a plan: the worker, and the dates and hours of the absence. */
export const planCoverInput = absenceField.safeExtend({
  ...idInput.shape,
  environment: environmentField,
});

/** Who takes the appointments of an absent worker. Nothing has changed yet. */
export interface CoverPlanView {
  /** The appointments that can be moved, in order of their time, and where to. `to.dateTime` may be the same time. */
  moves: {
    appointment: StaffAppointmentView;
    to: { dateTime: string; workerId: number; workerName: string };
  }[];
  /** The appointments for which no worker of the department is free within 30 days. */
  unplaced: StaffAppointmentView[];
  /** The number of scheduled appointments whose time has passed. They are left out. */
  passed: number;
  /** The number of appointments after the first 500. */
  unplanned: number;
}

interface CoverPorts extends Clock {
  departments: Departments;
  appointments: Appointments;
  holds: HeldTimes;
  heavyWork?: HeavyWork;
}

/**
 * Plans who takes the appointments that a worker has during an absence, which need not be entered yet
 * (core/booking/README.md 19). Throws VALIDATION_ERROR, WORKER_NOT_FOUND, and the errors of `inTurn`.
 */
export async function getCoverPlan(
  ports: CoverPorts,
  caller: WaitingCaller,
  input: unknown,
): Promise<CoverPlanView> {
  const { id, environment, ...absence } = parseInput(planCoverInput, input);
  const { organizationId } = caller;
  const workers = await ports.departments.listWorkersOf(organizationId, null);
  const worker = workers.find((one) => one.id === id);
  if (!worker) throw new DomainError("WORKER_NOT_FOUND", say("workerNotFound"));
  const work = { kind: "desk" as const, ...caller };
  const scope = { organizationId, environment };
  return await inTurn(
    ports,
    work,
    (pace) => planOf(ports, scope, { worker, absence, workers, timeZone: caller.timeZone, pace }),
  );
}

interface PlanRequest {
  worker: Worker;
  absence: Absence;
  /** All workers of the organization. */
  workers: readonly Worker[];
  timeZone: string;
  pace: Pace;
}

async function planOf(
  ports: CoverPorts,
  scope: BookingScope,
  { worker, absence, workers, timeZone, pace }: PlanRequest,
): Promise<CoverPlanView> {
  const now = ports.now();
  const { items, total, passed } = await readCovered(ports, scope, {
    worker,
    absence,
    local: now.toZonedDateTimeISO(timeZone).toPlainDateTime().round({
      smallestUnit: "second",
      roundingMode: "ceil",
    }),
  });
  const places = await placesOf(ports, scope, { worker, absence, timeZone, pace, items, now });
  const names = new Map(workers.map(({ id, name }) => [id, name]));
  const views = items.map((one) => toStaffAppointmentView(one, timeZone));
  return {
    moves: views.flatMap((appointment, i) => {
      const place = places[i];
      if (!place) return [];
      const { dateTime, workerId } = place;
      const to = { dateTime: formatLocalDateTime(dateTime), workerId };
      return [{ appointment, to: { ...to, workerName: names.get(workerId)! } }];
    }),
    unplaced: views.filter((_, i) => !places[i]),
    passed,
    unplanned: Math.max(total - items.length, 0),
  };
}

/** Reads the scheduled appointments of the absence that are still to come, and counts the others. */
async function readCovered(
  { appointments }: Pick<CoverPorts, "appointments">,
  scope: BookingScope,
  { worker, absence, local }: {
    worker: Worker;
    absence: Absence;
    local: Temporal.PlainDateTime;
  },
): Promise<{ items: ReadAppointment[]; total: number; passed: number }> {
  const { starts, ends } = absence;
  const first = parseLocalDate(absence.from)!.toPlainDateTime();
  const end = parseLocalDate(absence.to)!.toPlainDateTime().add({ days: 1 });
  const begin = Temporal.PlainDateTime.compare(first, local) < 0 ? local : first;
  const minutes = starts === null || ends === null
    ? null
    : { start: minuteOf(starts), stop: minuteOf(ends) };
  const query = { departmentIds: null, workerId: worker.id, minutes, page: 0 };
  const [open, passed] = await Promise.all([
    appointments.scheduled(scope, { ...query, from: begin, to: end, size: maxCovered }),
    appointments.scheduled(scope, { ...query, from: first, to: begin, size: 1 }),
  ]);
  return { items: open.items, total: open.totalElements, passed: passed.totalElements };
}

async function placesOf(
  ports: CoverPorts,
  scope: BookingScope,
  { worker, absence, timeZone, pace, items, now }: Omit<PlanRequest, "workers"> & {
    items: readonly ReadAppointment[];
    now: Temporal.Instant;
  },
): Promise<(CoveredPlace | null)[]> {
  if (items.length === 0) return [];
  const found = await requireDepartment(ports, scope.organizationId, worker.departmentId);
  const from = items[0]!.dateTime.toPlainDate();
  const to = items.at(-1)!.dateTime.toPlainDate().add({ days: maxCoverDays });
  const range = { from, to, now };
  const { department } = found;
  const taken = await readTakenPlaces(ports, scope, {
    department,
    ...range,
    isByWorker: true,
    signal: pace.signal,
  });
  const activeWorkers = found.activeWorkers.map(({ id, absences }) => ({
    id,
    absences: id === worker.id ? [...absences, absence] : absences,
  }));
  const input = { department, activeWorkers, ...range, timeZone, taken, appointments: items };
  return await planCover(input, pace);
}
