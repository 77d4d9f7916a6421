import type { Pool } from "pg";
import { rowsOf } from "../database/statement.ts";

/**
 * No transaction of a distributed database is open for longer: the service ends its own after 30 s, and Citus settles those of
 * a crash once a minute.
 */
const maxTransactionMs = 90_000n;

/**
 * Reads the changes of organizations after their positions, one after the other. The snapshot of the coordinator does not show
 * the transactions of the nodes. So the numbers of the snapshot are times of this process: those that began before `xmin` have
 * ended.
 */
export async function readChangesOfEach<Row, Change>(
  pool: Pool,
  positions: readonly { id: number; after: number }[],
  { entry, maxRows, changeOf }: {
    /** Selects a row of `found` as JSON. */
    entry: string;
    maxRows: number;
    changeOf(row: Row): Change;
  },
): Promise<{ snapshot: { xmin: bigint; xmax: bigint }; changes: Map<number, Change[]> }> {
  const readOfOne = {
    name: "read changes of one organization",
    text: `
      select coalesce(json_agg(${entry}), '[]') as entries
      from (
        select * from audit_entries a where a.organization_id = $1 and a.id > $2::bigint
        order by a.organization_id desc, a.id desc limit ${maxRows}
      ) found`,
  };
  const monotonicMs = () => BigInt(Math.floor(performance.now()));
  const xmin = monotonicMs() - maxTransactionMs;
  const changes = new Map<number, Change[]>();
  for (const { id, after } of positions) {
    const [row] = await rowsOf<{ entries: Row[] }>(pool, readOfOne, [id, after]);
    changes.set(id, row!.entries.map(changeOf));
  }
  return { snapshot: { xmin, xmax: monotonicMs() + 1n }, changes };
}
