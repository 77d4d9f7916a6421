import type { BookingScope } from "../environment.ts";

/** The events of one transaction, in their order. */
export interface FeedEntry {
  /** Grows with each transaction of the scope, in the order of the commits. */
  position: number;
  createdAt: Temporal.Instant;
  /** The exact bodies that webhooks receive. */
  bodies: string[];
}

/** A part of a feed. */
export interface FeedPart {
  /** Oldest first. */
  entries: FeedEntry[];
  /** The position of the scope's newest transaction. All entries up to it are visible. */
  lastPosition: number;
  /** Whether there are entries after these. */
  hasMore: boolean;
}

/** Keeps the events of each organization and environment, whether or not a webhook subscribes to them. */
export interface EventFeed {
  /**
   * Reads the entries from a position on, until they have `maxEvents` events or more. Throws SERVICE_UNAVAILABLE.
   */
  read(
    scope: BookingScope,
    from: { position: number; maxEvents: number },
  ): Promise<FeedPart>;
  /** Waits until the reader's scope has a transaction at or after `position`. Never throws. */
  wait(
    reader: FeedReader,
    until: { position: number; maxMs: number; signal?: AbortSignal | undefined },
  ): Promise<WaitOutcome>;
}

/** Who waits. A key and its predecessors share their places. */
export interface FeedReader extends BookingScope {
  lineageId: string;
}

/**
 * How a wait ended: with a transaction; after `maxMs` without one; early, because `signal` was aborted or the service
 * stops; or at once, because no place was free (core/webhooks/README.md 14).
 */
export type WaitOutcome = "transaction" | "silence" | "ended" | "full";

/** The maximum number of readers of one key that wait in one process. */
export const maxWaitsPerKey = 100;

/** How long a cursor is valid. The feed keeps its events for longer. */
export const cursorDays = 30;
