import type { Pool } from "pg";
import { rowsOf, type Statement } from "../database/statement.ts";
import { sealHash } from "./audit_seals.ts";

/** Seals that are read at once. */
const pageSize = 20;

/** Reads the seals of the audit log and their entries (core/audit/README.md 6). */
export interface AuditSeals {
  /** Computes the hashes of an organization's seals again, in their order. */
  check(organizationId: number): AsyncIterable<CheckedSeal>;
  /** Counts the entries after an id, which have no seal yet. */
  countAfter(organizationId: number, id: number): Promise<number>;
  /** Returns the entries after the id `after` up to `last`, in the order of the ids. */
  lines(
    organizationId: number,
    range: { after: number; last: number | null },
  ): AsyncIterable<AuditLine>;
}

/** An entry as it is sealed and exported. */
export interface AuditLine {
  /** The line that is sealed. */
  line: string;
  /** The line of its personal part, whose hash is in `line`; null if it was removed, or is in `line` itself. */
  personal: string | null;
}

/** A seal, and what was found of its entries. */
export interface CheckedSeal {
  number: number;
  /** The last id of the seal before. */
  after: number;
  last: number;
  /** When it was made. */
  entries: number;
  /** Entries that are there now. */
  found: number;
  /** Of these, entries whose personal part was removed. */
  erased: number;
  /** Of these, entries from before the salts, whose personal part is in the line and cannot be removed. */
  fixed: number;
  /** In hexadecimal digits. */
  hash: string;
  /** Whether the entries are those that were sealed, and the seal follows the one before. */
  isSound: boolean;
}

interface SealRow extends Omit<CheckedSeal, "after" | "last"> {
  after: string;
  last: string;
}

// The hash of the seal before is taken as it is stored: so a changed entry shows in its own seal alone.
const readPage: Statement<SealRow> = {
  text: `
    with page as (
      select s.number, s.last_id, s.entries, s.hash,
        coalesce(before.number, 0) as previous_number, coalesce(before.last_id, 0) as after,
        coalesce(encode(before.hash, 'hex'), '') as previous
      from audit_seals s left join lateral (
        select number, last_id, hash from audit_seals b
        where b.organization_id = s.organization_id and b.number < s.number
        order by b.number desc limit 1
      ) before on true
      where s.organization_id = $1 and s.number > $2
      order by s.number limit ${pageSize}
    )
    select p.number, p.after, p.last_id as last, p.entries, now.found, now.erased, now.fixed, encode(p.hash, 'hex') as hash,
      p.number = p.previous_number + 1 and now.found = p.entries and now.hash = p.hash as "isSound"
    from page p cross join lateral (
      select count(e.id)::int as found,
        count(e.id) filter (where e.personal_hash is not null)::int as erased,
        count(e.id) filter (where e.salt is null and e.personal_hash is null)::int as fixed,
        ${sealHash("p.previous")} as hash
      from (
        select * from audit_entries a
        where a.organization_id = $1 and a.id > p.after and a.id <= p.last_id
      ) e
    ) now
    order by p.number`,
};

const count: Statement<{ count: number }> = {
  text: `select count(*)::int as count from audit_entries where organization_id = $1 and id > $2`,
};

const lineBatch = 1000;

const readLines: Statement<AuditLine & { id: string }> = {
  text: `
    select e.id, audit_line(e) as line,
      case when e.salt is not null then audit_personal_line(e) end as personal
    from audit_entries e
    where e.organization_id = $1 and e.id > $2 and e.id <= coalesce($3, 9223372036854775807)
    order by e.id limit ${lineBatch}`,
};

/** Creates the reader of the seals. */
export function createAuditSeals(pool: Pool): AuditSeals {
  return {
    async *check(organizationId) {
      let number = 0;
      let rows: SealRow[];
      do {
        rows = await rowsOf(pool, readPage, [organizationId, number]);
        for (const row of rows) {
          yield { ...row, after: Number(row.after), last: Number(row.last) };
          number = row.number;
        }
      } while (rows.length === pageSize);
    },
    async countAfter(organizationId, id) {
      const [row] = await rowsOf(pool, count, [organizationId, id]);
      return row!.count;
    },
    async *lines(organizationId, { after, last }) {
      let position = String(after);
      let rows: (AuditLine & { id: string })[];
      do {
        rows = await rowsOf(pool, readLines, [organizationId, position, last]);
        for (const { id, ...line } of rows) {
          yield line;
          position = id;
        }
      } while (rows.length === lineBatch);
    },
  };
}
