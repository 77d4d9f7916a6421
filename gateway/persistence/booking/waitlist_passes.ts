import type { Pool } from "pg";
import { type BookingScope, eachOf, type NewEvent } from "../../../core/ports.ts";
import { deleteInSteps } from "../database/housekeeping.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import type { ChangeTools } from "./gates.ts";
import type { GateTransaction } from "./transaction.ts";
import { type FreedTime, offerTimes, publishOffers } from "./waitlist_offers.ts";
import { offerDepartment, offerFrom } from "./waitlist_search.ts";
import { type EndedOffer, endedOfferEvent } from "./waitlist_withdrawals.ts";
import { withRetry } from "./with_retry.ts";

// A transaction holds the gate, so bookings of the organization wait for it.
const maxEnded = 50;

/** An offer, or a hold that was none, which has no entry. */
type EndedRow = EndedOffer | (FreedTime & { entryId: null });

// An earlier version of the service deletes the rows of ended holds without a look at the waiting list, so the times of
// ended offers are read from the offers. The hold of an ended offer goes with it: if nobody waits later, no pass would.
const endHolds: Statement<EndedRow> = {
  name: "end holds and offers",
  text: `
    with expired as (
      update waitlist_offers set outcome = 'EXPIRED', ended_at = $3::timestamptz
      where organization_id = $1 and environment = $2 and hold_id in (
        select hold_id from waitlist_offers
        where organization_id = $1 and environment = $2 and outcome is null
          and expires_at <= $3::timestamptz
        order by expires_at limit ${maxEnded}
      )
      returning hold_id, entry_id, slot_start, worker_id, expires_at
    ), ended as (
      delete from holds
      where organization_id = $1 and environment = $2 and id in (
        (
          select id from holds
          where organization_id = $1 and environment = $2 and expires_at <= $3::timestamptz
          order by expires_at limit ${maxEnded}
        ) union select hold_id from expired
      )
      returning department_id, date_time
    ), waiting as (
      update waitlist_entries e set state = 'WAITING' from expired o
      where e.organization_id = $1 and e.environment = $2 and e.id = o.entry_id
        and e.state = 'OFFERED'
      returning e.department_id, o.*
    )
    select department_id as "departmentId", slot_start as "dateTime", entry_id as "entryId",
      hold_id as "holdId", worker_id as "workerId", expires_at::text as "expiresAt"
    from waiting
    union all
    select department_id, date_time, null, null, null, null from ended`,
};

/**
 * Ends the holds and offers whose time has passed, at most 50 of each, and offers their places to the next entries. Returns
 * whether it changed something, and the events.
 */
async function endAndOffer(
  transaction: GateTransaction,
  scope: BookingScope,
  now: Temporal.Instant,
): Promise<{ isChanged: boolean; events: NewEvent[] }> {
  const { organizationId, environment } = scope;
  const values = [organizationId, environment, now.toString()];
  const times = await rowsIn(transaction.client, endHolds, values);
  const expired = times.flatMap((row) =>
    row.entryId === null ? [] : [endedOfferEvent(row, { ...transaction, now })]
  );
  const events = [...expired, ...await offerTimes(transaction, scope, { times, now })];
  // The entries wait again, also for places that were free meanwhile.
  const departmentIds = times.filter(({ entryId }) => entryId !== null)
    .map(({ departmentId }) => departmentId);
  for (const departmentId of new Set(departmentIds)) {
    events.push(...await offerDepartment(transaction, scope, { departmentId, now }));
  }
  return { isChanged: times.length > 0, events };
}

const findEnded: Statement<BookingScope> = {
  name: "find scopes with ended holds and waiting entries",
  text: `
    select b.organization_id as "organizationId", b.environment from balances b
    where b.waiting > 0 and b.closed_at is null and (
      exists (
        select from holds h where h.organization_id = b.organization_id
          and h.environment = b.environment and h.expires_at <= $1
      ) or exists (
        select from waitlist_offers o where o.organization_id = b.organization_id
          and o.environment = b.environment and o.outcome is null and o.expires_at <= $1
      )
    )`,
};

const findWaitingScopes: Statement<BookingScope> = {
  name: "find scopes with waiting entries",
  text: `
    select organization_id as "organizationId", environment from balances
    where waiting > 0 and closed_at is null`,
};

// Each entry updates the same row of the balance, so the time grows with the square of their number. The waiting entries
// are found first: by their dates, the planner would read those that have ended.
const endPast: Statement<{ id: string }> = {
  name: "end entries whose dates have passed",
  text: `
    with waiting as materialized (
      select id, to_date from waitlist_entries
      where organization_id = $1 and environment = $2 and state = 'WAITING'
    )
    update waitlist_entries set state = 'ENDED'
    where organization_id = $1 and environment = $2 and id = any(array(
      select id from waiting where to_date < $3::date limit ${maxEnded}
    ))
    returning id`,
};

const findDepartments: Statement<{ departmentId: number }> = {
  name: "find departments with waiting entries",
  text: `
    select distinct department_id as "departmentId" from waitlist_entries
    where organization_id = $1 and environment = $2 and state = 'WAITING'
    order by 1`,
};

/** The work on waiting lists that no request does. Any number of processes may run it. */
export function createWaitlistPasses({ gates, now, pool, onEvents }: ChangeTools) {
  /** Runs work that returns its events in a transaction that holds the gate. */
  async function atGate<T extends { isChanged: boolean; events: NewEvent[] }>(
    scope: BookingScope,
    work: (transaction: GateTransaction, at: Temporal.Instant) => Promise<T>,
  ): Promise<T | undefined> {
    let hasWebhooks = false;
    const done = await gates.inTurn(
      scope,
      () =>
        withRetry(() =>
          gates.enter<T>(scope, async (transaction) => {
            const at = now();
            const result = await work(transaction, at);
            if (!result.isChanged) return { result, end: "roll back" };
            const { events } = result;
            hasWebhooks = await publishOffers(transaction.client, scope, { events, now: at });
            return { result, end: "commit" };
          })
        ),
    );
    if (hasWebhooks) onEvents();
    return done;
  }

  /** Offers every free place of a scope that somebody waits for, and ends entries whose dates have passed. */
  async function refresh(scope: BookingScope): Promise<void> {
    const { organizationId, environment } = scope;
    const ids = [organizationId, environment];
    let ended: { isChanged: boolean } | undefined;
    do {
      ended = await atGate(scope, async ({ client, timeZone }, at) => {
        const today = at.toZonedDateTimeISO(timeZone).toPlainDate();
        const past = await rowsIn(client, endPast, [...ids, today.toString()]);
        return { isChanged: past.length > 0, events: [] };
      });
    } while (ended?.isChanged);
    for (const { departmentId } of await rowsOf(pool, findDepartments, ids)) {
      let from: Temporal.PlainDateTime | null = null;
      do {
        const done = await atGate(scope, async (transaction, at) => {
          const offered = await offerFrom(transaction, scope, { departmentId, from, now: at });
          return { ...offered, isChanged: offered.events.length > 0 };
        });
        from = done?.next ?? null;
      } while (from !== null);
    }
  }

  return {
    /** Passes on the places of ended holds and offers, about a second after their end. */
    async offerEnded(): Promise<void> {
      const scopes = await rowsOf(pool, findEnded, [now().toString()]);
      await eachOf(scopes, async (scope) => {
        let isChanged: boolean | undefined;
        do {
          const done = await atGate(
            scope,
            (transaction, at) => endAndOffer(transaction, scope, at),
          );
          isChanged = done?.isChanged;
        } while (isChanged);
      });
    },

    /**
     * Offers the free places that no change has freed, such as those that a booking window opens to, and ends entries whose
     * dates have passed. The hourly work calls it.
     */
    async refresh(): Promise<void> {
      await eachOf(await rowsOf(pool, findWaitingScopes, []), refresh);
    },
  };
}

/** Final entries are kept for so many days after their last date. */
const keptDays = 90;

// Deletes in small steps, so no step holds locks for long. The offers of the entries go with them. The locked rows are
// deleted by their position: for so many keys, the planner would read the whole table.
const deleteOld = `
  delete from waitlist_entries where ctid = any(array(
    select ctid from waitlist_entries
    where to_date < $1::date and state in ('BOOKED', 'CANCELLED', 'ENDED')
    order by to_date limit 1000
    for update skip locked
  ))`;

/** Deletes old entries with their offers. */
export async function deleteOldEntries(pool: Pool, now: Temporal.Instant): Promise<void> {
  await deleteInSteps(pool, deleteOld, now.subtract({ hours: keptDays * 24 }).toString());
}
