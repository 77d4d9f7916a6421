import type { Pool } from "pg";
import {
  type ActiveWorker,
  activeWorkersOf,
  eventsOfSettings,
  type SlotSettings,
} from "../../../core/ports.ts";
import { readDepartment } from "../booking/locked_department.ts";
import { publishOffers } from "../booking/waitlist_offers.ts";
import { offerFrom } from "../booking/waitlist_search.ts";
import { withdrawOffers } from "../booking/waitlist_withdrawals.ts";
import { orUnavailable } from "../database/faults.ts";
import type { TransactionEnd } from "../commit/run_transaction.ts";
import type { GateTransaction } from "../booking/transaction.ts";
import { localDateTimeFromDatabase } from "../mapping/temporal_types.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { appendToFeed } from "../webhooks/feed_entries.ts";
import { writeEvents } from "../webhooks/write_events.ts";
import { findJob, type SlotChangeJob } from "./slot_change_jobs.ts";
import { findSlots, readOccupancies } from "./slots_with_appointments.ts";
import type { ChangeTools } from "../booking/gates.ts";

// A chunk takes some tens of milliseconds, and bookings of the organization wait for it.
const maxChunkSize = 200;

interface LockedJob {
  departmentId: number;
  settingsBefore: SlotSettings;
  workersBefore: ActiveWorker[];
  publishedUntil: string | null;
  offeredUntil: string | null;
  isOffered: boolean;
}

// Locks the job after the gate. SKIP LOCKED never waits, so this lock cannot be part of a deadlock.
const lockJob: Statement<LockedJob> = {
  name: "lock a slot change job",
  text: `
    select department_id as "departmentId", settings_before as "settingsBefore",
      workers_before as "workersBefore",
      published_until as "publishedUntil", offered_until as "offeredUntil",
      is_offered as "isOffered"
    from slot_change_jobs where organization_id = $2 and id = $1::bigint for update skip locked`,
};

const saveProgress: Statement<never> = {
  name: "save the progress of a slot change job",
  text: `update slot_change_jobs set published_until = $3
    where organization_id = $2 and id = $1::bigint`,
};

const saveOffered: Statement<never> = {
  name: "save the offers of a slot change job",
  text:
    `update slot_change_jobs set offered_until = $3::timestamp, is_offered = $3::timestamp is null
    where organization_id = $2 and id = $1::bigint`,
};

const deleteJob: Statement<never> = {
  name: "delete a slot change job",
  text: "delete from slot_change_jobs where organization_id = $2 and id = $1::bigint",
};

/** The result of one chunk. */
interface Chunk {
  events: number;
  /** The job is finished, or another worker is processing it. */
  isOver: boolean;
  /** The offers of holds with a lower id are not checked yet; 0 if all are. Not stored: a job that stops checks them again. */
  uncheckedBelow: number;
}

/**
 * Publishes the slots that the changed settings or workers of a department affect, until no job is left that other workers are not
 * processing, or `signal` is aborted. Returns the number of events.
 *
 * Any number of workers may run it. The events of a chunk and the progress of its job are one transaction, so no slot is
 * published twice or skipped. If a job fails, the others are processed first, and then its fault is thrown.
 */
export async function publishSlotChanges(
  tools: ChangeTools & { pool: Pool },
  { signal, slotsInChunk = maxChunkSize }: { signal?: AbortSignal; slotsInChunk?: number } = {},
): Promise<number> {
  let events = 0;
  let afterId = "0";
  const faults: unknown[] = [];
  while (!signal?.aborted) {
    const job = await findJob(tools.pool, afterId);
    if (!job) break;
    try {
      let chunk: Chunk | undefined;
      do {
        const uncheckedBelow = chunk?.uncheckedBelow ?? Number.MAX_SAFE_INTEGER;
        chunk = await publishChunk(tools, job, { limit: slotsInChunk, uncheckedBelow });
        events += chunk.events;
      } while (!chunk.isOver && !signal?.aborted);
    } catch (error) {
      faults.push(error);
    }
    afterId = job.id;
  }
  if (faults.length > 0) throw faults[0];
  return events;
}

async function publishChunk(
  { gates, now, onEvents }: ChangeTools,
  job: SlotChangeJob,
  { limit, uncheckedBelow }: { limit: number; uncheckedBelow: number },
): Promise<Chunk> {
  const over = { events: 0, isOver: true, uncheckedBelow };
  const chunk = await orUnavailable(() =>
    gates.inTurn(job, () =>
      gates.enter<Chunk>(job, async (transaction) => {
        const [locked] = await rowsIn(transaction.client, lockJob, [job.id, job.organizationId]);
        if (!locked) return { result: over, end: "roll back" };
        if (transaction.waiting > 0 && !locked.isOffered) {
          const isChecked = uncheckedBelow === 0 || locked.offeredUntil !== null;
          const at = { now: now(), job, locked };
          return await (isChecked
            ? offer(transaction, at)
            : check(transaction, { ...at, uncheckedBelow }));
        }
        return await publish({ ...transaction, now: now(), job, locked, limit });
      }))
  );
  if (chunk && chunk.events > 0) onEvents();
  return chunk ?? over;
}

/** Ends the offers of the waiting list that the new settings refuse, before others are made. */
async function check(
  transaction: GateTransaction,
  { now, job, locked, uncheckedBelow }: {
    now: Temporal.Instant;
    job: SlotChangeJob;
    locked: LockedJob;
    uncheckedBelow: number;
  },
): Promise<TransactionEnd<Chunk>> {
  const query = { departmentId: locked.departmentId, below: uncheckedBelow, now };
  const { isChanged, events, next } = await withdrawOffers(transaction, job, query);
  const result = { events: events.length, isOver: false, uncheckedBelow: next };
  if (!isChanged) return { result, end: "roll back" };
  await publishOffers(transaction.client, job, { events, now });
  return { result, end: "commit" };
}

/** Offers free places of the new settings to the waiting list. */
async function offer(
  transaction: GateTransaction,
  { now, job, locked }: { now: Temporal.Instant; job: SlotChangeJob; locked: LockedJob },
): Promise<TransactionEnd<Chunk>> {
  const { departmentId, offeredUntil } = locked;
  const from = offeredUntil === null ? null : localDateTimeFromDatabase(offeredUntil);
  const { events, next } = await offerFrom(transaction, job, { departmentId, from, now });
  const values = [job.id, job.organizationId, next?.toString() ?? null];
  await rowsIn(transaction.client, saveOffered, values);
  await publishOffers(transaction.client, job, { events, now });
  return { result: { events: events.length, isOver: false, uncheckedBelow: 0 }, end: "commit" };
}

async function publish(
  { client, timeZone, subscriptions, now, job, locked, limit }: GateTransaction & {
    now: Temporal.Instant;
    job: SlotChangeJob;
    locked: LockedJob;
    limit: number;
  },
): Promise<TransactionEnd<Chunk>> {
  const { environment, organizationId } = job;
  const { department, workers } = (await readDepartment(client, {
    organizationId,
    id: locked.departmentId,
  }))!;
  const local = now.toZonedDateTimeISO(timeZone).toPlainDateTime();
  const until = locked.publishedUntil === null
    ? local
    : localDateTimeFromDatabase(locked.publishedUntil);
  const from = isBefore(until, local) ? local : until;
  const found = await findSlots(client, { department, environment }, { from, limit });
  // A slot that has already begun is not published.
  const slots = found.slots.filter(({ start }) => !isBefore(start, local));
  const before = locked.settingsBefore;
  const activeWorkers = activeWorkersOf(department.id, workers);
  const events = eventsOfSettings(
    {
      department,
      before,
      timeZone,
      now,
      activeWorkers,
      workersBefore: locked.workersBefore,
      subscriptions,
    },
    await readOccupancies(client, slots, { department, environment, before, now }),
  );
  await writeEvents(client, job, events);
  if (events.length > 0) await appendToFeed(client, job, { events, now });
  const key = [job.id, organizationId];
  if (found.end === null) await rowsIn(client, deleteJob, key);
  else await rowsIn(client, saveProgress, [...key, found.end.toString()]);
  const isOver = found.end === null;
  return { result: { events: events.length, isOver, uncheckedBelow: 0 }, end: "commit" };
}

function isBefore(one: Temporal.PlainDateTime, other: Temporal.PlainDateTime): boolean {
  return Temporal.PlainDateTime.compare(one, other) < 0;
}
