import type { EntityManager, MikroORM } from "@mikro-orm/postgresql";
import type { Audited, AuditedChange } from "../../../core/mod.ts";
import { writeAuditIn } from "./write_audit.ts";

/** Keeps a new row, which gets its id, and what the audit is told of it, in one transaction. */
export async function addAudited<T extends object>(
  orm: MikroORM,
  row: T,
  audit: Audited<T>,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.persist(row).flush();
    await writeAuditIn(em, audit(row));
  });
}

/** Changes a row that is locked, and writes what the audit is told of it, beside what it was before. */
export async function changeAudited<T extends object, R>(
  em: EntityManager,
  row: T,
  { change, audit }: { change: (row: T) => R; audit: AuditedChange<T> },
): Promise<R> {
  const before: T = Object.assign(Object.create(Object.getPrototypeOf(row)), row);
  const result = change(row);
  await em.flush();
  await writeAuditIn(em, audit(row, before));
  return result;
}
