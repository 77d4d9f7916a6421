import type { EntityManager } from "@mikro-orm/postgresql";
import { type Departments, Worker } from "../../../core/ports.ts";
import { changeAudited } from "../audit/audited.ts";
import { withLocked } from "../audit/change_locked.ts";
import { type Database, maxInt } from "../database/database.ts";
import { addSlotChangeJobsOfWorker } from "./slot_change_jobs.ts";

// In the order of the ids, so that two changes cannot deadlock. FOR NO KEY UPDATE as in `lockedRow`.
const lock = `
  select id from workers
  where organization_id = ? and coalesce(person_id, id) = (
    select coalesce(person_id, id) from workers where organization_id = ? and id = ?
  )
  order by id for no key update`;

/** Implements `changePerson` of core's `Departments`. */
export function changePerson(
  database: Database,
  { organizationId, id }: Parameters<Departments["changePerson"]>[0],
  change: Parameters<Departments["changePerson"]>[1],
  audit: Parameters<Departments["changePerson"]>[2],
): Promise<Worker[] | undefined> {
  async function load(em: EntityManager): Promise<Worker[] | undefined> {
    if (id > maxInt) return undefined;
    const rows = await em.execute<{ id: number }[]>(lock, [organizationId, organizationId, id]);
    if (rows.length === 0) return undefined;
    const ids = rows.map((row) => row.id);
    return await em.find(Worker, { organizationId, id: { $in: ids } }, { orderBy: { id: "asc" } });
  }
  return withLocked(database, load, async (person, transaction) => {
    for (const worker of person) {
      const changed = { change: (row: Worker) => change(row, person), audit };
      const before = await changeAudited(transaction, worker, changed);
      if (before) await addSlotChangeJobsOfWorker(transaction.em, worker, before);
    }
    return person;
  });
}
