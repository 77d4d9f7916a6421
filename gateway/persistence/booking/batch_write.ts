import type { PoolClient } from "pg";
import type { BookingVerdict } from "../../../core/ports.ts";
import { auditValues, insertAudit } from "../audit/audit_columns.ts";
import type { CommitTrail } from "../commit/commit_trail.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { searchWordsColumn } from "./search_words.ts";
import {
  feedValueCount,
  feedValues,
  insertFeedEntries,
  type NewFeedEntry,
} from "../webhooks/feed_entries.ts";
import { usageArrays, usageColumns, usagePlaceholders } from "../usage/usage_statements.ts";

type Booked = Extract<BookingVerdict, { kind: "booked" }>;

const firstOfFeed = 25;
const firstOfUsage = firstOfFeed + feedValueCount;

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
      insert into appointments (id, organization_id, environment, department_id, date_time,
        slot_start, slot_minutes, place, slot_capacity, status, name, phone, worker_id,
        worker_is_exclusive, external_user_id, qr_code, search_words, note, created_at)
      select a.id, a.organization_id, a.environment, a.department_id, a.date_time, a.slot_start, a.slot_minutes, a.place,
        a.slot_capacity, 'SCHEDULED', a.name, a.phone, a.worker_id, a.worker_is_exclusive,
        a.external_user_id, a.qr_code, a.search_words::tsvector, a.note, $3::timestamptz
      from unnest($1::int[], $2::text[], $4::bigint[], $5::int[], $6::timestamp[], $7::timestamp[], $8::int[], $9::int[],
        $10::int[], $11::text[], $12::text[], $13::int[], $14::boolean[], $15::text[], $16::text[], $17::text[], $18::text[])
        as a (organization_id, environment, id, department_id, date_time, slot_start, slot_minutes, place, slot_capacity, name,
          phone, worker_id, worker_is_exclusive, external_user_id, qr_code, search_words, note)
    ), spent as (
      insert into credit_entries (organization_id, environment, kind, amount, balance_after,
        appointment_id, note, created_at)
      select e.organization_id, e.environment, 'CONSUMED', -1, e.balance_after, e.appointment_id, '',
        $3::timestamptz
      from unnest($1::int[], $2::text[], $19::bigint[], $4::bigint[]) with ordinality
        as e (organization_id, environment, balance_after, appointment_id, position)
      order by e.position
    ), logged as (
      insert into usage_entries (${usageColumns})
      select * from unnest(${usagePlaceholders(firstOfUsage)})
    ), fed as (
      ${insertFeedEntries(firstOfFeed, "$3::timestamptz")}
    ), audited as (
      ${insertAudit(firstOfUsage + usageArrays([]).length)}
    )
    insert into idempotency_keys (organization_id, environment, key, fingerprint, answer, created_at)
    select k.organization_id, k.environment, k.key, k.fingerprint, k.answer::json, $3::timestamptz
    from unnest($20::int[], $21::text[], $22::text[], $23::text[], $24::text[])
      as k (organization_id, environment, key, fingerprint, answer)
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
  const made = booked.map(({ appointment }) => appointment);
  const remembered = booked.flatMap(({ appointment, idempotency, answer }) =>
    idempotency ? [{ ...appointment, ...idempotency, answer: JSON.stringify(answer) }] : []
  );
  return [
    made.map(({ organizationId }) => organizationId),
    made.map(({ environment }) => environment),
    // One transaction has one time.
    made[0]!.createdAt.toString(),
    made.map(({ id }) => id),
    made.map(({ departmentId }) => departmentId),
    made.map(({ dateTime }) => dateTime.toString()),
    made.map(({ slotStart }) => slotStart.toString()),
    made.map(({ slotMinutes }) => slotMinutes),
    made.map(({ place }) => place),
    made.map(({ slotCapacity }) => slotCapacity),
    made.map(({ name }) => name),
    made.map(({ phone }) => phone),
    made.map(({ workerId }) => workerId),
    made.map(({ workerIsExclusive }) => workerIsExclusive),
    made.map(({ externalUserId }) => externalUserId),
    made.map(({ qrCode }) => qrCode),
    made.map(searchWordsColumn),
    made.map(({ note }) => note),
    booked.map(({ creditEntry }) => creditEntry.balanceAfter),
    remembered.map(({ organizationId }) => organizationId),
    remembered.map(({ environment }) => environment),
    remembered.map(({ key }) => key),
    remembered.map(({ fingerprint }) => fingerprint),
    remembered.map(({ answer }) => answer),
    ...feedValues(feed),
    ...usageArrays(booked.flatMap(({ usage }) => usage ?? [])),
    ...auditValues(booked.map(({ audit }) => audit), trail),
  ];
}

/** Writes bookings. It only sends: a COMMIT follows in the same packet, and must not follow half of the writes. */
export async function writeBookings(client: PoolClient, values: unknown[]): Promise<void> {
  await rowsIn(client, write, values);
}
