import {
  activeWorkersOf,
  type BookingScope,
  type NewEvent,
  reviewOffers,
  slotKey,
  slotOf,
  waitlistEvent,
} from "../../../core/ports.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { instantFromDatabase, localDateTimeFromDatabase } from "../mapping/temporal_types.ts";
import { readDepartment } from "./locked_department.ts";
import { occupancyAt, occupancyValues, readOccupancy } from "./occupancy.ts";
import type { GateTransaction } from "./transaction.ts";
import { type FreedTime, offerTimes } from "./waitlist_offers.ts";

/** An offer that ends without a booking, as the database writes it. */
export interface EndedOffer extends FreedTime {
  entryId: string;
  holdId: string;
  workerId: number | null;
  expiresAt: string;
}

/** Builds the event of an offer that has ended. Its entry waits again. */
export function endedOfferEvent(
  { entryId, departmentId, dateTime, holdId, workerId, expiresAt }: EndedOffer,
  context: Parameters<typeof waitlistEvent>[2],
): NewEvent {
  const entry = {
    entryId: Number(entryId),
    departmentId,
    state: "WAITING",
    holdId: Number(holdId),
    slotTime: localDateTimeFromDatabase(dateTime),
    workerId,
    expiresAt: instantFromDatabase(expiresAt),
    appointmentId: null,
  };
  return waitlistEvent("WAITLIST_EXPIRED", entry, context);
}

// A transaction holds the gate, so bookings of the organization wait for it.
const maxChecked = 50;

// The latest offers first: if a lower capacity leaves room for some of a slot, the earliest entries keep theirs.
const findLive: Statement<EndedOffer> = {
  name: "find the live offers of a department",
  text: `
    select id as "holdId", waitlist_entry_id as "entryId", department_id as "departmentId",
      date_time as "dateTime", worker_id as "workerId", expires_at::text as "expiresAt"
    from holds
    where organization_id = $1 and environment = $2 and department_id = $3::bigint
      and waitlist_entry_id is not null and expires_at > $4::timestamptz and id < $5::bigint
    order by id desc limit ${maxChecked}`,
};

// Without its row, an offer does not count as one that the entry has had: it may get the place again.
const withdraw: Statement<never> = {
  name: "withdraw offers",
  text: `
    with freed as (
      delete from holds
      where organization_id = $1 and environment = $2 and id = any($3::bigint[])
      returning id, waitlist_entry_id
    ), withdrawn as (
      delete from waitlist_offers o using freed
      where o.organization_id = $1 and o.environment = $2 and o.hold_id = freed.id
    )
    update waitlist_entries e set state = 'WAITING' from freed
    where e.organization_id = $1 and e.environment = $2 and e.id = freed.waitlist_entry_id`,
};

// The holder keeps the place, for as long as a booking is accepted.
const shorten: Statement<never> = {
  name: "shorten offers",
  text: `
    with shortened as (
      update holds h set expires_at = given.expires_at
      from unnest($3::bigint[], $4::timestamptz[]) as given (id, expires_at)
      where h.organization_id = $1 and h.environment = $2 and h.id = given.id
      returning h.id, h.expires_at
    )
    update waitlist_offers o set expires_at = shortened.expires_at from shortened
    where o.organization_id = $1 and o.environment = $2 and o.hold_id = shortened.id`,
};

/**
 * Ends the offers of a department that its present settings refuse (core/booking/README.md 29), and offers the places that
 * they free. Shortens those whose slots can be booked for a shorter time now. It checks at most 50 offers, of holds with an
 * id below `below`. The transaction holds the gate. Returns whether it changed something, the events, and the next `below`;
 * 0 if every offer was checked.
 */
export async function withdrawOffers(
  transaction: GateTransaction,
  scope: BookingScope,
  { departmentId, below, now }: { departmentId: number; below: number; now: Temporal.Instant },
): Promise<{ isChanged: boolean; events: NewEvent[]; next: number }> {
  const { client, timeZone } = transaction;
  const { organizationId, environment } = scope;
  const ids = [organizationId, environment];
  const rows = await rowsIn(client, findLive, [...ids, departmentId, now.toString(), below]);
  if (rows.length === 0) return { isChanged: false, events: [], next: 0 };
  const { department, workers } = (await readDepartment(client, {
    organizationId,
    id: departmentId,
  }))!;
  const offers = rows.map((row) => ({
    row,
    holdId: Number(row.holdId),
    dateTime: localDateTimeFromDatabase(row.dateTime),
    workerId: row.workerId,
    expiresAt: instantFromDatabase(row.expiresAt),
  }));
  const slots = offers.map(({ dateTime }) => slotOf(dateTime, department));
  const queries = slots.map((slot) => ({ departmentId, slot }));
  const taken = await rowsIn(client, readOccupancy, occupancyValues(scope, queries));
  const occupancy = new Map(
    slots.map((slot, i) => [slotKey(departmentId, slot), occupancyAt(taken[i]!, now)]),
  );
  const activeWorkers = activeWorkersOf(departmentId, workers);
  const context = { department, activeWorkers, timeZone, now, occupancy };
  const { refused, shortened } = reviewOffers(context, offers);
  const next = rows.length < maxChecked ? 0 : offers.at(-1)!.holdId;
  if (shortened.length > 0) {
    const ends = shortened.map(({ expiresAt }) => expiresAt.toString());
    await rowsIn(client, shorten, [...ids, shortened.map(({ holdId }) => holdId), ends]);
  }
  if (refused.length === 0) return { isChanged: shortened.length > 0, events: [], next };
  await rowsIn(client, withdraw, [...ids, refused.map(({ holdId }) => holdId)]);
  const ended = refused.map(({ row }) => endedOfferEvent(row, { ...transaction, now }));
  const times = refused.map(({ row }) => row);
  const events = [...ended, ...await offerTimes(transaction, scope, { times, now })];
  return { isChanged: true, events, next };
}
