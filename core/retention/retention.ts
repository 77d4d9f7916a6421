import type { Audited } from "../audit/audit_record.ts";
import type { Environment } from "../environment.ts";

/** The days for which an organization keeps personal data; null keeps it (core/retention/README.md 1). */
export interface RetentionDays {
  /** After the day of the appointment: appointments, their visits, events and stored answers. */
  appointmentDays: number | null;
  /** After an event: its body, for webhooks and in the feed. */
  eventDays: number | null;
  /** After a call: its address and its program. */
  usageDays: number | null;
  /** After an entry of the audit log: names, addresses and the texts of changes. */
  auditDays: number | null;
}

/** The moments before which personal data goes; null for nothing. */
export interface RetentionLimits {
  /** Local. */
  appointments: Temporal.PlainDateTime | null;
  events: Temporal.Instant | null;
  usage: Temporal.Instant | null;
  audit: Temporal.Instant | null;
}

/** Numbers of records whose personal data goes or went. */
export interface RetentionCounts {
  appointments: number;
  /** Visits without an appointment that nobody ended. */
  visits: number;
  events: number;
  calls: number;
  /** Entries of the audit log. */
  entries: number;
}

/** The present or last run of an organization. */
export interface RetentionRun extends RetentionCounts {
  startedAt: Temporal.Instant;
  /** Null while it runs. */
  finishedAt: Temporal.Instant | null;
}

/** What would go now. Each number is at most `maxCounted`. */
export interface RetentionPreview extends RetentionCounts {
  /** Appointments that are old enough and stay, because their person is held. */
  held: number;
}

/** A run that a process works on. `claim` is random. */
export interface ClaimedRun {
  organizationId: number;
  claim: string;
}

/** An appointment that is old enough. */
export interface DueAppointment {
  id: number;
  environment: Environment;
  dateTime: Temporal.PlainDateTime;
}

/** The kinds of records that go in batches without a decision on each. */
export const batchKinds = ["visits", "events", "feed", "usage", "audit"] as const;
export type BatchKind = (typeof batchKinds)[number];

/** Another process has taken over the run, or a change has ended it. */
export class ClaimLostError extends Error {
  override name = "ClaimLostError";
}

/**
 * Runs of retention. A method that gets a run writes in one transaction, and throws `ClaimLostError` without a change if
 * the claim was taken over.
 */
export interface Retention {
  /**
   * Returns the open organizations that have a rule, or a run that their last rule began, and whose run of today can be
   * claimed, by their ids. Waits for no change.
   */
  listDue(now: Temporal.Instant): Promise<number[]>;
  /**
   * Claims the run of today: a new one if the last one finished 20 hours ago or earlier, or one whose process has not
   * been heard of for 5 minutes. Times in the future count as past: the clock was set back. Undefined if there is nothing
   * to claim. Waits for a change of the organization that is not committed yet.
   */
  claim(organizationId: number, now: Temporal.Instant): Promise<ClaimedRun | undefined>;
  /**
   * Looks at the next appointments, a few hundred. Returns those to decide on, in their order, without people on hold, and
   * the last one that it looked at; null at the end.
   */
  due(
    run: ClaimedRun,
    query: { before: Temporal.PlainDateTime; after: DueAppointment | null },
  ): Promise<{ found: DueAppointment[]; last: DueAppointment | null }>;
  /** Returns appointments of the time that is done, which were changed since, by their ids. */
  changedSince(
    run: ClaimedRun,
    query: { before: Temporal.PlainDateTime; after: DueAppointment | null },
  ): Promise<DueAppointment[]>;
  /** Notes that all appointments before a time are done; null if none are. Keeps the claim. */
  advance(
    run: ClaimedRun,
    options: { until: Temporal.PlainDateTime | null; now: Temporal.Instant },
  ): Promise<void>;
  /** Removes the personal data of the next records of a kind, and counts them. Returns whether there may be more. */
  removeBatch(
    run: ClaimedRun,
    batch: {
      kind: BatchKind;
      before: Temporal.PlainDateTime | Temporal.Instant;
      now: Temporal.Instant;
    },
  ): Promise<boolean>;
  /** Ends a run with its audit record, which gets the counts. */
  finish(run: ClaimedRun, now: Temporal.Instant, audit: Audited<RetentionCounts>): Promise<void>;
  /** Returns the present or last run; undefined if there was none. */
  lastRun(organizationId: number): Promise<RetentionRun | undefined>;
  /** Counts what would go. */
  preview(organizationId: number, limits: RetentionLimits): Promise<RetentionPreview>;
}
