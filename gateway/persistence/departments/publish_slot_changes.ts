import type { Pool } from "pg";
import { activeWorkersOf, eventsOfSettings, type SlotSettings } from "../../../core/mod.ts";
import { departmentFromRow } from "./departments.ts";
import { orUnavailable } from "../database/faults.ts";
import { lockDepartments, readWorkers } from "../booking/batch.ts";
import type { TransactionEnd } from "../commit/run_transaction.ts";
import type { GateTransaction } from "../booking/transaction.ts";
import { localDateTimeFromDatabase } from "../mapping/temporal_types.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { writeEvents } from "../webhooks/write_events.ts";
import { findJob, type SlotChangeJob } from "./slot_change_jobs.ts";
import { findSlots, readOccupancies } from "./slots_with_appointments.ts";
import type { ChangeTools } from "../booking/gates.ts";

// Some tens of milliseconds, for which bookings of the organization wait.
const maxChunkSize = 200;

interface HeldJob {
  departmentId: number;
  settingsBefore: SlotSettings;
  toldUntil: string | null;
}

// After the gate; nobody waits for it, so it cannot be part of a deadlock.
const hold: Statement<HeldJob> = {
  name: "hold a slot change job",
  text: `
    select department_id as "departmentId", settings_before as "settingsBefore",
      told_until as "toldUntil"
    from slot_change_jobs where id = $1::bigint for update skip locked`,
};

const proceed: Statement<never> = {
  name: "proceed with a slot change job",
  text: "update slot_change_jobs set told_until = $2 where id = $1::bigint",
};

const finish: Statement<never> = {
  name: "finish a slot change job",
  text: "delete from slot_change_jobs where id = $1::bigint",
};

/** What one chunk came to; `isOver` when there is no more to be done here, by this worker at least. */
interface Chunk {
  events: number;
  isOver: boolean;
}

/**
 * Tells of the slots that changed settings are judged differently by, until no job is left that other
 * workers are not at, or `signal` is aborted; gives the number of events. Any number of workers may: each
 * chunk's events and how far the job has come are one transaction, so nothing is told twice or left out. A job
 * that fails is thrown after the others are done.
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
      let chunk: Chunk;
      do {
        chunk = await tellChunk(tools, job, slotsInChunk);
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

async function tellChunk(
  { gates, now, onEvents }: ChangeTools,
  job: SlotChangeJob,
  limit: number,
): Promise<Chunk> {
  const over = { events: 0, isOver: true };
  const chunk = await orUnavailable(() =>
    gates.inTurn(job, () =>
      gates.enter<Chunk>(job, async (transaction) => {
        const [held] = await rowsIn(transaction.client, hold, [job.id]);
        if (!held) return { result: over, end: "roll back" };
        return await tell({ ...transaction, now: now(), job, held, limit });
      }))
  );
  if (chunk && chunk.events > 0) onEvents();
  return chunk ?? over;
}

async function tell(
  { client, timeZone, subscriptions, now, job, held, limit }: GateTransaction & {
    now: Temporal.Instant;
    job: SlotChangeJob;
    held: HeldJob;
    limit: number;
  },
): Promise<TransactionEnd<Chunk>> {
  const { environment, organizationId } = job;
  const departmentIds = [held.departmentId];
  const [row] = await rowsIn(client, lockDepartments, [organizationId, departmentIds]);
  const department = departmentFromRow(row!);
  const workers = await rowsIn(client, readWorkers, [organizationId, departmentIds]);
  const local = now.toZonedDateTimeISO(timeZone).toPlainDateTime();
  const until = held.toldUntil === null ? local : localDateTimeFromDatabase(held.toldUntil);
  const from = isBefore(until, local) ? local : until;
  const found = await findSlots(client, { department, environment }, { from, limit });
  // The slot that has begun is not to come.
  const slots = found.slots.filter(({ start }) => !isBefore(start, local));
  const before = held.settingsBefore;
  const activeWorkerIds = activeWorkersOf(department.id, workers);
  const events = eventsOfSettings(
    { department, before, timeZone, now, activeWorkerIds, subscriptions },
    await readOccupancies(client, slots, { department, environment, before }),
  );
  await writeEvents(client, job, events);
  if (found.end === null) await rowsIn(client, finish, [job.id]);
  else await rowsIn(client, proceed, [job.id, found.end.toString()]);
  return { result: { events: events.length, isOver: found.end === null }, end: "commit" };
}

function isBefore(one: Temporal.PlainDateTime, other: Temporal.PlainDateTime): boolean {
  return Temporal.PlainDateTime.compare(one, other) < 0;
}
