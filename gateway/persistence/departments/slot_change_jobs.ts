import type { EntityManager } from "@mikro-orm/postgresql";
import type { ClientBase, Pool } from "pg";
import type { BookingScope, Department, Environment, SlotSettings } from "../../../core/ports.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";

/** The task to publish the slots that a change of a department's settings affects. */
export interface SlotChangeJob extends BookingScope {
  id: string;
}

// Adds one job for each environment that has a subscribed webhook.
const add = `
  insert into slot_change_jobs (organization_id, environment, department_id, settings_before)
  select ?::int, e.environment, ?::int, ?::jsonb
  from unnest(array['LIVE', 'TEST']) as e (environment)
  where exists (
    select from webhooks w
    where w.organization_id = ? and w.deleted_at is null and w.is_active
      and 'SLOT_AVAILABILITY_CHANGED' = any(w.events)
      and (e.environment = 'LIVE' or w.include_test)
  )`;

/** Adds the jobs of a department in the transaction that changes its settings. */
export async function addSlotChangeJobs(
  em: EntityManager,
  { id, organizationId }: Department,
  settingsBefore: SlotSettings,
): Promise<void> {
  const values = [organizationId, id, JSON.stringify(settingsBefore), organizationId];
  await em.execute(add, values);
}

const addMany: Statement<never> = {
  name: "add slot change jobs",
  text: `
    insert into slot_change_jobs (organization_id, environment, department_id, settings_before)
    select $1, e.environment, d.id, d.settings_before
    from unnest($2::int[], $3::jsonb[]) as d (id, settings_before)
    cross join unnest(array['LIVE', 'TEST']) as e (environment)
    where exists (
      select from webhooks w
      where w.organization_id = $1 and w.deleted_at is null and w.is_active
        and 'SLOT_AVAILABILITY_CHANGED' = any(w.events)
        and (e.environment = 'LIVE' or w.include_test)
    )`,
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

// Skips jobs whose chunk another worker is processing now. The lock ends with this statement: the chunk's transaction
// locks the job again.
const next: Statement<{ id: string; organizationId: number; environment: Environment }> = {
  name: "find a slot change job",
  text: `
    select id, organization_id as "organizationId", environment from slot_change_jobs
    where id > $1::bigint order by id limit 1 for update skip locked`,
};

/** Finds the oldest job after `afterId` that no other worker is processing. */
export async function findJob(pool: Pool, afterId: string): Promise<SlotChangeJob | undefined> {
  return (await rowsOf(pool, next, [afterId]))[0];
}
