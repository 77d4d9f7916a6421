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
  /**
   * Waits until the scope has a transaction at or after `position`, and returns true. Returns false after `maxMs`, when
   * `signal` is aborted, when the service stops, or if too many callers of the organization wait. Never throws.
   */
  wait(
    scope: BookingScope,
    until: { position: number; maxMs: number; signal?: AbortSignal | undefined },
  ): Promise<boolean>;
}

/** How long a cursor is valid. The feed keeps its events for longer. */
export const cursorDays = 30;
