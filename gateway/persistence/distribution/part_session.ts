import type { ClientBase } from "pg";
import { serviceClientOf } from "../database/service_client.ts";

/** A part of the coordinator's own tables and its copies. No shard has this id. */
export const ownTables = "0";

/** The tables with ids from a sequence in the transactions of a part. */
const withIds = [
  "appointments",
  "credit_entries",
  "usage_entries",
  "audit_entries",
  "webhook_attempts",
];

/** Returns the schema of a part. */
function schemaOf(shardId: string): string {
  return `part_${shardId}`;
}

/**
 * Returns the statements that make a part usable on its node: a schema with views that have the names of the tables, and lead
 * to the shards of the part. It does nothing if the schema is complete.
 *
 * Ids come from sequences of the session: those of the node are of another range.
 */
export function createSchema(shardId: string): string {
  const schema = schemaOf(shardId);
  return `begin;
  set local citus.enable_ddl_propagation = off;
  do $part$
  declare
    one record;
  begin
    perform pg_advisory_xact_lock(hashtextextended('appointment-booking ${schema}', 0));
    if to_regnamespace('${schema}') is null then create schema ${schema}; end if;
    for one in
      select s.logicalrelid::text as name, s.logicalrelid || '_' || s.shardid as shard
      from pg_dist_shard s
      where (s.shardminvalue is null or s.shardminvalue = (
          select shardminvalue from pg_dist_shard where shardid = ${shardId}))
        and not exists (select from pg_inherits where inhrelid = s.logicalrelid)
        and to_regclass('public.' || s.logicalrelid || '_' || s.shardid) is not null
    loop
      continue when (select count(*) from pg_attribute where attnum > 0 and not attisdropped
          and attrelid = to_regclass(format('public.%I', one.shard)))
        = (select count(*) from pg_attribute where attnum > 0
          and attrelid = to_regclass(format('${schema}.%I', one.name)));
      execute format('create or replace view ${schema}.%I as select * from public.%I', one.name, one.shard);
      if one.name = any('{${withIds.join(",")}}') then
        execute format('alter view ${schema}.%I alter id set default nextval(%L::text::regclass)',
          one.name, 'pg_temp.' || one.name || '_id_seq');
      end if;
    end loop;
  end $part$;
  commit`;
}

/** The statements that give a session the sequences of its ids. Each transaction sets them to ids of the coordinator. */
export const createSequences = `set citus.enable_ddl_propagation = off;
  ${withIds.map((table) => `create temp sequence ${table}_id_seq`).join("; ")};
  set citus.enable_ddl_propagation = on`;

/**
 * Lets the following statements of a session work on a part. The server keeps the plan of a named statement for one search
 * path, so each part has names of its own.
 */
export async function enterPart(
  client: ClientBase,
  shardId: string,
  { isLocal = true }: { isLocal?: boolean } = {},
): Promise<void> {
  const entering = client.query(
    `set ${isLocal ? "local " : ""}search_path = ${schemaOf(shardId)}, public`,
  );
  serviceClientOf(client).suffix = ` ${shardId}`;
  await entering;
}
