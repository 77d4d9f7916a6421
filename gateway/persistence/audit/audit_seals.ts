import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { Logger } from "pino";
import { repeat } from "../database/repeat.ts";
import { rowsIn, type Statement } from "../database/statement.ts";

const everyMs = 600_000;
/** A turn waits so long for transactions that may still add entries. The next turn covers what is left. */
const maxWaitMs = 30_000;
const pollMs = 250;
/** Entries of a seal. Their lines take some MB. */
const maxEntries = 5000;
/** Organizations of a statement. */
const maxOrganizations = 100;
// A sequence and its readers: whoever drew an id up to `lastId` had its transaction id before, so below the `xmax` that
// is read afterwards. When that is the `xmin`, all of them have ended (gateway/persistence/audit/README.md 2).
const readLastId: Statement<{ lastId: string }> = {
  text: `select last_value::text as "lastId" from audit_entries_id_seq`,
};
const readXmax: Statement<{ xmax: string }> = {
  text: "select pg_snapshot_xmax(pg_current_snapshot())::text as xmax",
};
const hasEnded: Statement<{ hasEnded: boolean }> = {
  text: `select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as "hasEnded"`,
};

/** Returns SQL for the hash of a seal: of the seal before, and of the entries `e` in the order of their ids. */
export const sealHash = (previous: string) =>
  `sha256(convert_to(
    ${previous} || E'\\n' || coalesce(string_agg(audit_line(e) || E'\\n', '' order by e.id), ''), 'UTF8'))`;

// One process seals at a time; another one that tries does nothing. The hash is over committed entries that never
// change, so a turn that is interrupted leaves nothing half done.
const seal: Statement<{ entries: number }> = {
  text: `
    with turn as materialized (
      select pg_try_advisory_xact_lock(hashtextextended('appointment-booking audit seals', 0)) as is_ours
    ), pending as materialized (
      select o.id as organization_id, coalesce(s.number, 0) as number, coalesce(s.last_id, 0) as last_id,
        coalesce(encode(s.hash, 'hex'), '') as previous
      from organizations o left join lateral (
        select number, last_id, hash from audit_seals
        where organization_id = o.id order by number desc limit 1
      ) s on true
      where (select is_ours from turn) and exists (
        select from audit_entries e
        where e.organization_id = o.id and e.id > coalesce(s.last_id, 0) and e.id <= $1::bigint
      )
      limit ${maxOrganizations}
    )
    insert into audit_seals (organization_id, number, last_id, entries, hash, sealed_at)
    select p.organization_id, p.number + 1, max(e.id), count(*), ${sealHash("p.previous")}, now()
    from pending p cross join lateral (
      select * from audit_entries a
      where a.organization_id = p.organization_id and a.id > p.last_id and a.id <= $1::bigint
      order by a.id limit ${maxEntries}
    ) e
    group by p.organization_id, p.number, p.previous
    on conflict do nothing
    returning entries`,
};

/** Seals the committed entries that have no seal. Returns how many were sealed; 0 also while another process seals. */
export async function sealAudit(
  pool: Pool,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const client = await pool.connect();
  try {
    const lastId = await settledId(client, isStopped);
    let sealed = 0;
    let entries: number;
    do {
      if (lastId === undefined || isStopped()) return sealed;
      const rows = await rowsIn(client, seal, [lastId]);
      entries = rows.reduce((sum, row) => sum + row.entries, 0);
      sealed += entries;
    } while (entries > 0);
    return sealed;
  } finally {
    client.release();
  }
}

/** Returns an id up to which no transaction can add an entry any more; undefined if one takes too long. */
async function settledId(
  client: PoolClient,
  isStopped: () => boolean,
): Promise<string | undefined> {
  const [{ lastId } = { lastId: "0" }] = await rowsIn(client, readLastId, []);
  const [row] = await rowsIn(client, readXmax, []);
  const until = performance.now() + maxWaitMs;
  while (!isStopped() && performance.now() < until) {
    const [found] = await rowsIn(client, hasEnded, [row!.xmax]);
    if (found!.hasEnded) return lastId;
    await sleep(pollMs);
  }
  return undefined;
}

/** Seals every 10 minutes until stopped. */
export function keepAuditSealed(
  pool: Pool,
  log?: Pick<Logger, "warn">,
): { stop(): Promise<void> } {
  return repeat((isStopped) => sealAudit(pool, isStopped), {
    everyMs,
    onFault: (error) => log?.warn({ err: error }, "sealing the audit log failed, will retry"),
  });
}
