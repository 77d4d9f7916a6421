import type { Pool, PoolClient } from "pg";
import {
  type Appointment,
  type BookingScope,
  decideHold,
  type HeldPlace,
  type Hold,
  type HoldContext,
  type HoldRequest,
  type Holds,
  type KeyHolder,
  type SlotOccupancy,
  slotOf,
} from "../../../core/ports.ts";
import { readDepartment } from "./locked_department.ts";
import type { RowOf } from "../mapping/columns.ts";
import { holds, type StoredHold } from "../mapping/tables.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import { together } from "../database/together.ts";
import { appendToFeed } from "../webhooks/feed_entries.ts";
import type { ChangeTools } from "./gates.ts";
import { findHeldTimes } from "./held_times.ts";
import { occupancyAt, occupancyValues, readOccupancy } from "./occupancy.ts";
import type { GateTransaction } from "./transaction.ts";
import { offerDepartment } from "./waitlist_search.ts";
import { declineOffer, type FreedTime, offerTimes, publishOffers } from "./waitlist_offers.ts";

type HoldRow = RowOf<StoredHold>;

const columns = holds.select();

function toHold(row: HoldRow): Hold {
  const stored = holds.fromRow(row);
  const { slotStart, slotMinutes, idempotencyKey: _key, fingerprint: _body, ...held } = stored;
  const { waitlistEntryId: _entry, ...hold } = held;
  return { ...hold, slot: { start: slotStart, minutes: slotMinutes } };
}

/** Returns SQL for core's `isHeldBy`, from the placeholders of the key and of its lineage. */
function isHeldBy(apiKeyId: string, lineageId: string): string {
  return `(lineage_id = ${lineageId}::uuid or lineage_id is null and api_key_id = ${apiKeyId})`;
}

const find: Statement<HoldRow> = {
  name: "find a hold",
  text: `select ${columns} from holds
    where organization_id = $1 and environment = $2 and id = $3::bigint and expires_at > $4
      and ${isHeldBy("$5", "$6")}`,
};

/** Returns the values that name a live hold of a key. */
function valuesOf(
  { organizationId, environment }: BookingScope,
  { id, holder, now }: { id: number; holder: KeyHolder; now: Temporal.Instant },
): unknown[] {
  return [organizationId, environment, id, now.toString(), holder.apiKeyId, holder.lineageId];
}

/** Implements core's `Holds` in Postgres. */
export function createHolds(pool: Pool): Holds {
  return {
    async find(scope, query) {
      const [row] = await rowsOf(pool, find, valuesOf(scope, query));
      return row && toHold(row);
    },
    times: (scope, query) => findHeldTimes(pool, scope, query),
  };
}

// The rows of ended holds have no effect. Each new hold deletes them, so no job is needed, and they stay few. If somebody
// waits for a place ($4), a pass offers their places in a second. Then only those are deleted that would be in the way of
// the new hold: of its date ($5, $6) and of its `Idempotency-Key` ($7).
const deleteEnded: Statement<FreedTime> = {
  name: "delete ended holds",
  text: `
    delete from holds
    where organization_id = $1 and environment = $2 and expires_at <= $3
      and waitlist_entry_id is null
      and (not $4::boolean or department_id = $5::bigint and date_time::date = $6::date
        or idempotency_key = any($7::text[]))
    returning department_id as "departmentId", date_time as "dateTime"`,
};

const readHeld: Statement<{ id: string; heldByKey: number; heldOnDate: number }> = {
  name: "count holds and draw an id",
  text: `
    select nextval('holds_id_seq') as id,
      count(*) filter (where ${isHeldBy("$3", "$6")})::int as "heldByKey",
      count(*) filter (where department_id = $4::bigint and date_time::date = $5::date)::int
        as "heldOnDate"
    from holds
    where organization_id = $1 and environment = $2 and waitlist_entry_id is null
      and expires_at > $7`,
};

// An earlier version stored the key alone. Both forms are looked up in the index of keys.
const findEarlier: Statement<HoldRow> = {
  name: "find the hold of an idempotency key",
  text: `select ${columns} from holds
    where organization_id = $1 and environment = $2 and idempotency_key in ($3, $4)
      and (idempotency_key = $3 or lineage_id is null and api_key_id = $5)
    order by id limit 1`,
};

/** Returns the stored form of an `Idempotency-Key`. The key has no tab, so no other lineage finds its hold. */
function storedKeyOf({ holder, idempotency }: HoldRequest): string | null {
  return idempotency && `${holder.lineageId}\t${idempotency.key}`;
}

const insert: Statement<never> = {
  name: "insert a hold",
  text: `insert into holds (${holds.names}) values (${
    Object.values(holds.placeholders(1)).join(", ")
  })`,
};

/** Decides and writes a hold in one transaction that holds the gate. */
export async function placeHold(
  { gates, now }: ChangeTools,
  scope: BookingScope,
  request: HoldRequest,
): Promise<{ hold: Hold; isReplay: boolean }> {
  const placed = await gates.enter(scope, async (transaction) => {
    const { id, context } = await readContext(transaction, { scope, request, now: now() });
    const verdict = decideHold(context, request);
    if (verdict.kind === "replayed") {
      return { result: { hold: verdict.hold, isReplay: true }, end: "confirm" };
    }
    const hold = { ...verdict.hold, id };
    const { client } = transaction;
    const write = () =>
      together(client, () => [
        rowsIn(client, insert, insertValues(hold, request)),
        raisePosition(client, scope, hold.createdAt),
      ]);
    return { result: { hold, isReplay: false }, end: "commit", write };
  });
  if (!placed) throw new Error("Cannot hold a place: the organization has no balance");
  return placed;
}

function insertValues({ slot, ...hold }: Hold, request: HoldRequest): unknown[] {
  return holds.values({
    ...hold,
    slotStart: slot.start,
    slotMinutes: slot.minutes,
    idempotencyKey: storedKeyOf(request),
    fingerprint: request.idempotency?.fingerprint ?? null,
    waitlistEntryId: null,
  });
}

/** Reads what the decision depends on, and draws an id for the hold. */
async function readContext(
  transaction: GateTransaction,
  { scope, request, now }: { scope: BookingScope; request: HoldRequest; now: Temporal.Instant },
): Promise<{ id: number; context: HoldContext }> {
  const { client, timeZone, waiting } = transaction;
  const { organizationId, environment } = scope;
  const { departmentId, dateTime, holder, idempotency } = request;
  const ids = [organizationId, environment];
  const date = dateTime.toPlainDate().toString();
  const about = [holder.apiKeyId, departmentId, date, holder.lineageId];
  const keys = [storedKeyOf(request), idempotency?.key ?? null, holder.apiKeyId];
  const at = now.toString();
  const ended = [waiting > 0, departmentId, date, keys.slice(0, 2)];
  const [times, [held], [earlier], found] = await together(client, () => [
    rowsIn(client, deleteEnded, [...ids, at, ...ended]),
    rowsIn(client, readHeld, [...ids, ...about, at]),
    rowsIn(client, findEarlier, [...ids, ...keys]),
    readDepartment(client, { organizationId, id: departmentId }),
  ]);
  // The waiting list goes first.
  const events = waiting > 0 ? await offerTimes(transaction, scope, { times, now }) : [];
  if (events.length > 0) await publishOffers(client, scope, { events, now });
  let occupancy: SlotOccupancy = { places: [], workerIds: [] };
  if (found) {
    const slot = slotOf(dateTime, found.department);
    const values = occupancyValues(scope, [{ departmentId, slot }]);
    const [taken] = await rowsIn(client, readOccupancy, values);
    occupancy = occupancyAt(taken!, now);
  }
  const { id, ...counts } = held!;
  const context = {
    ...scope,
    ...counts,
    timeZone,
    now,
    department: found?.department,
    workers: found?.workers ?? [],
    occupancy,
    earlier: earlier ? { fingerprint: earlier.fingerprint as string, hold: toHold(earlier) } : null,
  };
  return { id: Number(id), context };
}

/** Lists of slots that are kept in memory are computed again, because a place was taken or freed. */
function raisePosition(
  client: PoolClient,
  scope: BookingScope,
  now: Temporal.Instant,
): Promise<void> {
  return appendToFeed(client, scope, { events: [], now });
}

const release: Statement<{ departmentId: number; dateTime: string }> = {
  name: "release a hold",
  text: `delete from holds
    where organization_id = $1 and environment = $2 and id = $3::bigint and expires_at > $4
      and ${isHeldBy("$5", "$6")}
    returning department_id as "departmentId", date_time as "dateTime"`,
};

/** Ends a hold of a key in one transaction that holds the gate. Returns whether there was one that had not ended. */
export async function releaseHold(
  { gates, now, onEvents }: ChangeTools,
  scope: BookingScope,
  hold: { id: number; holder: KeyHolder },
): Promise<boolean> {
  let hasWebhooks = false;
  const isReleased = await gates.enter<boolean>(scope, async (transaction) => {
    const { client } = transaction;
    const at = now();
    const [released] = await rowsIn(client, release, valuesOf(scope, { ...hold, now: at }));
    if (!released) return { result: false, end: "roll back" };
    if (transaction.waiting > 0) {
      await declineOffer(client, scope, { holdId: hold.id, now: at });
      const { departmentId } = released;
      const events = [
        ...await offerTimes(transaction, scope, { times: [released], now: at }),
        // The entry that declined waits again, also for places that were free meanwhile.
        ...await offerDepartment(transaction, scope, { departmentId, now: at }),
      ];
      hasWebhooks = await publishOffers(client, scope, { events, now: at });
    } else {
      await raisePosition(client, scope, at);
    }
    return { result: true, end: "commit" };
  });
  if (hasWebhooks) onEvents();
  return isReleased ?? false;
}

const deleteUsed: Statement<never> = {
  name: "delete used holds",
  text: `
    delete from holds h using unnest($1::int[], $2::text[], $3::bigint[])
      as used (organization_id, environment, id)
    where h.organization_id = used.organization_id and h.environment = used.environment
      and h.id = used.id`,
};

/** Deletes the holds that bookings and moves have used, in their transaction. It only sends. */
export async function deleteUsedHolds(
  client: PoolClient,
  uses: readonly { appointment: Appointment; usedHold: HeldPlace | null }[],
): Promise<void> {
  await rowsIn(client, deleteUsed, [
    uses.map(({ appointment }) => appointment.organizationId),
    uses.map(({ appointment }) => appointment.environment),
    uses.map(({ usedHold }) => usedHold!.holdId),
  ]);
}
