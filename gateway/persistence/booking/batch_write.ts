import type { PoolClient } from "pg";
import type { BookingVerdict } from "../../../core/ports.ts";
import { auditValueCount, auditValues, insertAudit } from "../audit/audit_columns.ts";
import type { CommitTrail } from "../commit/commit_trail.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { type RecordCount, Table } from "../mapping/columns.ts";
import { appointments, creditEntries, rememberedAnswers, usageEntries } from "../mapping/tables.ts";
import {
  feedValueCount,
  feedValues,
  insertFeedEntries,
  type NewFeedEntry,
} from "../webhooks/feed_entries.ts";
import { searchWordsColumn } from "./search_words.ts";

type Booked = Extract<BookingVerdict, { kind: "booked" }>;

/** The statement that writes bookings, with its values. */
export interface BookingWrite {
  statement: Statement<never>;
  values: unknown[];
}

// The appointments of a transaction have one time of creation. New ones are scheduled and not archived.
const made = new Table("appointments", {
  ...appointments.without("status", "createdAt", "archivedAt").columns,
  searchWords: { type: "tsvector", isNullable: false },
});
const spent = creditEntries.only("organizationId", "environment", "balanceAfter", "appointmentId");
const logged = usageEntries.without("id", "error");

/** How many bookings a statement writes, and which records in addition to appointments, ledger entries and audit records. */
interface Parts {
  count: RecordCount;
  isLogged: boolean;
  isPublished: boolean;
  isRemembered: boolean;
}

const statements = new Map<string, Statement<never>>();

// Writes bookings of any number of scopes in one statement: appointments, ledger entries, usage, audit records, entries of
// the feed and remembered answers. The trigger of the ledger updates the balance and raises its position.
//
// Why one statement: each round trip holds the gate longer, and everybody else of the scope waits for the gate. The order
// of the placeholders is that of the values in `writeOfBookings`.
//
// The upsert replaces a key that is older than 24 hours and not deleted yet. A request with a younger key is a replay or
// a conflict, and is not in the batch that is written.
function statementOf(parts: Parts): Statement<never> {
  const { count, isLogged, isPublished, isRemembered } = parts;
  const name = count === "many" ? "write a batch of bookings" : [
    "write a booking",
    isLogged && "usage",
    isPublished && "feed",
    isRemembered && "answer",
  ].filter((part) => part !== false).join(", ");
  const known = statements.get(name);
  if (known) return known;
  let next = 2;
  const take = (size: number) => {
    const first = next;
    next += size;
    return first;
  };
  const from = (alias: string, table: Pick<Table<object>, "size" | "source">) =>
    table.source(alias, take(table.size), count);
  const written = [
    `made as (
      insert into appointments (${made.names}, status, created_at)
      select ${made.names}, 'SCHEDULED', $1::timestamptz from ${from("a", made)}
    )`,
    `spent as (
      insert into credit_entries (${spent.names}, kind, amount, note, created_at)
      select ${spent.names}, 'CONSUMED', -1, '', $1::timestamptz from ${from("e", spent)}
      order by nth
    )`,
    isLogged && `logged as (
      insert into usage_entries (${logged.names}) select ${logged.names} from ${from("u", logged)}
    )`,
    isPublished && `fed as (
      ${insertFeedEntries(take(feedValueCount), { createdAt: "$1::timestamptz", count })}
    )`,
    isRemembered && `remembered as (
      insert into idempotency_keys (${rememberedAnswers.names})
      select ${rememberedAnswers.names} from ${from("k", rememberedAnswers)}
      on conflict (organization_id, environment, key) do update
        set fingerprint = excluded.fingerprint, answer = excluded.answer,
          created_at = excluded.created_at
    )`,
  ].filter((part) => part !== false);
  const text = `with ${written.join(", ")} ${insertAudit(take(auditValueCount), count)}`;
  const statement = { name, text };
  statements.set(name, statement);
  return statement;
}

/**
 * Returns the statement that writes booked appointments, which have one time, with their ledger entries, usage, audit
 * records, entries of the feed and remembered answers. A lone booking has statements of its own, without arrays and
 * without the parts that it does not need: that saves a sixth of Postgres' time.
 */
export function writeOfBookings(
  booked: readonly Booked[],
  { trail, feed }: { trail: CommitTrail; feed: readonly NewFeedEntry[] },
): BookingWrite {
  const rows = booked.map(({ appointment }) => ({
    ...appointment,
    searchWords: searchWordsColumn(appointment),
  }));
  const calls = booked.flatMap(({ usage }) => usage ?? []);
  const published = feed.filter(({ events }) => events.length > 0);
  const remembered = booked.flatMap(({ appointment, idempotency, answer }) =>
    idempotency ? [{ ...appointment, ...idempotency, answer }] : []
  );
  const count = booked.length === 1 && published.length <= 1 ? "one" : "many";
  const isNeeded = (records: readonly unknown[]) => count === "many" || records.length > 0;
  const parts = {
    count,
    isLogged: isNeeded(calls),
    isPublished: isNeeded(published),
    isRemembered: isNeeded(remembered),
  } as const;
  return {
    statement: statementOf(parts),
    values: [
      rows[0]!.createdAt.toString(),
      ...made.sourceValues(rows, count),
      ...spent.sourceValues(booked.map(({ creditEntry }) => creditEntry), count),
      ...(parts.isLogged ? logged.sourceValues(calls, count) : []),
      ...(parts.isPublished ? feedValues(published, count) : []),
      ...(parts.isRemembered ? rememberedAnswers.sourceValues(remembered, count) : []),
      ...auditValues(booked.map(({ audit }) => audit), { trail, count }),
    ],
  };
}

/**
 * Writes bookings. It sends its only statement before it waits for anything: a COMMIT follows in the same packet, and must
 * not follow half of the writes.
 */
export async function writeBookings(
  client: PoolClient,
  { statement, values }: BookingWrite,
): Promise<void> {
  await rowsIn(client, statement, values);
}
