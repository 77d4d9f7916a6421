import {
  type BookingScope,
  dueWarning,
  eachOf,
  type EndingKey,
  keyEvent,
  keyWarningDays,
} from "../../../core/ports.ts";
import type { ChangeTools } from "../booking/gates.ts";
import type { GateTransaction } from "../booking/transaction.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import { appendToFeed } from "../webhooks/feed_entries.ts";
import { writeEvents } from "../webhooks/write_events.ts";

const maxDays = Math.max(...keyWarningDays);

const ending = `expires_at > $1 and expires_at <= $1::timestamptz + interval '${maxDays} days'
  and revoked_at is null`;

const findScopes: Statement<BookingScope> = {
  name: "find keys that end soon",
  text: `
    select distinct k.organization_id as "organizationId", k.environment from api_keys k
    where ${ending} and (warned_end is distinct from expires_at or warned_days > $2)
      and (select o.closed_at is null from organizations o where o.id = k.organization_id)
    order by 1, 2`,
};

interface KeyRow {
  id: number;
  name: string;
  maskedKey: string;
  createdAt: string;
  expiresAt: string;
  warnedEnd: string | null;
  warnedDays: number | null;
}

// The transaction holds the gate, so two processes never read the same keys. SKIP LOCKED never waits, so this lock cannot
// be part of a deadlock; a key that is changed now has its warning an hour later.
const lockKeys: Statement<KeyRow> = {
  name: "lock keys that end soon",
  text: `
    select id, name, masked_key as "maskedKey", created_at::text as "createdAt",
      expires_at::text as "expiresAt", warned_end::text as "warnedEnd",
      warned_days as "warnedDays"
    from api_keys k
    where organization_id = $2 and environment = $3 and ${ending}
    order by id for update skip locked`,
};

const saveWarnings: Statement<never> = {
  name: "save warnings about keys",
  text: `
    update api_keys k set warned_end = k.expires_at, warned_days = w.days
    from unnest($2::int[], $3::int[]) as w (id, days)
    where k.organization_id = $1 and k.id = w.id`,
};

/**
 * Publishes the warnings that are due about keys that end soon. Returns their number. The events and the note that they
 * were given are one transaction, so each warning is published once, however many processes run this or are killed. A
 * failure in one scope does not keep the others from their warnings: the first one is thrown at the end.
 */
export async function warnOfEndingKeys(
  { pool, gates, now, onEvents }: Pick<ChangeTools, "pool" | "gates" | "now" | "onEvents">,
): Promise<number> {
  let published = 0;
  const values = [now().toString(), Math.min(...keyWarningDays)];
  const scopes = await rowsOf(pool, findScopes, values);
  await eachOf(scopes, async (scope) => {
    const count = await orUnavailable(() =>
      gates.inTurn(scope, () =>
        gates.enter<number>(scope, async (transaction) => {
          const result = await warnIn(transaction, scope, now());
          return { result, end: result === 0 ? "roll back" : "commit" };
        }))
    );
    published += count ?? 0;
  }).finally(() => {
    if (published > 0) onEvents();
  });
  return published;
}

async function warnIn(
  { client, subscriptions }: GateTransaction,
  scope: BookingScope,
  now: Temporal.Instant,
): Promise<number> {
  const { organizationId, environment } = scope;
  const rows = await rowsIn(client, lockKeys, [now.toString(), organizationId, environment]);
  const due = rows.flatMap((row) => endingKey(row, now) ?? []);
  if (due.length === 0) return 0;
  await rowsIn(client, saveWarnings, [
    organizationId,
    due.map(({ id }) => id),
    due.map(({ warnedDays }) => warnedDays),
  ]);
  const events = due.map((key) => keyEvent(key, { subscriptions, now }));
  await writeEvents(client, scope, events);
  await appendToFeed(client, scope, { events, now });
  return due.length;
}

function endingKey(row: KeyRow, now: Temporal.Instant): EndingKey | undefined {
  const expiresAt = instantOf(row.expiresAt);
  const times = {
    createdAt: instantOf(row.createdAt),
    expiresAt,
    revokedAt: null,
    warnedEnd: row.warnedEnd === null ? null : instantOf(row.warnedEnd),
  };
  const warnedDays = dueWarning({ ...row, ...times }, now);
  const { id, name, maskedKey } = row;
  return warnedDays === undefined ? undefined : { id, name, maskedKey, expiresAt, warnedDays };
}

function instantOf(text: string): Temporal.Instant {
  return Temporal.Instant.from(text);
}
