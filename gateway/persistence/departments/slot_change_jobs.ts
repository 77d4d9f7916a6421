import type { EntityManager } from "@mikro-orm/postgresql";
import type { ClientBase, Pool } from "pg";
import type {
  ActiveWorker,
  BookingScope,
  Department,
  Environment,
  SlotSettings,
  Worker,
} from "../../../core/ports.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import { activeWorkersColumn } from "./department_row.ts";

/** The task to publish the slots that a change of a department's settings or workers affects. */
export interface SlotChangeJob extends BookingScope {
  id: string;
}

// Adds one job for each environment. The feed has the events whether or not a webhook subscribes.
const add = `
  insert into slot_change_jobs
    (organization_id, environment, department_id, settings_before, workers_before)
  select departments.organization_id, e.environment, departments.id, ?::jsonb, ${activeWorkersColumn}
  from departments cross join unnest(array['LIVE', 'TEST']) as e (environment)
  where departments.organization_id = ? and departments.id = ?`;

/** Adds the jobs of a department in the transaction that changes its settings. */
export async function addSlotChangeJobs(
  em: EntityManager,
  { id, organizationId }: Department,
  settingsBefore: SlotSettings,
): Promise<void> {
  await em.execute(add, [JSON.stringify(settingsBefore), organizationId, id]);
}

const addMany: Statement<never> = {
  name: "add slot change jobs",
  text: `
    insert into slot_change_jobs
      (organization_id, environment, department_id, settings_before, workers_before)
    select departments.organization_id, e.environment, departments.id, changed.settings_before,
      ${activeWorkersColumn}
    from unnest($2::int[], $3::jsonb[]) as changed (id, settings_before)
    join departments on departments.organization_id = $1 and departments.id = changed.id
    cross join unnest(array['LIVE', 'TEST']) as e (environment)`,
};

/** Adds the jobs of many departments of an organization, like `addSlotChangeJobs`. */
export async function addSlotChangeJobsOf(
  client: ClientBase,
  organizationId: number,
  departments: readonly { id: number; settingsBefore: SlotSettings }[],
): Promise<void> {
  await rowsIn(client, addMany, [
    organizationId,
    departments.map(({ id }) => id),
    departments.map(({ settingsBefore }) => JSON.stringify(settingsBefore)),
  ]);
}

const presentSettings = `jsonb_build_object(
      'slotCapacity', slot_capacity, 'slotInterval', slot_interval, 'slotOffset', slot_offset,
      'openingHours', opening_hours, 'closures', closures, 'bookingWindow', booking_window,
      'showAdminsInBooking', show_admins_in_booking, 'isActive', is_active
    )`;

// Stores the other workers as they are now. A concurrent change of one of them writes a job of its own, which has this
// worker as it was then, so neither change is missed.
const addOfWorker = `
  insert into slot_change_jobs
    (organization_id, environment, department_id, settings_before, workers_before)
  select departments.organization_id, e.environment, departments.id, ${presentSettings},
    ?::jsonb || (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'absences', o.absences)), '[]')
      from workers o
      where o.organization_id = departments.organization_id and o.department_id = departments.id
        and o.is_active and o.id <> ?
    )
  from departments
  cross join unnest(array['LIVE', 'TEST']) as e (environment)
  where departments.organization_id = ? and departments.id = ?
    and (show_admins_in_booking or exists (
      select from balances b
      where b.organization_id = departments.organization_id and b.environment = e.environment
        and b.waiting > 0
    ))`;

/**
 * Adds the jobs of a change of a worker, in its transaction, which holds the gates since it has written the worker. `before`
 * is how the worker counted before. A department that does not book by worker has the same free places. It gets a job only
 * if somebody waits: entries and offers of the waiting list may be of this worker.
 */
export async function addSlotChangeJobsOfWorker(
  em: EntityManager,
  { id, organizationId, departmentId }: Worker,
  before: readonly ActiveWorker[],
): Promise<void> {
  const values = [JSON.stringify(before), id, organizationId, departmentId];
  await em.execute(addOfWorker, values);
}

// The settings are the same before and after, so the jobs have no events of slots.
const addOfZone = `
  insert into slot_change_jobs
    (organization_id, environment, department_id, settings_before, workers_before)
  select departments.organization_id, b.environment, departments.id, ${presentSettings},
    ${activeWorkersColumn}
  from balances b
  join departments on departments.organization_id = b.organization_id
  where b.organization_id = ?`;

/**
 * Adds the jobs of another time zone, in its transaction, which holds the gates since it has written the zone. Local times
 * have other instants then. Departments without entries in the waiting list get a job too: an entry that waits for the
 * gate now has read the zone from before, and is offered a place by it.
 */
export async function addSlotChangeJobsOfZone(
  em: EntityManager,
  organizationId: number,
): Promise<void> {
  await em.execute(addOfZone, [organizationId]);
}

// Skips jobs whose chunk another worker is processing now. The lock ends with this statement: the chunk's transaction
// locks the job again.
const next: Statement<{ id: string; organizationId: number; environment: Environment }> = {
  name: "find a slot change job",
  text: `
    select id, organization_id as "organizationId", environment from slot_change_jobs
    where id > $1::bigint
      and (select o.closed_at is null from organizations o where o.id = organization_id)
    order by id limit 1 for update skip locked`,
};

/** Finds the oldest job after `afterId` that no other worker is processing. */
export async function findJob(pool: Pool, afterId: string): Promise<SlotChangeJob | undefined> {
  return (await rowsOf(pool, next, [afterId]))[0];
}
