import type { Environment } from "../environment.ts";
import type { DayRange, Group, ReportDays, RowKeys } from "./groups.ts";
import type { ZoneOffsets } from "./zone_offsets.ts";

/** What appointments are grouped by; time is that of the appointment. */
export const appointmentGroups = [
  "DAY",
  "WEEK",
  "MONTH",
  "HOUR_OF_DAY",
  "WEEKDAY",
  "DEPARTMENT",
  "WORKER",
  "STATUS",
  "ENVIRONMENT",
] as const satisfies Group[];

export type AppointmentGroup = (typeof appointmentGroups)[number];

/** How many appointments became what; `archived` and the statuses of the others add up to `booked`. */
export interface AppointmentCounts {
  booked: number;
  /** Whatever their status. */
  archived: number;
  scheduled: number;
  completed: number;
  cancelled: number;
  missed: number;
}

/** A group of appointments as it is counted. */
export interface AppointmentCountsRow extends RowKeys, AppointmentCounts {
  /** Of each the seconds from its creation to it, in any order; empty unless they were asked for. */
  leadSeconds: Float32Array;
}

/** Which appointments are counted, and how. */
export interface AppointmentReportQuery extends ReportDays {
  environment: Environment | null;
  groupBy: readonly AppointmentGroup[];
  /** By which local times are turned into instants; null: lead times are not asked for. */
  offsets: ZoneOffsets | null;
}

/** What credits are grouped by; time is that of their entry in the ledger. */
export const creditGroups = [
  "DAY",
  "WEEK",
  "MONTH",
  "ENVIRONMENT",
] as const satisfies Group[];

export type CreditGroup = (typeof creditGroups)[number];

/** What came and went; none of them is negative. */
export interface CreditSums {
  consumed: number;
  refunded: number;
  granted: number;
}

/** Which entries of the ledger are summed up. */
export interface CreditReportQuery {
  /** The period in dayRanges of days that the groups do not tell apart, in order. */
  dayRanges: DayRange[];
  /** Null: both. */
  environment: Environment | null;
  groupBy: readonly CreditGroup[];
}

/** What deliveries are grouped by; time is that of the first attempt. */
export const webhookGroups = [
  "DAY",
  "WEEK",
  "MONTH",
  "HOUR_OF_DAY",
  "WEEKDAY",
  "WEBHOOK",
  "EVENT_TYPE",
  "ENVIRONMENT",
] as const satisfies Group[];

export type WebhookGroup = (typeof webhookGroups)[number];

/** A stretch of time and the zone that its instants are seen in. */
export interface TimedReportQuery<G> {
  from: Temporal.Instant;
  /** Exclusive. */
  to: Temporal.Instant;
  offsets: ZoneOffsets;
  /** Null: both. */
  environment: Environment | null;
  groupBy: readonly G[];
}

/** A group of deliveries as it is counted. */
export interface DeliveryCountsRow extends RowKeys, DeliveryCounts {
  /** Of those that have ended, how many took one attempt, two, and so on. */
  endedByAttempts: number[];
  /** Of all attempts that got an answer, in any order. */
  responseTimesMs: Float32Array;
}

/** What API calls are grouped by; time is that of their arrival. */
export const usageGroups = [
  "DAY",
  "WEEK",
  "MONTH",
  "HOUR_OF_DAY",
  "WEEKDAY",
  "ENVIRONMENT",
  "API_KEY",
  "ENDPOINT",
] as const satisfies Group[];

export type UsageGroup = (typeof usageGroups)[number];

/** What some calls add up to. */
export interface CallCounts {
  calls: number;
  /** Answers from status 400. */
  errors: number;
  credits: number;
}

/** What some calls add up to as it is read. */
export interface CallSums extends CallCounts {
  /**
   * How many calls took how long, by whole milliseconds, each at most 5 % above what was measured; in any order,
   * and empty unless asked for.
   */
  callsByLatencyMs: Map<number, number>;
}

/** Which calls are summed up. */
export interface UsageReportQuery extends TimedReportQuery<UsageGroup> {
  /** The period in dayRanges of days that the groups do not tell apart, in order. */
  dayRanges: DayRange[];
  /** Never where calls are told apart by key or endpoint, by which response times are not kept. */
  withLatencies: boolean;
}

/** What places are grouped by; the hour is that of the slot's start, in the grid of now. */
export const utilizationGroups = [
  "DAY",
  "WEEK",
  "MONTH",
  "HOUR_OF_DAY",
  "WEEKDAY",
  "DEPARTMENT",
] as const satisfies Group[];

export type UtilizationGroup = (typeof utilizationGroups)[number];

/** Which taken places are counted. */
export interface PlacesQuery extends ReportDays {
  environment: Environment;
  groupBy: readonly UtilizationGroup[];
}

/** A group of appointments that take a place. */
export interface PlacesRow extends RowKeys {
  booked: number;
}

/** How many deliveries ended how; together they are `deliveries`. */
export interface DeliveryCounts {
  deliveries: number;
  delivered: number;
  /** All attempts failed. */
  failed: number;
  /** Could not be tried in time, or the webhook was deleted. */
  abandoned: number;
  /** Still being tried. */
  pending: number;
}
