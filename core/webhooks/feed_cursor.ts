import type { Environment } from "../environment.ts";

/** A place in a feed: before the event `index` of the entry at `position`, or of the next entry after it. */
export interface FeedCursor {
  environment: Environment;
  position: number;
  /** From 0. */
  index: number;
  /** No event after the cursor is older than this, in whole seconds. */
  since: Temporal.Instant;
}

const form = /^(live|test)_(\d{1,15})_(\d{1,9})_(\d{1,11})$/;
const environmentOf: Record<string, Environment> = { live: "LIVE", test: "TEST" };

/** Returns the text of a cursor. Callers repeat it and must not read it. */
export function formatCursor({ environment, position, index, since }: FeedCursor): string {
  const seconds = Math.floor(since.epochMilliseconds / 1000);
  return [environment.toLowerCase(), position, index, seconds].join("_");
}

/** Parses the text of a cursor. Returns undefined if no cursor has this text. */
export function parseCursor(text: string): FeedCursor | undefined {
  const [, environment, position, index, seconds] = form.exec(text) ?? [];
  if (environment === undefined) return undefined;
  return {
    environment: environmentOf[environment]!,
    position: Number(position),
    index: Number(index),
    since: Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1000),
  };
}
