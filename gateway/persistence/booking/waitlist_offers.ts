import type { PoolClient } from "pg";
import {
  activeWorkersOf,
  type Appointment,
  type AppointmentChange,
  type BookingScope,
  type ChangeContext,
  decideOffers,
  type HeldPlace,
  type NewEvent,
  type NewOffer,
  slotAfterChange,
  slotKey,
  slotOf,
  type WaitingEntry,
  type WaitlistContext,
  waitlistEvent,
} from "../../../core/ports.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import type { RowOf } from "../mapping/columns.ts";
import { holds, type StoredWaitlistEntry, waitlistEntries } from "../mapping/tables.ts";
import { localDateTimeFromDatabase } from "../mapping/temporal_types.ts";
import { appendToFeed } from "../webhooks/feed_entries.ts";
import { writeEvents } from "../webhooks/write_events.ts";
import { readDepartment } from "./locked_department.ts";
import { occupancyAt, occupancyValues, readOccupancy } from "./occupancy.ts";
import type { GateTransaction } from "./transaction.ts";

interface WaitingRow extends RowOf<StoredWaitlistEntry> {
  offeredWorkerIds: (number | null)[];
  offerMinutes: number;
}

// Reads at most `maxWaitingOfDepartment` entries of the index. Nobody could accept the offer of an entry whose keys have
// all ended.
const findWaiting: Statement<WaitingRow> = {
  name: "find the waiting entries of a department",
  text: `
    select ${waitlistEntries.select("e")}, coalesce((
      select json_agg(o.worker_id) from waitlist_offers o
      where o.organization_id = $1 and o.environment = $2 and o.entry_id = e.id
        and o.slot_start = $4::timestamp
    ), '[]') as "offeredWorkerIds", coalesce((
      select r.waitlist_offer_minutes from queue_rules r
      where r.organization_id = $1 and r.department_id = $3::int
    ), 60) as "offerMinutes"
    from waitlist_entries e
    where e.organization_id = $1 and e.environment = $2 and e.department_id = $3::int
      and e.state = 'WAITING' and e.from_date <= $5::date and e.to_date >= $4::date
      and e.lineage_id in (
        select k.lineage_id from api_keys k
        where k.organization_id = $1 and k.environment = $2 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > $6::timestamptz)
      )
    order by e.id`,
};

/**
 * Reads the entries of a department that wait for some dates, in order of arrival. The offers they have had are of the
 * slot that begins at `from`.
 */
export async function readWaiting(
  client: PoolClient,
  { organizationId, environment }: BookingScope,
  { departmentId, from, to, now }: {
    departmentId: number;
    from: Temporal.PlainDateTime;
    to: Temporal.PlainDate;
    now: Temporal.Instant;
  },
): Promise<{ entries: WaitingEntry[]; offerMinutes: number }> {
  const times = [from.toString(), to.toString(), now.toString()];
  const values = [organizationId, environment, departmentId, ...times];
  const rows = await rowsIn(client, findWaiting, values);
  const entries = rows.map(({ offeredWorkerIds, ...row }) => {
    const { apiKeyId, lineageId, ...entry } = waitlistEntries.fromRow(row);
    return { ...entry, holder: { apiKeyId, lineageId }, offeredWorkerIds };
  });
  return { entries, offerMinutes: rows[0]?.offerMinutes ?? 0 };
}

// The hold, the record of the offer and the state of the entry are one statement. The place of an ended hold is free, but
// its row would keep its number.
const deleteEndedOf: Statement<never> = {
  name: "delete the ended holds of a slot",
  text: `
    delete from holds
    where organization_id = $1 and environment = $2 and department_id = $3 and slot_start = $4
      and expires_at <= $5 and waitlist_entry_id is null`,
};

const newHold = holds.without("id");

const writeOffer: Statement<{ id: string }> = {
  name: "write an offer of the waiting list",
  text: `
    with held as (
      insert into holds (${newHold.names})
      values (${Object.values(newHold.placeholders(1)).join(", ")})
      returning *
    ), offered as (
      insert into waitlist_offers (organization_id, environment, hold_id, entry_id, slot_start,
        worker_id, offered_at, expires_at)
      select organization_id, environment, id, waitlist_entry_id, slot_start, worker_id,
        created_at, expires_at
      from held
    )
    update waitlist_entries e set state = 'OFFERED' from held
    where e.organization_id = held.organization_id and e.environment = held.environment
      and e.id = held.waitlist_entry_id
    returning held.id`,
};

/** Offers of a transaction, and their events. */
interface Offers {
  offers: NewOffer[];
  events: NewEvent[];
}

/** Decides and writes the offers of the free places of one slot. The transaction holds the gate. */
async function offerSlot(
  { client, subscriptions }: GateTransaction,
  context: Omit<WaitlistContext, "entries" | "offerMinutes">,
): Promise<Offers> {
  const { organizationId, environment, department, slot, now } = context;
  const waiting = await readWaiting(client, context, {
    departmentId: department.id,
    from: slot.start,
    to: slot.start.toPlainDate(),
    now,
  });
  const offers = decideOffers({ ...context, ...waiting });
  const events: NewEvent[] = [];
  if (offers.length > 0) {
    const ofSlot = [organizationId, environment, department.id, slot.start.toString()];
    await rowsIn(client, deleteEndedOf, [...ofSlot, now.toString()]);
  }
  for (const { entryId, hold: { slot: { start, minutes }, ...hold } } of offers) {
    const stored = {
      ...hold,
      slotStart: start,
      slotMinutes: minutes,
      idempotencyKey: null,
      fingerprint: null,
      waitlistEntryId: entryId,
    };
    const [row] = await rowsIn(client, writeOffer, newHold.values(stored));
    const { workerId, expiresAt } = hold;
    const offer = { holdId: Number(row!.id), slotTime: start, workerId, expiresAt };
    const entry = { entryId, departmentId: department.id, state: "OFFERED", appointmentId: null };
    events.push(waitlistEvent("WAITLIST_OFFERED", { ...entry, ...offer }, { subscriptions, now }));
  }
  return { offers, events };
}

/** Offers the place that a change has freed, in its transaction, after it is written. */
export async function offerFreed(
  transaction: GateTransaction,
  context: ChangeContext,
  change: AppointmentChange,
): Promise<Offers> {
  const freed = slotAfterChange(context, change);
  if (!freed) return { offers: [], events: [] };
  const { department, workers } = context;
  const activeWorkers = activeWorkersOf(department.id, workers);
  return await offerSlot(transaction, { ...context, ...freed, activeWorkers });
}

/** A time whose slot may have a free place. */
export interface FreedTime {
  departmentId: number;
  /** Local, as the database writes it. */
  dateTime: string;
}

/** Offers the free places of the slots of some times. The transaction holds the gate. Returns the events. */
export async function offerTimes(
  transaction: GateTransaction,
  scope: BookingScope,
  { times, now }: { times: readonly FreedTime[]; now: Temporal.Instant },
): Promise<NewEvent[]> {
  const { client, timeZone } = transaction;
  const { organizationId, environment } = scope;
  const done = new Set<string>();
  const events: NewEvent[] = [];
  for (const { departmentId, dateTime } of times) {
    const found = (await readDepartment(client, { organizationId, id: departmentId }))!;
    const slot = slotOf(localDateTimeFromDatabase(dateTime), found.department);
    const key = slotKey(departmentId, slot);
    if (done.has(key)) continue;
    done.add(key);
    const asked = occupancyValues(scope, [{ departmentId, slot }]);
    const [row] = await rowsIn(client, readOccupancy, asked);
    const offered = await offerSlot(transaction, {
      organizationId,
      environment,
      department: found.department,
      activeWorkers: activeWorkersOf(departmentId, found.workers),
      timeZone,
      now,
      slot,
      occupancy: occupancyAt(row!, now),
    });
    events.push(...offered.events);
  }
  return events;
}

/** Writes the events of offers. Lists of slots that are kept in memory are computed again. Returns whether webhooks get some. */
export async function publishOffers(
  client: PoolClient,
  scope: BookingScope,
  { events, now }: { events: readonly NewEvent[]; now: Temporal.Instant },
): Promise<boolean> {
  const hasWebhooks = await writeEvents(client, scope, events);
  await appendToFeed(client, scope, { events, now });
  return hasWebhooks;
}

const decline: Statement<never> = {
  name: "decline an offer",
  text: `
    with declined as (
      update waitlist_offers set outcome = 'DECLINED', ended_at = $4::timestamptz
      where organization_id = $1 and environment = $2 and hold_id = $3::bigint and outcome is null
      returning entry_id
    )
    update waitlist_entries e set state = 'WAITING' from declined
    where e.organization_id = $1 and e.environment = $2 and e.id = declined.entry_id`,
};

/** Records that the holder has ended the hold of an offer. The entry waits for another place. */
export async function declineOffer(
  client: PoolClient,
  { organizationId, environment }: BookingScope,
  { holdId, now }: { holdId: number; now: Temporal.Instant },
): Promise<void> {
  await rowsIn(client, decline, [organizationId, environment, holdId, now.toString()]);
}

const accept: Statement<never> = {
  name: "accept offers",
  text: `
    with accepted as (
      update waitlist_offers o set outcome = 'ACCEPTED', ended_at = used.at
      from unnest($1::int[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[])
        as used (organization_id, environment, hold_id, appointment_id, at)
      where o.organization_id = used.organization_id and o.environment = used.environment
        and o.hold_id = used.hold_id and o.outcome is null
      returning o.organization_id, o.environment, o.entry_id, used.appointment_id
    )
    update waitlist_entries e set state = 'BOOKED', appointment_id = accepted.appointment_id
    from accepted
    where e.organization_id = accepted.organization_id and e.environment = accepted.environment
      and e.id = accepted.entry_id`,
};

/** Marks the entries BOOKED whose offers were used, in the transaction of the booking or move. It only sends. */
export async function acceptOffers(
  client: PoolClient,
  uses: readonly { appointment: Appointment; usedHold: HeldPlace | null }[],
  now?: Temporal.Instant,
): Promise<void> {
  const accepted = uses.filter(({ usedHold }) => usedHold!.waitlistEntryId);
  if (accepted.length === 0) return;
  await rowsIn(client, accept, [
    accepted.map(({ appointment }) => appointment.organizationId),
    accepted.map(({ appointment }) => appointment.environment),
    accepted.map(({ usedHold }) => usedHold!.holdId),
    accepted.map(({ appointment }) => appointment.id),
    accepted.map(({ appointment }) => (now ?? appointment.createdAt).toString()),
  ]);
}
