import type { Environment } from "../environment.ts";
import type { DayRange, Group, ReportDays, RowKeys } from "./groups.ts";
import type { ZoneOffsets } from "./zone_offsets.ts";

const dateGroups = ["DAY", "WEEK", "MONTH"] as const satisfies Group[];
const timeGroups = [...dateGroups, "HOUR_OF_DAY", "WEEKDAY"] as const satisfies Group[];

/** The groups of the report of appointments. Times are those of the appointments. */
export const appointmentGroups = [
  ...timeGroups,
  "DEPARTMENT",
  "WORKER",
  "STATUS",
  "ENVIRONMENT",
] as const satisfies Group[];

export type AppointmentGroup = (typeof appointmentGroups)[number];

/** Counts of appointments. `booked` is the sum of `archived` and the statuses of the other appointments. */
export interface AppointmentCounts {
  booked: number;
  /** Archived appointments of any status. */
  archived: number;
  scheduled: number;
  completed: number;
  cancelled: number;
  missed: number;
}

/** The counts of a group of appointments. */
export interface AppointmentCountsRow extends RowKeys, AppointmentCounts {
  /** Seconds from creation to appointment, in any order. Empty unless requested. */
  leadSeconds: Float32Array;
}

/** The query of the report of appointments. */
export interface AppointmentReportQuery extends ReportDays {
  environment: Environment | null;
  groupBy: readonly AppointmentGroup[];
  /** The offsets that convert local times to instants. Null if lead times are not requested. */
  offsets: ZoneOffsets | null;
}

/** The groups of the report of credits. Times are those of the entries. */
export const creditGroups = [
  ...dateGroups,
  "ENVIRONMENT",
] as const satisfies Group[];

export type CreditGroup = (typeof creditGroups)[number];

/** Sums of credits. None is negative. */
export interface CreditSums {
  consumed: number;
  refunded: number;
  granted: number;
}

/** The query of the report of credits. */
export interface CreditReportQuery {
  /** The period, divided by the groups of days, in order. */
  dayRanges: DayRange[];
  /** Null: both. */
  environment: Environment | null;
  groupBy: readonly CreditGroup[];
}

/** The groups of the report of webhooks. Times are those of first attempts. */
export const webhookGroups = [
  ...timeGroups,
  "WEBHOOK",
  "EVENT_TYPE",
  "ENVIRONMENT",
] as const satisfies Group[];

export type WebhookGroup = (typeof webhookGroups)[number];

/** The groups of the report of visits. Days are those of the visits, and hours those of the arrivals. */
export const visitGroups = [
  ...timeGroups,
  "DEPARTMENT",
  "WORKER",
  "DESK",
  "ENVIRONMENT",
] as const satisfies Group[];

export type VisitGroup = (typeof visitGroups)[number];

/** A visit with an appointment is called in time if it waits at most this long after it is due. */
export const punctualSeconds = 300;

/** Counts of visits. `visits` is the sum of `served`, `left`, `noShows` and `open`. */
export interface VisitCounts {
  visits: number;
  served: number;
  left: number;
  noShows: number;
  /** Visits that have not ended. */
  open: number;
  /** Called visits with an appointment. */
  due: number;
}

/** The counts of a group of visits. */
export interface VisitCountsRow extends RowKeys, VisitCounts {
  /** The visits of `due` that were called in time. */
  inTime: number;
  /** Whole seconds from the arrival to the first call of the called visits, in any order. Empty unless requested. */
  waitingSeconds: Float32Array;
  /** Whole seconds of service of the served visits, in any order. Empty unless requested. */
  handlingSeconds: Float32Array;
}

/** The query of the report of visits. */
export interface VisitReportQuery extends ReportDays {
  /** Null: both. */
  environment: Environment | null;
  /** Null: all. */
  departmentId: number | null;
  groupBy: readonly VisitGroup[];
  /** The offsets of the zone. Null without the group HOUR_OF_DAY. */
  offsets: ZoneOffsets | null;
  /** Whether to return waiting and handling times. */
  withTimes: boolean;
}

/** The query of a report over instants, with the offsets of the zone. */
export interface TimedReportQuery<G> {
  from: Temporal.Instant;
  /** Exclusive. */
  to: Temporal.Instant;
  offsets: ZoneOffsets;
  /** Null: both. */
  environment: Environment | null;
  groupBy: readonly G[];
}

/** The counts of a group of deliveries. */
export interface DeliveryCountsRow extends RowKeys, DeliveryCounts {
  /** The number of ended deliveries with 1 attempt, with 2 attempts, and so on. */
  endedByAttempts: number[];
  /** The response times of all attempts with a response, in any order. */
  responseTimesMs: Float32Array;
}

/** The groups of the report of API calls. Times are those of the arrivals. */
export const usageGroups = [
  ...timeGroups,
  "ENVIRONMENT",
  "API_KEY",
  "ENDPOINT",
] as const satisfies Group[];

export type UsageGroup = (typeof usageGroups)[number];

/** Sums of API calls. */
export interface CallCounts {
  calls: number;
  /** Responses with status 400 or above. */
  errors: number;
  credits: number;
}

/** Sums of API calls with their response times. */
export interface CallSums extends CallCounts {
  /**
   * The number of calls per response time, in whole milliseconds and any order. A response time is at most 5 % too high.
   * Empty unless requested.
   */
  callsByLatencyMs: Map<number, number>;
}

/** The query of the report of API calls. */
export interface UsageReportQuery extends TimedReportQuery<UsageGroup> {
  /** The period, divided by the groups of days, in order. */
  dayRanges: DayRange[];
  /** Whether to return response times. Always false with the groups key and endpoint, whose sums do not have them. */
  withLatencies: boolean;
}

/** The groups of the report of utilization. The hour is that of the slot's start in the present grid. */
export const utilizationGroups = [
  ...timeGroups,
  "DEPARTMENT",
] as const satisfies Group[];

export type UtilizationGroup = (typeof utilizationGroups)[number];

/** The query of the taken places. */
export interface PlacesQuery extends ReportDays {
  environment: Environment;
  groupBy: readonly UtilizationGroup[];
}

/** The number of appointments of a group that take a place. */
export interface PlacesRow extends RowKeys {
  booked: number;
}

/** Counts of deliveries by outcome. `deliveries` is their sum. */
export interface DeliveryCounts {
  deliveries: number;
  delivered: number;
  /** All attempts failed. */
  failed: number;
  /** No attempt was possible in time, or the webhook was deleted. */
  abandoned: number;
  /** A further attempt is scheduled. */
  pending: number;
}
