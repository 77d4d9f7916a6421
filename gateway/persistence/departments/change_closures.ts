import type { ClientBase } from "pg";
import {
  type AuditRecord,
  type ChangedDepartment,
  type ClosuresChange,
  type Department,
  type Departments,
  type HolidayChoice,
  slotSettingsOf,
} from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { type Database, maxInt } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { departmentColumns, departmentFromRow, type DepartmentRow } from "./department_row.ts";
import { addSlotChangeJobsOf } from "./slot_change_jobs.ts";

// In the order of the ids, so that two changes cannot deadlock.
const lock: Statement<DepartmentRow> = {
  name: "lock departments",
  text: `
    select ${departmentColumns} from departments
    where organization_id = $1 and ($2::bigint[] is null or id = any($2::bigint[]))
    order by id for no key update`,
};

const save: Statement<{ id: number; version: number }> = {
  name: "save the closures of departments",
  text: `
    update departments d set closures = changed.closures
    from unnest($2::int[], $3::jsonb[]) as changed (id, closures)
    where d.organization_id = $1 and d.id = changed.id
    returning d.id, d.version`,
};

// After the departments, as every change of settings locks them. Audit entries lock the organization themselves.
const lockOrganization: Statement<
  { id: number; name: string; holidays: HolidayChoice | null }
> = {
  name: "lock an organization for its holidays",
  text: "select id, name, holidays from organizations where id = $1 for no key update",
};

const saveHolidays: Statement<never> = {
  name: "save the holidays of an organization",
  text: "update organizations set holidays = $2 where id = $1",
};

/**
 * Changes the closures of many departments in one transaction, with as many statements as for one. Returns the changed
 * departments by id. `change` gets the locked departments.
 */
export function changeClosures(
  { pool }: Database,
  organizationId: number,
  departmentIds: readonly number[] | null,
  change: (departments: Department[]) => ClosuresChange[],
  audit: (changes: ChangedDepartment[]) => AuditRecord[],
): Promise<Department[]> {
  // No row has an id that the column cannot hold.
  const ids = departmentIds?.filter((id) => id <= maxInt) ?? null;
  return orUnavailable(() =>
    inTransaction(pool, async ({ client, trail }) => {
      const rows = await rowsIn(client, lock, [organizationId, ids]);
      const changes = await saveClosures(
        client,
        organizationId,
        change(rows.map(departmentFromRow)),
      );
      await writeAudit({ client, trail }, audit(changes));
      return changes.map(({ after }) => after);
    })
  );
}

/** Implements `changeHolidays` of core's `Departments`. */
export function changeHolidays(
  { pool }: Database,
  organizationId: number,
  change: Parameters<Departments["changeHolidays"]>[1],
  audit: Parameters<Departments["changeHolidays"]>[2],
): ReturnType<Departments["changeHolidays"]> {
  return orUnavailable(() =>
    inTransaction(pool, async ({ client, trail }) => {
      const rows = await rowsIn(client, lock, [organizationId, null]);
      const [organization] = await rowsIn(client, lockOrganization, [organizationId]);
      const decided = organization && change(organization.holidays, rows.map(departmentFromRow));
      if (!decided) return null;
      const { holidays } = decided;
      await rowsIn(client, saveHolidays, [organizationId, JSON.stringify(holidays)]);
      const changed = {
        before: organization.holidays,
        organization: { ...organization, holidays },
        departments: await saveClosures(client, organizationId, decided.closures),
      };
      await writeAudit({ client, trail }, audit(changed));
      return changed;
    })
  );
}

/** Saves the closures of locked departments, with the jobs for the events of their slots. */
async function saveClosures(
  client: ClientBase,
  organizationId: number,
  closures: ClosuresChange[],
): Promise<ChangedDepartment[]> {
  const changes = closures.map(({ department, closures }) => ({
    before: department,
    after: { ...department, closures },
  }));
  if (changes.length === 0) return [];
  const saved = await rowsIn(client, save, [
    organizationId,
    changes.map(({ after }) => after.id),
    changes.map(({ after }) => JSON.stringify(after.closures)),
  ]);
  const versions = new Map(saved.map(({ id, version }) => [id, version]));
  for (const { after } of changes) after.version = versions.get(after.id)!;
  await addSlotChangeJobsOf(
    client,
    organizationId,
    changes.map(({ before }) => ({ id: before.id, settingsBefore: slotSettingsOf(before) })),
  );
  return changes;
}
