import { readFileSync, statSync } from "node:fs";
import { withClient } from "../replication/with_client.ts";
import type { CitusCluster } from "./citus_cluster.ts";

/** A statement that the coordinator sent to a node. */
export interface SentStatement {
  text: string;
  /** The parts of the distribution whose tables the statement names: the lowest hash of each. */
  parts: string[];
}

/** Runs work, and returns the statements that the coordinator of the cluster sent to other nodes meanwhile. */
export async function statementsSentBy(
  { coordinator, urlOf }: CitusCluster,
  database: string,
  work: () => Promise<unknown>,
): Promise<SentStatement[]> {
  const log = `${coordinator.folder}.log`;
  const partOf = await withClient({ connectionString: urlOf(database) }, async (client) => {
    const { rows } = await client.query<{ id: string; part: string | null }>(
      "select shardid as id, shardminvalue as part from pg_dist_shard",
    );
    return new Map(rows.map(({ id, part }) => [id, part]));
  });
  const start = statSync(log).size;
  await work();
  const written = readFileSync(log).subarray(start).toString();
  return written.split(/^\d{4}-\d\d-\d\d .*?NOTICE: {2}/m)
    .filter((entry) => entry.startsWith("issuing "))
    .map((entry) => {
      const [text = ""] = entry.split(/^\S.*?DETAIL: /m);
      const ids = text.match(/(?<=_)\d{6,}\b/g) ?? [];
      // Copies of the reference table have no part.
      const parts = ids.map((id) => partOf.get(id) ?? null).filter((part) => part !== null);
      return { text, parts: [...new Set(parts)] };
    });
}
