import type { Pool } from "pg";
import {
  type Appointment,
  appointmentEvent,
  type BookingScope,
  dueReminders,
  maxReminders,
  type ReminderMark,
} from "../../../core/ports.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import type { RowOf } from "../mapping/columns.ts";
import { appointments } from "../mapping/tables.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import { appendToFeed } from "../webhooks/feed_entries.ts";
import { type QueueClocks, queueTime, queueTimeValue } from "../webhooks/queue_clocks.ts";
import { writeEvents } from "../webhooks/write_events.ts";
import type { ChangeTools } from "./gates.ts";
import type { GateTransaction } from "./transaction.ts";

/** The pass of one process follows the pass of another one after at least so many seconds. */
const minSeconds = 10;
/** What was due so long ago may still be in a transaction that a pass does not see, so only what is older is done for ever. */
const openSeconds = 60;
/** A clock that differs from the database's by more is wrong, or the database's is. */
const maxClockSeconds = 60;
const scopesAtOnce = 4;

/** What a pass needs. */
export type ReminderTools = Pick<ChangeTools, "pool" | "gates" | "now" | "onEvents"> & {
  clocks: QueueClocks;
};

// One process makes a pass at a time. A claim in the future is of a clock that was set back since.
const claim: Statement<{ now: string }> = {
  name: "claim a pass of reminders",
  text: `
    insert into reminder_passes (claimed_at, complete_until)
    values (${queueTime("$1")}, 'epoch')
    on conflict (only_row) do update set claimed_at = excluded.claimed_at
      where reminder_passes.claimed_at <= excluded.claimed_at - interval '${minSeconds} seconds'
        or reminder_passes.claimed_at > excluded.claimed_at + interval '${maxClockSeconds} seconds'
    returning claimed_at::text as now`,
};

const complete: Statement<never> = {
  name: "complete a pass of reminders",
  text: `
    update reminder_passes
    set complete_until = greatest(complete_until, $1::timestamptz - interval '${openSeconds} seconds')`,
};

// What is open of each mark at $1: local times from `first` on, until `last`. Appointments are in the order of their local
// time, which is the order in which they are due, except where the clocks change: there, the window is wider and is read
// as a whole. An appointment that has begun needs no reminder, so the window begins at the present time at the earliest.
// `complete_until` from before a reopening does not count: the passes had left the organization out.
const windows = `
  reminder_marks m
  join organizations o on o.id = m.organization_id and o.closed_at is null
  cross join reminder_passes p
  cross join lateral (
    select m.due_until >= p.complete_until or coalesce(m.reopened_at > p.complete_until, false)
      as is_own
  ) lower
  cross join lateral (
    select make_interval(mins => m.minutes_before) as before,
      case when is_own then m.due_until else p.complete_until end as due_until,
      case when is_own then m.last_id else 0 end as last_id
  ) mark
  cross join lateral (
    select greatest(mark.due_until + mark.before, $1::timestamptz) as first,
      $1::timestamptz + mark.before as last
  ) span
  cross join lateral (
    select span.last + interval '1 day' as after, span.first - interval '1 day' as before
  ) around
  cross join lateral (
    select (around.after at time zone o.time_zone) - (around.before at time zone o.time_zone)
      <> around.after - around.before as is_changing
  ) clocks
  cross join lateral (
    select (span.first at time zone o.time_zone)
        - case when is_changing then interval '3 hours' else interval '0' end as first,
      (span.last at time zone o.time_zone)
        + case when is_changing then interval '3 hours' else interval '0' end as last
  ) local`;

const isOpen = `exists (
    select from appointments a
    where a.organization_id = m.organization_id and a.department_id = m.department_id
      and a.environment = m.environment and not a.is_archived and a.status = 'SCHEDULED'
      and a.date_time >= local.first and a.date_time <= local.last
      and (is_changing or (a.date_time, a.id) > (local.first, mark.last_id))
  )`;

const findScopes: Statement<BookingScope> = {
  name: "find scopes with reminders that may be due",
  text: `
    select distinct m.organization_id as "organizationId", m.environment
    from ${windows} where ${isOpen}`,
};

interface OpenMark {
  departmentId: number;
  minutesBefore: number;
  dueUntil: string;
  lastId: string;
  first: string;
  last: string;
  isChanging: boolean;
}

const findMarks: Statement<OpenMark> = {
  name: "find marks with reminders that may be due",
  text: `
    select m.department_id as "departmentId", m.minutes_before as "minutesBefore",
      mark.due_until::text as "dueUntil", mark.last_id as "lastId",
      local.first::text as first, local.last::text as last, is_changing as "isChanging"
    from ${windows}
    where m.organization_id = $2 and m.environment = $3 and ${isOpen}
    order by m.department_id, m.minutes_before`,
};

const findAppointments: Statement<RowOf<Appointment>> = {
  name: "find appointments to remind of",
  text: `
    select ${appointments.select("a")} from appointments a
    where a.organization_id = $1 and a.environment = $2 and a.department_id = $3
      and not a.is_archived and a.status = 'SCHEDULED'
      and a.date_time >= $4::timestamp and a.date_time <= $5::timestamp
      and ($6::bigint is null or (a.date_time, a.id) > ($4::timestamp, $6::bigint))
    order by a.date_time, a.id limit $7::int`,
};

const saveMark: Statement<never> = {
  name: "save a mark of reminders",
  text: `
    update reminder_marks set due_until = $5::timestamptz, last_id = $6::bigint
    where organization_id = $1 and environment = $2 and department_id = $3 and minutes_before = $4`,
};

// Two reminders of an appointment may be in one transaction.
const savePublished: Statement<never> = {
  name: "save when reminders were published",
  text: `
    insert into published_reminders (organization_id, environment, appointment_id, created_at)
    select $1, $2, id, $4::timestamptz from unnest($3::bigint[]) as published (id)
    on conflict do nothing`,
};

/**
 * Publishes the reminders that are due. Returns their number; undefined if another process has made a pass just now, or
 * the clocks differ (`onWrongClock`). A scope that fails is tried again in the next pass (`onFault`).
 */
export async function remind(
  tools: ReminderTools,
  { onFault, onWrongClock, isStopped = () => false }: {
    onFault(error: unknown): void;
    onWrongClock(seconds: number): void;
    isStopped?: () => boolean;
  },
): Promise<number | undefined> {
  const { pool, clocks } = tools;
  const [claimed] = await rowsOf(pool, claim, [queueTimeValue(clocks)]);
  if (!claimed) return undefined;
  const now = instantFromDatabase(claimed.now);
  const differenceMs = tools.now().epochMilliseconds - now.epochMilliseconds;
  if (Math.abs(differenceMs) > maxClockSeconds * 1000) {
    onWrongClock(Math.round(differenceMs / 1000));
    return undefined;
  }
  const scopes = await rowsOf(pool, findScopes, [now.toString()]);
  let published = 0;
  let isWhole = true;
  await Promise.all(Array.from({ length: scopesAtOnce }, async () => {
    for (let scope = scopes.pop(); scope; scope = scopes.pop()) {
      try {
        published += await remindIn(tools, { ...scope, now, isStopped });
        isWhole &&= !isStopped();
      } catch (error) {
        isWhole = false;
        onFault(error);
      }
    }
  }));
  if (isWhole) await rowsOf(pool, complete, [now.toString()]);
  return published;
}

/** Publishes what is due in a scope, in transactions of at most 200 appointments. */
async function remindIn(
  { gates, onEvents }: ReminderTools,
  { now, isStopped, ...scope }: BookingScope & { now: Temporal.Instant; isStopped(): boolean },
): Promise<number> {
  let published = 0;
  for (let isLeft = true; isLeft && !isStopped();) {
    const turn = await orUnavailable(() =>
      gates.inTurn(scope, () =>
        gates.enter(scope, async (transaction) => {
          const result = await remindOnce(transaction, scope, now);
          return { result, end: result.count === 0 ? "roll back" : "commit" };
        }))
    );
    if (turn && turn.events > 0) onEvents();
    published += turn?.events ?? 0;
    isLeft = turn !== undefined && turn.count >= maxReminders;
  }
  return published;
}

async function remindOnce(
  { client, timeZone, subscriptions }: GateTransaction,
  scope: BookingScope,
  now: Temporal.Instant,
): Promise<{ events: number; count: number }> {
  const { organizationId, environment } = scope;
  const marks = await rowsIn(client, findMarks, [now.toString(), organizationId, environment]);
  const events = [];
  let left = maxReminders;
  for (const { departmentId, minutesBefore, first, last, isChanging, ...before } of marks) {
    const mark: ReminderMark = {
      dueUntil: instantFromDatabase(before.dueUntil),
      lastId: Number(before.lastId),
    };
    const rows = await rowsIn(client, findAppointments, [
      organizationId,
      environment,
      departmentId,
      first,
      last,
      isChanging ? null : mark.lastId,
      isChanging ? null : left + 1,
    ]);
    const found = rows.map((row) => appointments.fromRow(row));
    const reminders = dueReminders({
      minutesBefore,
      timeZone,
      now,
      mark,
      appointments: found,
      isComplete: isChanging || found.length <= left,
      max: left,
    });
    if (reminders.count === 0) continue;
    for (const appointment of reminders.due) {
      const about = { ...appointment, minutesBefore };
      events.push(appointmentEvent("APPOINTMENT_REMINDER_DUE", about, { subscriptions, now }));
    }
    await rowsIn(client, saveMark, [
      organizationId,
      environment,
      departmentId,
      minutesBefore,
      reminders.mark.dueUntil.toString(),
      reminders.mark.lastId,
    ]);
    left -= reminders.count;
    if (left === 0) break;
  }
  if (events.length > 0) {
    await writeEvents(client, scope, events);
    await appendToFeed(client, scope, { events, now });
    const ids = events.map(({ appointmentId }) => appointmentId);
    await rowsIn(client, savePublished, [organizationId, environment, ids, now.toString()]);
  }
  return { events: events.length, count: maxReminders - left };
}

/** The feed drops a month when its last entry is 35 days old. */
const keptDays = 70;

/** Deletes the times of reminders that the feed no longer has. */
export async function deleteOldReminders(pool: Pool, now: Temporal.Instant): Promise<void> {
  const limit = now.subtract({ hours: keptDays * 24 }).toString();
  await pool.query("delete from published_reminders where created_at <= $1", [limit]);
}
