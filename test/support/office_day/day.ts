import type { Clerk } from "../clerk.ts";
import type { Office } from "./office.ts";
import type { Visitors } from "./visitors.ts";

/** Against hanging alone: on a busy machine a page may take a minute for a step. */
export const pageTimeoutMs = 300_000;

/** A call that a counter made and saw. */
export interface JournalCall {
  number: number;
  desk: string;
}

/** A day that is being played. */
export interface Day {
  office: Office;
  visitors: Visitors;
  announcements: Announcements;
  /** The first calls that the counters made, by the counters. */
  calls: JournalCall[];
  /** Milliseconds until the answers to the requests of the clerks, by procedure. */
  latenciesMs: Map<string, number[]>;
  /** Number of requests that were sent again, because a process was killed. */
  repeated: number;
  newClerk(first: number): Promise<Clerk>;
  /** Returns whether everybody has come and gone. */
  isOver(): boolean;
}

/** A call as a display announces it. */
export interface Announcement {
  number: number;
  desk: string;
  calls: number;
}

/** What the people in the waiting room hear. */
export interface Announcements {
  all: readonly Announcement[];
  /** Waits until a call is announced, not counting the first `since` announcements. Rejects after `pageTimeoutMs`. */
  heard(call: Announcement, since: number): Promise<void>;
}
