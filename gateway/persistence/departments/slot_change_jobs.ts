import type { EntityManager } from "@mikro-orm/postgresql";
import type { Pool } from "pg";
import type { BookingScope, Department, Environment, SlotSettings } from "../../../core/ports.ts";
import { rowsOf, type Statement } from "../database/statement.ts";

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
