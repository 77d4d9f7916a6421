import type { PoolClient } from "pg";
import type { BookingVerdict } from "../../../core/ports.ts";
import { auditValues, insertAudit } from "../audit/audit_columns.ts";
import type { CommitTrail } from "../commit/commit_trail.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { appointments, rememberedAnswers } from "../mapping/tables.ts";
import { searchWordsColumn } from "./search_words.ts";
import {
  feedValueCount,
  feedValues,
  insertFeedEntries,
  type NewFeedEntry,
} from "../webhooks/feed_entries.ts";
import { usageArrays, usageColumns, usagePlaceholders } from "../usage/usage_statements.ts";

type Booked = Extract<BookingVerdict, { kind: "booked" }>;

// One transaction has one time, and new appointments have one status.
const made = appointments.without("status", "createdAt", "archivedAt");
const firstOfMade = 4;
const firstRemembered = firstOfMade + made.size;
const firstOfFeed = firstRemembered + rememberedAnswers.size;
const firstOfUsage = firstOfFeed + feedValueCount;
const of = made.arrays(firstOfMade);

// Writes bookings of any number of scopes in one statement: appointments, ledger entries, usage, audit records, entries of the feed and remembered
// answers. The trigger of the ledger updates the balance and raises its position.
//
// Why one statement: each round trip holds the gate longer, and everybody else of the scope waits for the gate.
// The upsert replaces a key that is older than 24 hours and not deleted yet. A younger key
// is a replay, and its request is not in the batch that is written.
const write: Statement<never> = {
  name: "write a batch of bookings",
  text: `
    with made as (
      insert into appointments (${made.names}, status, created_at, search_words)
      select ${made.names}, 'SCHEDULED', $1::timestamptz, search_words::tsvector
      from unnest(${Object.values(of).join(", ")}, $2::text[]) as a (${made.names}, search_words)
    ), spent as (
      insert into credit_entries (organization_id, environment, kind, amount, balance_after,
        appointment_id, note, created_at)
      select e.organization_id, e.environment, 'CONSUMED', -1, e.balance_after, e.appointment_id, '',
        $1::timestamptz
      from unnest(${of.organizationId}, ${of.environment}, $3::bigint[], ${of.id}) with ordinality
        as e (organization_id, environment, balance_after, appointment_id, position)
      order by e.position
    ), logged as (
      insert into usage_entries (${usageColumns})
      select * from unnest(${usagePlaceholders(firstOfUsage)})
    ), fed as (
      ${insertFeedEntries(firstOfFeed, "$1::timestamptz")}
    ), audited as (
      ${insertAudit(firstOfUsage + usageArrays([]).length)}
    )
    insert into idempotency_keys (${rememberedAnswers.names})
    select * from unnest(${Object.values(rememberedAnswers.arrays(firstRemembered)).join(", ")})
    on conflict (organization_id, environment, key) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer,
        created_at = excluded.created_at`,
};

/**
 * Returns the values of `writeBookings` for booked appointments, which have one time, with their ledger entries, usage,
 * audit records, entries of the feed and remembered answers.
 */
export function bookingValues(
  trail: CommitTrail,
  booked: readonly Booked[],
  feed: readonly NewFeedEntry[],
): unknown[] {
  const rows = booked.map(({ appointment }) => appointment);
  const remembered = booked.flatMap(({ appointment, idempotency, answer }) =>
    idempotency ? [{ ...appointment, ...idempotency, answer }] : []
  );
  return [
    rows[0]!.createdAt.toString(),
    rows.map(searchWordsColumn),
    booked.map(({ creditEntry }) => creditEntry.balanceAfter),
    ...made.valuesByColumn(rows),
    ...rememberedAnswers.valuesByColumn(remembered),
    ...feedValues(feed),
    ...usageArrays(booked.flatMap(({ usage }) => usage ?? [])),
    ...auditValues(booked.map(({ audit }) => audit), trail),
  ];
}

/** Writes bookings. It only sends: a COMMIT follows in the same packet, and must not follow half of the writes. */
export async function writeBookings(client: PoolClient, values: unknown[]): Promise<void> {
  await rowsIn(client, write, values);
}
