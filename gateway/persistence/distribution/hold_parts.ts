import type { ClientBase } from "pg";
import { RolledBackError } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import type { Parts } from "./parts.ts";

/** Returns the statement that keeps parts on their node until the end of the transaction. */
export function holdParts(shardIds: readonly string[]): string {
  // 5 is ShareLock: that of a writing statement of Citus. A move takes an exclusive lock.
  return `select lock_shard_metadata(5, array[${shardIds.join(", ")}]::bigint[])`;
}

const countHere: Statement<{ count: number }> = {
  name: "count the parts that are here",
  // A statement of its own after the lock, so it sees a move that the lock has waited for.
  text: `select count(*)::int
    from unnest($1::bigint[]) as wanted (id)
      join pg_dist_placement p on p.shardid = wanted.id
      join pg_dist_local_group g on g.groupid = p.groupid
    where to_regclass('part_' || wanted.id || '.audit_entries') is not null`,
};

/** Throws RolledBackError if one of the parts is not on the node of this session. */
export async function requireParts(
  client: ClientBase,
  parts: Parts,
  shardIds: readonly string[],
): Promise<void> {
  const [row] = await rowsIn(client, countHere, [shardIds]);
  if (row!.count === shardIds.length) return;
  parts.forget();
  throw new RolledBackError("A part has moved to another node");
}
