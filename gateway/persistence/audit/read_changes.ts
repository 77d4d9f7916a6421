import type { Pool } from "pg";
import type { AuditAction, ChangeEntry, Environment } from "../../../core/ports.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { maxBatch, type Snapshot } from "./organization_feed.ts";

/** The entries of some organizations, and the snapshot that shows them. */
interface ReadChanges {
  snapshot: Snapshot;
  /** By organization: its newest `maxBatch` entries after the position, and one more if there are more. */
  changes: Map<number, ChangeEntry[]>;
}

type Columns = [
  organizationId: number,
  id: number,
  action: AuditAction,
  subjectId: number,
  environment: Environment | null,
  actorKind: ChangeEntry["actor"]["kind"],
  actorId: number | null,
  actorName: string,
  at: string,
];

// One statement has one snapshot, so pg_current_snapshot() is the one that the entries are read by. The primary key is
// read backwards from its newest entry, so an organization without changes costs one look at the index.
const read: Statement<{ xmin: string; xmax: string; entries: Columns[] }> = {
  name: "read changes",
  text: `
    select pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
      pg_snapshot_xmax(pg_current_snapshot())::text as xmax,
      coalesce((
        select json_agg(json_build_array(
          found.organization_id, found.id, found.action, found.subject_id, found.environment,
          found.actor_kind, found.actor_id, found.actor_name, found.created_at
        ))
        from unnest($1::int[], $2::bigint[]) as followed (organization_id, after)
        cross join lateral (
          select * from audit_entries a
          where a.organization_id = followed.organization_id and a.id > followed.after
          order by a.organization_id desc, a.id desc limit ${maxBatch + 1}
        ) found
      ), '[]') as entries`,
};

/** Reads the changes of organizations after their positions. Throws SERVICE_UNAVAILABLE. */
export async function readChanges(
  pool: Pool,
  positions: readonly { id: number; after: number }[],
): Promise<ReadChanges> {
  const values = [positions.map(({ id }) => id), positions.map(({ after }) => after)];
  const [row] = await rowsOf(pool, read, values);
  const { xmin, xmax, entries } = row!;
  const grouped = Map.groupBy(entries, ([organizationId]) => organizationId);
  return {
    snapshot: { xmin: BigInt(xmin), xmax: BigInt(xmax) },
    changes: new Map([...grouped].map(([id, rows]) => [id, rows.map(changeOf)])),
  };
}

function changeOf(
  [, id, action, subjectId, environment, kind, actorId, name, at]: Columns,
): ChangeEntry {
  return {
    id,
    action,
    subjectId,
    environment,
    actor: { kind, id: actorId, name },
    at: Temporal.Instant.from(at),
  };
}
