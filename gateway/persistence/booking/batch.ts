import type { PoolClient } from "pg";
import {
  type BookingContext,
  type BookingScope,
  type BookingVerdict,
  decideBookings,
  eventsOfBookings,
  type NewEvent,
} from "../../../core/ports.ts";
import {
  type OpenTransaction,
  runTransaction,
  type TransactionEnd,
} from "../commit/run_transaction.ts";
import { originValues, sendOrigins } from "../webhooks/event_origins.ts";
import { serviceClientOf } from "../database/service_client.ts";
import { eventValues, sendEvents } from "../webhooks/write_events.ts";
import type { EventOrigin, RequestTrace } from "../database/request_trace.ts";
import {
  lockBalances,
  type LockedBalance,
  type LockedElsewhere,
  readRemembered,
  readSlots,
  type RememberedRow,
  type ScopeBatch,
  type SlotReads,
  takeTag,
} from "./batch_reads.ts";
import { bookingValues, writeBookings } from "./batch_write.ts";
import {
  type BookingSettings,
  type BookingSettingsCache,
  readSettings,
} from "./booking_settings.ts";
import type { ChangeTools, OnBookings } from "./gates.ts";
import { deleteUsedHolds } from "./holds.ts";
import { occupancyAt } from "./occupancy.ts";
import { beginInGate, requireTriggers } from "./transaction.ts";

// The statements of a batch look rows up by their keys, so one plan is right for any number of rows. By itself, Postgres
// would plan some of them for each transaction, which takes as long as to run them.
//
// A plan of Citus is for the nodes of one organization.
const planOnce = `set local plan_cache_mode = force_generic_plan
  /*distributed: ; set local plan_cache_mode = auto */`;

/** The verdicts on a batch in the order of its requests; undefined if its balance was not locked. */
export type BatchVerdicts = BookingVerdict[] | undefined;

/** The dependencies of a batch. */
export interface BatchTools extends ChangeTools {
  settings: BookingSettingsCache;
}

/**
 * Decides and writes batches of different scopes in one transaction that holds their gates. It is two round trips if
 * the settings in memory are valid: begin, lock and read; then write and commit.
 */
export async function bookBatches(
  tools: BatchTools,
  batches: readonly ScopeBatch[],
  { lockTimeoutMs, ifLocked }: { lockTimeoutMs: number; ifLocked: LockedElsewhere },
): Promise<BatchVerdicts[]> {
  const { pool, now, onEvents, trace } = tools;
  let hasEvents = false;
  const start = {
    begin: `${beginInGate(lockTimeoutMs)}; ${planOnce}`,
    read: (transaction: OpenTransaction) => readFirst(transaction, tools, { batches, ifLocked }),
  };
  const verdicts = await runTransaction<FirstReads, BatchVerdicts[]>(
    pool,
    start,
    async ({ client, trail }, first) => {
      const locked = await completed(client, tools, batches, first);
      const at = { now: now(), monotonicMs: performance.now(), remembered: first.remembered };
      const decided = locked.map((one) => {
        const context = contextOf(one, at);
        const verdicts = decideBookings(context, one.batch.requests);
        return { one, verdicts, events: eventsOfBookings(context, verdicts) };
      });
      const byBatch = new Map(decided.map(({ one, verdicts }) => [one.batch, verdicts]));
      const all = decided.flatMap(({ verdicts }) => verdicts);
      const booked = all.filter((verdict) => verdict.kind === "booked");
      const usedHolds = booked.filter(({ usedHold }) => usedHold !== null);
      const result = batches.map((batch) => byBatch.get(batch));
      const end = endOf(all);
      if (booked.length === 0) return { result, end };
      // The ledger raises the position of each scope once.
      const feed = decided.map(({ one, events }) => ({
        scope: one.batch.scope,
        position: one.position + 1,
        events,
      }));
      const bookings = bookingValues(trail, booked, feed);
      const events = eventValues(feed);
      const origins = trace && originValues(feed, originsOf(trace, decided));
      hasEvents = events !== undefined;
      const write = () =>
        Promise.all([
          writeBookings(client, bookings),
          sendEvents(client, events),
          origins && sendOrigins(client, origins),
          usedHolds.length > 0 && deleteUsedHolds(client, usedHolds),
        ]);
      return { result, end, write };
    },
  );
  if (hasEvents) onEvents();
  return verdicts;
}

/** Returns the request that caused an event: the one that booked its appointment, or the transaction for that of a slot. */
function originsOf(
  trace: RequestTrace,
  decided: readonly { one: LockedBatch; verdicts: readonly BookingVerdict[] }[],
): (event: NewEvent) => EventOrigin | undefined {
  const requests = new Map(
    decided.flatMap(({ one, verdicts }) =>
      verdicts.flatMap((verdict, i) =>
        verdict.kind === "booked" ? [[verdict.appointment.id, one.batch.requests[i]!] as const] : []
      )
    ),
  );
  return ({ appointmentId }) =>
    trace.originOf(appointmentId === null ? undefined : requests.get(appointmentId));
}

/** Returns how the transaction ends. A replayed booking may not be durable yet (gateway/persistence/commit/README.md 3). */
function endOf(verdicts: readonly BookingVerdict[]): TransactionEnd<unknown>["end"] {
  if (verdicts.some(({ kind }) => kind === "booked")) return "commit";
  return verdicts.some(({ kind }) => kind === "replayed") ? "confirm" : "roll back";
}

/** What the first round trip reads. `slots` has entries for the batches whose settings are in memory. */
interface FirstReads {
  balances: LockedBalance[];
  settings: (BookingSettings | undefined)[];
  slots: Map<ScopeBatch, SlotReads>;
  remembered: RememberedRow[];
}

async function readFirst(
  { client, trail }: OpenTransaction,
  { settings: cache, now, onBookings }: BatchTools,
  { batches, ifLocked }: { batches: readonly ScopeBatch[]; ifLocked: LockedElsewhere },
): Promise<FirstReads> {
  const settings = batches.map((batch) => cache.find(queryOf(batch)));
  const known = batches.flatMap((batch, i) => {
    const found = settings[i];
    return found ? [{ ...batch, batch, settings: found }] : [];
  });
  const startedAtMs = performance.now();
  const locking = lockBalances(client, batches, { tag: trail.tag, ifLocked });
  // In a distributed database the statement takes the lock on the node of the organization. Settling needs it here too.
  const lockingHere = serviceClientOf(client).distributes && takeTag(client, trail.tag);
  const [balances, slots, remembered] = await Promise.all([
    onBookings ? reportLock(locking, { batches, startedAtMs, onBookings }) : locking,
    readSlots(client, known),
    readRemembered(client, batches, now()),
    lockingHere,
  ]);
  for (const { hasTriggers } of balances) requireTriggers(hasTriggers);
  return {
    balances,
    settings,
    slots: new Map(known.map(({ batch }, i) => [batch, slots[i]!])),
    remembered,
  };
}

async function reportLock(
  locking: Promise<LockedBalance[]>,
  { batches, startedAtMs, onBookings }: {
    batches: readonly ScopeBatch[];
    startedAtMs: number;
    onBookings: OnBookings;
  },
): Promise<LockedBalance[]> {
  const balances = await locking;
  const bookings = batches
    .filter(({ scope }) => balances.some((row) => isOf(row, scope)))
    .reduce((sum, { requests }) => sum + requests.length, 0);
  // None if another session has locked all of them. They get transactions of their own.
  if (bookings > 0) {
    onBookings({ bookings, lockSeconds: (performance.now() - startedAtMs) / 1000 });
  }
  return balances;
}

/** A batch whose balance is locked, with everything that was read for it. */
interface LockedBatch {
  batch: ScopeBatch;
  balance: number;
  /** The position before this transaction. */
  position: number;
  settings: BookingSettings;
  slots: SlotReads;
}

/** Completes the reads of the locked batches: reads settings that were not in memory or have changed, and their slots. */
async function completed(
  client: PoolClient,
  { settings: cache }: BatchTools,
  batches: readonly ScopeBatch[],
  { balances, settings, slots }: FirstReads,
): Promise<LockedBatch[]> {
  const locked = batches.flatMap((batch, i) => {
    const balance = balances.find((row) => isOf(row, batch.scope));
    return balance ? [{ batch, ...batch, row: balance, known: settings[i] }] : [];
  });
  const outdated = locked.filter(({ row, known }) => known?.tag !== row.settingsTag);
  const fresh = new Map<ScopeBatch, { settings: BookingSettings; slots: SlotReads }>();
  if (outdated.length > 0) {
    const tags = outdated.map(({ row }) => row.settingsTag);
    const read = (await readSettings(client, outdated.map(queryOf), tags))
      .map((one, i) => cache.keep(outdated[i]!.scope, one));
    const reads = await readSlots(
      client,
      outdated.map((one, i) => ({ ...one, settings: read[i]! })),
    );
    for (const [i, { batch }] of outdated.entries()) {
      fresh.set(batch, { settings: read[i]!, slots: reads[i]! });
    }
  }
  return locked.map(({ batch, row, known }) => {
    const read = fresh.get(batch) ?? { settings: known!, slots: slots.get(batch)! };
    const { settings, slots: taken } = read;
    const [balance, position] = [Number(row.balance), Number(row.lastPosition)];
    return { batch, balance, position, settings, slots: taken };
  });
}

function contextOf(
  { batch, balance, settings, slots }: LockedBatch,
  { remembered, ...at }: {
    now: Temporal.Instant;
    monotonicMs: number;
    remembered: readonly RememberedRow[];
  },
): BookingContext {
  const { scope, departmentIds } = queryOf(batch);
  return {
    ...scope,
    ...at,
    ...settings,
    appointmentIds: slots.appointmentIds,
    occupancy: new Map(
      slots.occupancy.entries().map(([key, row]) => [key, occupancyAt(row, at.now)] as const),
    ),
    workers: departmentIds.flatMap((id) => settings.workers.get(id) ?? []),
    balance,
    remembered: new Map(
      remembered.filter((row) => isOf(row, scope)).map(({ key, fingerprint, answer }) =>
        [key, { fingerprint, answer }] as const
      ),
    ),
  };
}

function queryOf({ scope, requests }: ScopeBatch) {
  return { scope, departmentIds: [...new Set(requests.map((one) => one.departmentId))] };
}

function isOf(row: { organizationId: number; environment: string }, scope: BookingScope): boolean {
  return row.organizationId === scope.organizationId && row.environment === scope.environment;
}
