import type { ActiveWorker } from "../../../core/departments/absence.ts";
import {
  type Department,
  environments,
  eventsOfSettings,
  type Ports,
  type SlotOccupancy,
  slotOf,
  type SlotSettings,
  slotSettingsOf,
  type Worker,
} from "../../../core/mod.ts";
import type { Memory, SlotChangeJob } from "./memory.ts";
import { publish } from "./event_feed.ts";
import { openIn } from "./rows.ts";
import { subscriptionsIn } from "./webhooks.ts";

/** Adds a job for each environment. */
export function addSlotChangeJobs(
  memory: Memory,
  department: Department,
  settingsBefore: SlotSettings,
  workersBefore: readonly ActiveWorker[] = activeIn(memory, department.id),
): void {
  for (const environment of environments) {
    memory.slotChangeJobs.push({
      department,
      environment,
      settingsBefore,
      workersBefore: structuredClone([...workersBefore]),
    });
  }
}

/** Adds the jobs of a change of a worker. `before` is how the worker counted before. */
export function addSlotChangeJobsOfWorker(
  memory: Memory,
  worker: Worker,
  before: readonly ActiveWorker[],
): void {
  const department = memory.departments.find(({ id }) => id === worker.departmentId)!;
  if (!department.showAdminsInBooking) return;
  const others = activeIn(memory, department.id).filter(({ id }) => id !== worker.id);
  addSlotChangeJobs(memory, department, slotSettingsOf(department), [...before, ...others]);
}

function activeIn(memory: Memory, departmentId: number): ActiveWorker[] {
  return memory.workers
    .filter((one) => one.departmentId === departmentId && one.isActive)
    .map(({ id, absences }) => ({ id, absences }));
}

type Occupancy = (job: SlotChangeJob, slot: ReturnType<typeof slotOf>) => SlotOccupancy;

/** Does every job, without those of closed organizations. Publishes each future slot that has appointments and is evaluated differently since. */
export function publishSlotChanges(
  memory: Memory,
  { now, occupancyOf }: { now: Ports["now"]; occupancyOf: Occupancy },
): number {
  const isOpen = ({ department }: SlotChangeJob) => openIn(memory, department.organizationId);
  const jobs = memory.slotChangeJobs.filter(isOpen);
  memory.slotChangeJobs = memory.slotChangeJobs.filter((job) => !isOpen(job));
  return jobs.map((job) => {
    const { department, environment, settingsBefore: before, workersBefore } = job;
    const { organizationId, id: departmentId } = department;
    const scope = { organizationId, environment };
    const { timeZone } = memory.organizations.find(({ id }) => id === organizationId)!;
    const local = now().toZonedDateTimeISO(timeZone).toPlainDateTime();
    const starts = memory.appointments
      .filter((one) =>
        one.departmentId === departmentId && one.environment === environment &&
        one.status !== "CANCELLED" && !one.archivedAt
      )
      .map(({ dateTime }) => slotOf(dateTime, department))
      .filter(({ start }) => Temporal.PlainDateTime.compare(start, local) >= 0);
    const slots = [...new Map(starts.map((slot) => [slot.start.toString(), slot])).values()]
      .sort((a, b) => Temporal.PlainDateTime.compare(a.start, b.start));
    const activeWorkers = activeIn(memory, departmentId);
    const subscriptions = subscriptionsIn(memory, scope);
    const events = eventsOfSettings(
      { department, before, timeZone, now: now(), activeWorkers, workersBefore, subscriptions },
      slots.map((slot) => ({
        slot,
        occupancy: occupancyOf(job, slot),
        occupancyBefore: occupancyOf(job, slotOf(slot.start, before)),
      })),
    );
    if (events.length > 0) publish(memory, scope, { events, now: now() });
    return events.length;
  }).reduce((sum, count) => sum + count, 0);
}
