import type { PoolClient } from "pg";
import {
  type BookingContext,
  type BookingRequest,
  type BookingScope,
  spendingKey,
} from "../../../core/ports.ts";
import type { OpenTransaction } from "../commit/run_transaction.ts";
import { together } from "../database/together.ts";
import {
  lockBalances,
  type LockedBalance,
  type LockedElsewhere,
  readRemembered,
  readSlots,
  readSpending,
  type RememberedRow,
  type ScopeBatch,
  type SlotReads,
  type SpendingRow,
} from "./batch_reads.ts";
import {
  type BookingSettings,
  type BookingSettingsCache,
  readSettings,
} from "./booking_settings.ts";
import type { ChangeTools, OnBookings } from "./gates.ts";
import { occupancyAt } from "./occupancy.ts";
import { requireTriggers } from "./transaction.ts";

/** The dependencies of a batch. */
export interface BatchTools extends ChangeTools {
  settings: BookingSettingsCache;
}

/** What the first round trip reads. `slots` has entries for the batches whose settings are in memory. */
export interface FirstReads {
  balances: LockedBalance[];
  settings: (BookingSettings | undefined)[];
  slots: Map<ScopeBatch, SlotReads>;
  remembered: RememberedRow[];
  spending: SpendingRow[];
}

/** Locks the balances of batches and reads for them, in one packet. */
export async function readFirst(
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
  const [balances, slots, remembered, spending] = await together(client, () => [
    onBookings ? reportLock(locking, { batches, startedAtMs, onBookings }) : locking,
    readSlots(client, known),
    readRemembered(client, batches, now()),
    readSpending(client, batches, now()),
  ]);
  for (const { hasTriggers } of balances) requireTriggers(hasTriggers);
  return {
    balances,
    settings,
    slots: new Map(known.map(({ batch }, i) => [batch, slots[i]!])),
    remembered,
    spending,
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
export interface LockedBatch {
  batch: ScopeBatch;
  balance: number;
  lowCreditThreshold: number | null;
  /** The position before this transaction. */
  position: number;
  settings: BookingSettings;
  slots: SlotReads;
}

/** Completes the reads of the locked batches: reads settings that were not in memory or have changed, and their slots. */
export async function completeReads(
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
    const { lowCreditThreshold } = row;
    return { batch, balance, lowCreditThreshold, position, settings, slots: taken };
  });
}

/** Returns what decides the requests of a locked batch. */
export function contextOf(
  { batch, balance, lowCreditThreshold, settings, slots }: LockedBatch,
  { remembered, spending, ...at }: {
    now: Temporal.Instant;
    monotonicMs: number;
    remembered: readonly RememberedRow[];
    spending: readonly SpendingRow[];
    unconfirmed: ReadonlySet<BookingRequest>;
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
    lowCreditThreshold,
    remembered: new Map(
      remembered.filter((row) => isOf(row, scope)).map(({ key, fingerprint, answer }) =>
        [key, { fingerprint, answer }] as const
      ),
    ),
    spending: new Map(
      spending.filter((row) => row.organizationId === scope.organizationId).map((row) =>
        [spendingKey(row), row.credits] as const
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
