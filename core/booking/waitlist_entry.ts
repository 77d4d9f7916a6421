import type { AuditRecord } from "../audit/audit_record.ts";
import type { BookingScope } from "../environment.ts";
import type { KeyHolder } from "./hold.ts";
import type { IdempotencyClaim } from "./idempotency.ts";

/** The slots that an entry of the waiting list waits for. */
export interface WaitlistCriteria {
  departmentId: number;
  /** Null for any worker. */
  workerId: number | null;
  /** Local dates, both included. */
  fromDate: Temporal.PlainDate;
  toDate: Temporal.PlainDate;
  /** `HH:mm`. The slot begins at or after this local time; null for any time. */
  fromTime: string | null;
  /** `HH:mm`, or `24:00`. The slot ends at or before this local time; null for any time. */
  toTime: string | null;
  /** ISO weekdays, 1 for Monday; empty for every weekday. */
  weekdays: readonly number[];
}

/** BOOKED, CANCELLED and ENDED are final. */
export const waitlistStates = ["WAITING", "OFFERED", "BOOKED", "CANCELLED", "ENDED"] as const;
export type WaitlistState = (typeof waitlistStates)[number];

/** A stored entry. It belongs to the key that made it, and to the keys that replace it. */
export interface WaitlistEntry extends BookingScope, WaitlistCriteria {
  id: number;
  holder: KeyHolder;
  externalUserId: string | null;
  state: WaitlistState;
  /** The appointment that accepted an offer; null unless the entry is BOOKED. */
  appointmentId: number | null;
  idempotency: IdempotencyClaim | null;
  createdAt: Temporal.Instant;
}

/** An entry with its offer that has not ended; null if it has none. */
export interface SeenEntry extends WaitlistEntry {
  offer: {
    holdId: number;
    slotTime: Temporal.PlainDateTime;
    workerId: number | null;
    expiresAt: Temporal.Instant;
  } | null;
}

/** A validated request for an entry. */
export type WaitlistRequest = Pick<
  WaitlistEntry,
  | "departmentId"
  | "workerId"
  | "fromDate"
  | "toDate"
  | "fromTime"
  | "toTime"
  | "weekdays"
  | "externalUserId"
  | "holder"
  | "idempotency"
>;

/** An entry that leaves the waiting list. */
export interface LeavingEntry {
  id: number;
  /** Null for one of any key. */
  holder: KeyHolder | null;
  /** The departments that it may be of. All if left out. */
  departmentIds?: readonly number[];
  /** Makes the audit record. None is written if left out. */
  audit?(left: { departmentId: number; at: Temporal.Instant }): AuditRecord;
}

/** Which entries are asked for. */
export interface WaitlistQuery {
  /** Null for those of every key. */
  holder: KeyHolder | null;
  departmentIds: readonly number[] | null;
  externalUserId: string | null;
  states: readonly WaitlistState[];
  /** Only ids after this one. */
  after: number;
  max: number;
}

/** A part of a list. */
export interface WaitlistPart {
  entries: SeenEntry[];
  /** The entry up to which the list was read, if there may be more after it; null at the end. */
  readUpTo: number | null;
}

/** What a waiting list did in some days. */
export interface WaitlistSums {
  joined: number;
  offered: number;
  /** Offers that were booked: the places that the list has filled. */
  accepted: number;
  declined: number;
  expired: number;
  /** Minutes from the offer to the booking; null if none was booked. */
  medianMinutes: number | null;
}

/** Reads entries. */
export interface Waitlist {
  /** Returns an entry of a key, or of any key if `holder` is null. */
  find(
    scope: BookingScope,
    query: { id: number; holder: KeyHolder | null },
  ): Promise<SeenEntry | undefined>;
  /** Returns entries in order of arrival. It may stop before `max` if it has read many that the filters leave out. */
  list(scope: BookingScope, query: WaitlistQuery): Promise<WaitlistPart>;
  /** Sums up the entries and offers from an instant on. Null for every department. */
  sums(
    scope: BookingScope,
    query: { departmentIds: readonly number[] | null; from: Temporal.Instant },
  ): Promise<WaitlistSums>;
}
