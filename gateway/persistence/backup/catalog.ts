import type { ClientBase } from "pg";
import { monthsWithPartition } from "../database/partitions.ts";

/** A table as a backup stores it. */
export interface TableShape {
  name: string;
  /** The stored columns. Generated ones are not among them. */
  columns: string[];
  /** The months that have a partition, such as `2026-11`. Absent if the table is not partitioned. */
  months?: string[] | undefined;
}

/**
 * Tables whose rows a backup leaves out. Sessions: a restored one would sign in somebody who has signed out, was disabled
 * or changed the password since the backup. `schema_migrations`: the migrations write it. `reporting_heartbeats`: they
 * belong to running processes. `backup_marks`: a restored database has no backup yet.
 */
const leftOut = ["sessions", "schema_migrations", "reporting_heartbeats", "backup_marks"];

// Tables of extensions are not the service's. Partitions are copied with their table.
const readShapes = `
  select c.relname as name, c.relkind = 'p' as "isPartitioned",
    array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum
    ) as columns
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> all ($1)
    and not exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )
  order by c.relname`;

/** Reads the tables of the database from its catalog, so that no list of tables can miss one. */
export async function readTableShapes(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { isPartitioned: boolean }>(readShapes, [
    leftOut,
  ]);
  const shapes: TableShape[] = [];
  for (const { isPartitioned, name, columns } of rows) {
    const months = isPartitioned ? await monthsWithPartition(client, { name }) : undefined;
    shapes.push({ name, columns, ...(months && { months: months.map(String).toSorted() }) });
  }
  return shapes;
}

/** Returns an identifier in quotation marks. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** Returns the columns of a table as a list in SQL. */
export function columnList({ columns }: Pick<TableShape, "columns">): string {
  return columns.map(quoted).join(", ");
}
