import type { PoolClient } from "pg";
import type { BookingVerdict, NewEvent } from "../../../core/ports.ts";
import type { CommitTrail } from "../commit/commit_trail.ts";
import type { EventOrigin, RequestTrace } from "../database/request_trace.ts";
import { together } from "../database/together.ts";
import { originValues, sendOrigins } from "../webhooks/event_origins.ts";
import { eventValues, sendEvents } from "../webhooks/write_events.ts";
import type { LockedBatch } from "./batch_locked.ts";
import { type BookingWrite, writeBookings, writeOfBookings } from "./batch_write.ts";
import { deleteUsedHolds } from "./holds.ts";
import { acceptOffers } from "./waitlist_offers.ts";

/** A locked batch with the verdicts on its requests and their events. */
export interface DecidedBatch {
  one: LockedBatch;
  verdicts: BookingVerdict[];
  events: NewEvent[];
}

/** What is written for decided batches. */
export interface BatchRecords {
  bookings: BookingWrite;
  events: unknown[] | undefined;
  origins: unknown[] | undefined;
  usedHolds: Parameters<typeof deleteUsedHolds>[1];
}

/** Returns the records of decided batches; undefined if nothing was booked. */
export function recordsOf(
  decided: readonly DecidedBatch[],
  { trail, trace }: { trail: CommitTrail; trace: RequestTrace | undefined },
): BatchRecords | undefined {
  const booked = decided.flatMap(({ verdicts }) =>
    verdicts.filter((verdict) => verdict.kind === "booked")
  );
  if (booked.length === 0) return undefined;
  // The ledger raises the position of each scope once.
  const feed = decided.map(({ one, events }) => ({
    scope: one.batch.scope,
    position: one.position + 1,
    events,
  }));
  return {
    bookings: writeOfBookings(booked, { trail, feed }),
    events: eventValues(feed),
    origins: trace && originValues(feed, originsOf(trace, decided)),
    usedHolds: booked.filter(({ usedHold }) => usedHold !== null),
  };
}

/** Sends the records of batches. */
export function sendRecords(
  client: PoolClient,
  { bookings, events, origins, usedHolds }: BatchRecords,
): Promise<unknown> {
  return together(client, () => [
    writeBookings(client, bookings),
    sendEvents(client, events),
    origins && sendOrigins(client, origins),
    usedHolds.length > 0 && deleteUsedHolds(client, usedHolds),
    acceptOffers(client, usedHolds),
  ]);
}

/** Returns the request that caused an event: the one that booked its appointment, or the transaction for that of a slot. */
function originsOf(
  trace: RequestTrace,
  decided: readonly DecidedBatch[],
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
