import type { EntityManager } from "@mikro-orm/postgresql";
import type { Pool } from "pg";
import type { BookingScope, Department, Environment, SlotSettings } from "../../../core/mod.ts";
import { rowsOf, type Statement } from "../database/statement.ts";

/** A job as it is found. */
export interface SlotChangeJob extends BookingScope {
  id: string;
}

// One for each environment in which a webhook is to be told, in the transaction that changes the settings.
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

/** Keeps the task of telling the slots of a department whose settings are being changed. */
export async function addSlotChangeJobs(
  em: EntityManager,
  { id, organizationId }: Department,
  settingsBefore: SlotSettings,
): Promise<void> {
  const values = [organizationId, id, JSON.stringify(settingsBefore), organizationId];
  await em.execute(add, values);
}

// Only a look: what another worker holds at this moment is passed by, and held is a job for one chunk.
const next: Statement<{ id: string; organizationId: number; environment: Environment }> = {
  name: "find a slot change job",
  text: `
    select id, organization_id as "organizationId", environment from slot_change_jobs
    where id > $1::bigint order by id limit 1 for update skip locked`,
};

/** The oldest job after one that no other worker is at. */
export async function findJob(pool: Pool, afterId: string): Promise<SlotChangeJob | undefined> {
  return (await rowsOf(pool, next, [afterId]))[0];
}
