import type { PoolClient } from "pg";
import { type BookingVerdict, type KeySpending, spendingKey } from "../../../core/ports.ts";
import { auditValueCount, auditValues, insertAudit } from "../audit/audit_columns.ts";
import type { CommitTrail } from "../commit/commit_trail.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { type RecordCount, Table } from "../mapping/columns.ts";
import {
  appointments,
  creditEntries,
  keySpending,
  rememberedAnswers,
  usageEntries,
} from "../mapping/tables.ts";
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
  ...appointments.without("status", "createdAt", "archivedAt", "cancelReason").columns,
  searchWords: { type: "tsvector", isNullable: false },
});
const charged = creditEntries.only(
  "organizationId",
  "environment",
  "balanceAfter",
  "appointmentId",
);
const logged = usageEntries.without("id", "error");

/** How many bookings a statement writes, and which records in addition to appointments, ledger entries and audit records. */
interface Parts {
  count: RecordCount;
  isLogged: boolean;
  isPublished: boolean;
  isRemembered: boolean;
  isCapped: boolean;
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
  const { count, isLogged, isPublished, isRemembered, isCapped } = parts;
  const name = count === "many" ? `write a batch of bookings${isCapped ? ", caps" : ""}` : [
    "write a booking",
    isLogged && "usage",
    isPublished && "feed",
    isRemembered && "answer",
    isCapped && "caps",
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
      insert into credit_entries (${charged.names}, kind, amount, note, created_at)
      select ${charged.names}, 'CONSUMED', -1, '', $1::timestamptz from ${from("e", charged)}
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
    isCapped && `capped as (
      insert into key_spending as before (${keySpending.names})
      select ${keySpending.names} from ${from("c", keySpending)}
      on conflict (organization_id, lineage_id, date) do update
        set credits = before.credits + excluded.credits
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
  const spent = spentBy(booked);
  const count = booked.length === 1 && published.length <= 1 ? "one" : "many";
  const isNeeded = (records: readonly unknown[]) => count === "many" || records.length > 0;
  const parts = {
    count,
    isLogged: isNeeded(calls),
    isPublished: isNeeded(published),
    isRemembered: isNeeded(remembered),
    // Also of a batch: keys with a cap are rare.
    isCapped: spent.length > 0,
  } as const;
  return {
    statement: statementOf(parts),
    values: [
      rows[0]!.createdAt.toString(),
      ...made.sourceValues(rows, count),
      ...charged.sourceValues(booked.map(({ creditEntry }) => creditEntry), count),
      ...(parts.isLogged ? logged.sourceValues(calls, count) : []),
      ...(parts.isPublished ? feedValues(published, count) : []),
      ...(parts.isRemembered ? rememberedAnswers.sourceValues(remembered, count) : []),
      ...(parts.isCapped ? keySpending.sourceValues(spent, count) : []),
      ...auditValues(booked.map(({ audit }) => audit), { trail, count }),
    ],
  };
}

/** Returns what bookings add to the spending of each key and date: an upsert must not meet a row twice. */
function spentBy(booked: readonly Booked[]): KeySpending[] {
  const sums = new Map<string, KeySpending>();
  for (const { spent } of booked) {
    if (!spent) continue;
    const key = `${spent.organizationId} ${spendingKey(spent)}`;
    sums.set(key, { ...spent, credits: spent.credits + (sums.get(key)?.credits ?? 0) });
  }
  return [...sums.values()];
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
