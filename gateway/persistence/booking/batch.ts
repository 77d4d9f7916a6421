import type { Pool, PoolClient } from "pg";
import { type BookingVerdict, decideBookings, eventsOfBookings } from "../../../core/ports.ts";
import {
  type OpenTransaction,
  runTransaction,
  type TransactionEnd,
} from "../commit/run_transaction.ts";
import { isServiceUnavailable } from "../database/faults.ts";
import {
  type BookingIds,
  drawAttemptIds,
  drawBookingIds,
  setIds,
} from "../distribution/part_ids.ts";
import { requireParts } from "../distribution/hold_parts.ts";
import {
  type BatchGroups,
  enterGroups,
  groupBatches,
  holdGroups,
  withinGroup,
} from "./batch_groups.ts";
import {
  type BatchTools,
  completeReads,
  contextOf,
  type FirstReads,
  type LockedBatch,
  readFirst,
} from "./batch_locked.ts";
import type { LockedElsewhere, ScopeBatch } from "./batch_reads.ts";
import { attemptsIn, type DecidedBatch, recordsOf, sendRecords } from "./batch_records.ts";
import { beginInGate } from "./transaction.ts";

// The statements of a batch look rows up by their keys, so one plan is right for any number of rows. By itself, Postgres
// would plan some of them for each transaction, which takes as long as to run them.
const planOnce = "set local plan_cache_mode = force_generic_plan";

/** The verdicts on a batch in the order of its requests; undefined if its balance was not locked. */
export type BatchVerdicts = BookingVerdict[] | undefined;

/**
 * Decides and writes batches of different scopes in one transaction that holds their gates. It is two round trips if
 * the settings in memory are valid: begin, lock and read; then write and commit.
 */
export async function bookBatches(
  tools: BatchTools,
  batches: readonly ScopeBatch[],
  { lockTimeoutMs, ifLocked }: { lockTimeoutMs: number; ifLocked: LockedElsewhere },
): Promise<BatchVerdicts[]> {
  const found = await groupBatches(tools, batches);
  let hasEvents = false;
  const start = {
    begin: `${beginInGate(lockTimeoutMs)}; ${planOnce}${holdGroups(found)}`,
    read: (transaction: OpenTransaction) => readGroups(transaction, tools, { found, ifLocked }),
    enter: enterGroups(found),
  };
  const verdicts = await runTransaction<FirstReads[], BatchVerdicts[]>(
    found.pool,
    start,
    async (transaction, first) => {
      const { client, trail } = transaction;
      const locked = await completeGroups(client, tools, { found, first });
      const isOfNode = found.shardIds.length > 0;
      const ids = isOfNode ? await giveIds(tools.pool, locked.flat()) : undefined;
      const decided = locked.map((some, i) => decide(tools, some, first[i]!));
      const verdictsOn = new Map(decided.flat().map(({ one, verdicts }) => [one.batch, verdicts]));
      const result = batches.map((batch) => verdictsOn.get(batch));
      const end = endOf(result.flatMap((some) => some ?? []));
      const records = decided.flatMap((some, i) =>
        recordsOf(found.groups[i]!, some, { trail, trace: tools.trace }) ?? []
      );
      if (records.length === 0) return { result, end };
      hasEvents = records.some(({ events }) => events !== undefined);
      const attempts = attemptsIn(records);
      const attemptId = ids && attempts > 0
        ? await drawAttemptIds(tools.pool, attempts)
        : undefined;
      const write = () =>
        Promise.all([
          ids && setIds(client, ids, attemptId),
          ...records.map((one) => sendRecords(client, one)),
        ]);
      return { result, end, write };
    },
  ).catch((error: unknown) => {
    // The node may have been replaced.
    if (isServiceUnavailable(error)) tools.parts.doubt();
    throw error;
  });
  if (hasEvents) tools.onEvents();
  return verdicts;
}

async function readGroups(
  transaction: OpenTransaction,
  tools: BatchTools,
  { found: { groups, shardIds }, ifLocked }: { found: BatchGroups; ifLocked: LockedElsewhere },
): Promise<FirstReads[]> {
  const { client } = transaction;
  // First, because the reads fail if a part is not here.
  const checked = shardIds.length > 0 && requireParts(client, tools.parts, shardIds);
  const reads = Promise.allSettled(
    groups.map((group) =>
      withinGroup(
        client,
        group,
        () => readFirst(transaction, tools, { batches: group.batches, ifLocked }),
      )
    ),
  );
  await checked;
  return (await reads).map((read) => {
    if (read.status === "rejected") throw read.reason;
    return read.value;
  });
}

async function completeGroups(
  client: PoolClient,
  tools: BatchTools,
  { found: { groups }, first }: { found: BatchGroups; first: readonly FirstReads[] },
): Promise<LockedBatch[][]> {
  const locked: LockedBatch[][] = [];
  for (const [i, group] of groups.entries()) {
    locked.push(await completeReads(client, tools, group, first[i]!));
  }
  return locked;
}

function decide(
  { now }: BatchTools,
  locked: readonly LockedBatch[],
  { remembered }: FirstReads,
): DecidedBatch[] {
  const at = { now: now(), monotonicMs: performance.now(), remembered };
  return locked.map((one) => {
    const context = contextOf(one, at);
    const verdicts = decideBookings(context, one.batch.requests);
    return { one, verdicts, events: eventsOfBookings(context, verdicts) };
  });
}

/** Draws ids for the requests of a part: its node has none. */
async function giveIds(
  pool: Pool,
  locked: readonly LockedBatch[],
): Promise<BookingIds | undefined> {
  const count = locked.reduce((sum, { batch }) => sum + batch.requests.length, 0);
  if (count === 0) return undefined;
  const ids = await drawBookingIds(pool, count);
  let given = 0;
  for (const { batch, slots } of locked) {
    slots.appointmentIds = ids.appointments.slice(given, given += batch.requests.length);
  }
  return ids;
}

/** Returns how the transaction ends. A replayed booking may not be durable yet (gateway/persistence/commit/README.md 3). */
function endOf(verdicts: readonly BookingVerdict[]): TransactionEnd<unknown>["end"] {
  if (verdicts.some(({ kind }) => kind === "booked")) return "commit";
  return verdicts.some(({ kind }) => kind === "replayed") ? "confirm" : "roll back";
}
