import type { Pool } from "pg";
import {
  type SeenEntry,
  type Waitlist,
  type WaitlistState,
  waitlistStates,
  type WaitlistSums,
} from "../../../core/ports.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import type { RowOf } from "../mapping/columns.ts";
import { type StoredWaitlistEntry, waitlistEntries } from "../mapping/tables.ts";
import { instantFromDatabase, localDateTimeFromDatabase } from "../mapping/temporal_types.ts";

interface SeenRow extends RowOf<StoredWaitlistEntry> {
  offer: { holdId: number; slotTime: string; workerId: number | null; expiresAt: string } | null;
}

const columns = `${waitlistEntries.select("e")}, (
    select json_build_object('holdId', o.hold_id, 'slotTime', o.slot_start, 'workerId', o.worker_id,
      'expiresAt', o.expires_at)
    from waitlist_offers o
    where o.organization_id = e.organization_id and o.environment = e.environment
      and o.entry_id = e.id and o.outcome is null
  ) as offer`;

/** Finds an entry of a key, or of any. */
export const findEntry: Statement<SeenRow> = {
  name: "find an entry of the waiting list",
  text: `
    select ${columns} from waitlist_entries e
    where e.organization_id = $1 and e.environment = $2 and e.id = $3::bigint
      and ($4::uuid is null or e.lineage_id = $4::uuid)`,
};

const ofKey = `e.organization_id = $1 and e.environment = $2 and e.id > $3::bigint
      and ($4::uuid is null or e.lineage_id = $4::uuid)`;
const filtered = `($5::bigint[] is null or e.department_id = any($5::bigint[]))
      and ($6::text is null or e.external_user_id = $6)
      and e.state = any($7::text[])`;

// An index has the open entries alone, and another one those of a user.
const list: Statement<SeenRow> = {
  text: `
    select ${columns} from waitlist_entries e
    where ${ofKey} and ${filtered}
    order by e.id limit $8::int`,
};

/** A page of final entries with a filter looks at so many, of which the filters may leave out most. An index for each filter would cost more. */
const maxRead = 2000;

const listRead: Statement<Omit<SeenRow, "id"> & { id: string | null; readUpTo: string | null }> = {
  text: `
    with page as materialized (
      select e.* from waitlist_entries e where ${ofKey} order by e.id limit ${maxRead}
    )
    select found.*, read."readUpTo"
    from (select case when count(*) = ${maxRead} then max(id) end as "readUpTo" from page) read
    left join (
      select ${columns} from page e
      where ${filtered}
      order by e.id limit $8::int
    ) found on true
    order by found.id`,
};

const openStates: ReadonlySet<string> = new Set<WaitlistState>(["WAITING", "OFFERED"]);

/** Returns whether an index has just the entries of a query. */
function hasIndex(
  { departmentIds, externalUserId, states }: Parameters<Waitlist["list"]>[1],
): boolean {
  return externalUserId !== null || states.every((state) => openStates.has(state)) ||
    departmentIds === null && waitlistStates.every((state) => states.includes(state));
}

// The entry of an offer is looked up only for a filter by department.
const sums: Statement<WaitlistSums> = {
  text: `
    select (
      select count(*)::int from waitlist_entries e
      where e.organization_id = $1 and e.environment = $2 and e.created_at >= $3::timestamptz
        and ($4::bigint[] is null or e.department_id = any($4::bigint[]))
    ) as joined, count(*)::int as offered,
      count(*) filter (where o.outcome = 'ACCEPTED')::int as accepted,
      count(*) filter (where o.outcome = 'DECLINED')::int as declined,
      count(*) filter (where o.outcome = 'EXPIRED')::int as expired,
      round((extract(epoch from percentile_cont(0.5) within group (order by o.ended_at - o.offered_at)
        filter (where o.outcome = 'ACCEPTED')) / 60)::numeric)::int as "medianMinutes"
    from waitlist_offers o
    where o.organization_id = $1 and o.environment = $2 and o.offered_at >= $3::timestamptz
      and ($4::bigint[] is null or (
        select e.department_id from waitlist_entries e
        where e.organization_id = o.organization_id and e.environment = o.environment
          and e.id = o.entry_id
      ) = any($4::bigint[]))`,
};

/** Implements core's `Waitlist` in Postgres. */
export function createWaitlist(pool: Pool): Waitlist {
  return {
    async find({ organizationId, environment }, { id, holder }) {
      const values = [organizationId, environment, id, holder?.lineageId ?? null];
      const [row] = await rowsOf(pool, findEntry, values);
      return row && toSeenEntry(row);
    },
    async list({ organizationId, environment }, query) {
      const { holder, departmentIds, externalUserId, states, after, max } = query;
      const scope = [organizationId, environment, after, holder?.lineageId ?? null];
      const values = [...scope, departmentIds, externalUserId, states, max];
      if (hasIndex(query)) {
        const entries = (await rowsOf(pool, list, values)).map(toSeenEntry);
        return { entries, readUpTo: null };
      }
      const rows = await rowsOf(pool, listRead, values);
      const { readUpTo } = rows[0]!;
      const found = rows.flatMap(({ id, ...row }) => id === null ? [] : [{ ...row, id }]);
      return {
        entries: found.map(toSeenEntry),
        readUpTo: readUpTo === null ? null : Number(readUpTo),
      };
    },
    async sums({ organizationId, environment }, { departmentIds, from }) {
      const values = [organizationId, environment, from.toString(), departmentIds];
      return (await rowsOf(pool, sums, values))[0]!;
    },
  };
}

/** Converts a row to core's `SeenEntry`. */
export function toSeenEntry({ offer, ...row }: SeenRow): SeenEntry {
  const { apiKeyId, lineageId, idempotencyKey, fingerprint, ...entry } = waitlistEntries.fromRow(
    row,
  );
  return {
    ...entry,
    holder: { apiKeyId, lineageId },
    idempotency: idempotencyKey === null
      ? null
      : { key: idempotencyKey, fingerprint: fingerprint as string },
    offer: offer && {
      ...offer,
      slotTime: localDateTimeFromDatabase(offer.slotTime),
      expiresAt: instantFromDatabase(offer.expiresAt),
    },
  };
}
