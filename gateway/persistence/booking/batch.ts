import {
  type BookingRequest,
  type BookingVerdict,
  decideBookings,
  eventsOfBookings,
  unconfirmedOf,
} from "../../../core/ports.ts";
import {
  type OpenTransaction,
  runTransaction,
  type TransactionEnd,
} from "../commit/run_transaction.ts";
import {
  type BatchTools,
  completeReads,
  contextOf,
  type FirstReads,
  type LockedBatch,
  readFirst,
} from "./batch_locked.ts";
import type { LockedElsewhere, ScopeBatch } from "./batch_reads.ts";
import { type DecidedBatch, recordsOf, sendRecords } from "./batch_records.ts";
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
  let hasEvents = false;
  const start = {
    begin: `${beginInGate(lockTimeoutMs)}; ${planOnce}`,
    read: (transaction: OpenTransaction) => readFirst(transaction, tools, { batches, ifLocked }),
  };
  const verdicts = await runTransaction<FirstReads, BatchVerdicts[]>(
    tools.pool,
    start,
    async ({ client, trail }, first) => {
      const locked = await completeReads(client, tools, batches, first);
      const unconfirmed = await unconfirmedOf(locked.flatMap(({ batch }) => batch.requests));
      const decided = decide(tools, locked, { ...first, unconfirmed });
      const verdictsOn = new Map(decided.map(({ one, verdicts }) => [one.batch, verdicts]));
      const result = batches.map((batch) => verdictsOn.get(batch));
      const end = endOf(decided.flatMap(({ verdicts }) => verdicts));
      const records = recordsOf(decided, { trail, trace: tools.trace });
      if (!records) return { result, end };
      hasEvents = records.events !== undefined;
      return { result, end, write: () => sendRecords(client, records) };
    },
  );
  if (hasEvents) tools.onEvents();
  return verdicts;
}

function decide(
  { now }: BatchTools,
  locked: readonly LockedBatch[],
  { remembered, spending, unconfirmed }: FirstReads & { unconfirmed: ReadonlySet<BookingRequest> },
): DecidedBatch[] {
  const at = { now: now(), monotonicMs: performance.now(), remembered, spending, unconfirmed };
  return locked.map((one) => {
    const context = contextOf(one, at);
    const verdicts = decideBookings(context, one.batch.requests);
    return { one, verdicts, events: eventsOfBookings(context, verdicts) };
  });
}

/** Returns how the transaction ends. A replayed booking may not be durable yet (gateway/persistence/commit/README.md 3). */
function endOf(verdicts: readonly BookingVerdict[]): TransactionEnd<unknown>["end"] {
  if (verdicts.some(({ kind }) => kind === "booked")) return "commit";
  return verdicts.some(({ kind }) => kind === "replayed") ? "confirm" : "roll back";
}
