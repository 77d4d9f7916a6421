import { readFile } from "node:fs/promises";
import type { ClientBase } from "pg";
import { holdViews } from "./part_views.ts";

const hasTables = `
  select to_regclass('pg_dist_partition') is not null
    and to_regclass('departments') is not null as "hasTables"`;
const findDistributed = `
  select from pg_dist_partition where logicalrelid = 'departments'::regclass and partmethod = 'h'`;

/** Returns whether a database is distributed. */
export async function isDistributedDatabase(client: Pick<ClientBase, "query">): Promise<boolean> {
  const { rows } = await client.query<{ hasTables: boolean }>(hasTables);
  return rows[0]!.hasTables && (await client.query(findDistributed)).rowCount === 1;
}

/** Replaces the functions of the migrations by those for distributed tables. */
export async function createDistributedFunctions(client: ClientBase): Promise<void> {
  await client.query(
    await readFile(new URL("distributed_functions.sql", import.meta.url), "utf8"),
  );
  // Trigger functions are sent to the nodes with their tables. A function that they call is not.
  await client.query("select create_distributed_function('usage_latency_ms(int)')");
}

/** The same after migrations of a distributed database, which may have changed the functions. Does nothing in any other. */
export async function renewDistributedFunctions(client: ClientBase): Promise<void> {
  if (await isDistributedDatabase(client)) await createDistributedFunctions(client);
}

const dropSchemas = `do $drop$
  declare
    part name;
  begin
    perform set_config('citus.enable_ddl_propagation', 'off', true);
    for part in select nspname from pg_namespace where nspname ~ '^part_[0-9]+$' loop
      execute format('drop schema %I cascade', part);
    end loop;
  end $drop$`;

/**
 * Drops the views of parts on all nodes before migrations, which could not drop or change a column of them. Processes create
 * them again when they need them, after the transaction of `client`. Does nothing in any other database.
 */
export async function dropPartSchemas(client: ClientBase): Promise<void> {
  if (!await isDistributedDatabase(client)) return;
  await holdViews(client);
  const { rows } = await client.query<{ success: boolean; result: string }>(
    "select success, result from run_command_on_all_nodes($1)",
    [dropSchemas],
  );
  const failed = rows.find(({ success }) => !success);
  if (failed) throw new Error(`Cannot drop the views of parts: ${failed.result}`);
}
