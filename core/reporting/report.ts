import type { Environment } from "../environment.ts";
import type { Pace } from "../heavy_work.ts";
import type { DepartmentWithWorkers } from "../departments/departments.ts";
import type { Group, ReportDays, RowKeys } from "./groups.ts";

/** A number of a report's row. */
export interface ReportField {
  type: "Int" | "Float";
  description: string;
  /** What it counts, if that is not things. A share is from 0 to 1. */
  unit?: "share" | "seconds" | "milliseconds" | "hours";
  /** Whether it can be null. */
  isNullable?: boolean;
  /** Whether it is computed from times. It is null if they are not requested. */
  isOfTimes?: boolean;
}

/** What the database returns for a group: sums, and times in any order. Times are empty if they are not requested. */
export type Figures<Sum extends string, Time extends string> =
  & Record<Sum, number>
  & Record<Time, Float32Array>;

/**
 * A report as one object. Its input, the port that reads it, its GraphQL types and its cost follow from it. Persistence
 * has a statement for it.
 */
export interface Report<
  G extends string,
  Sum extends string,
  Inner extends string,
  Time extends string,
  Derived,
> {
  description: string;
  rowDescription: string;
  /** What the times of the groups are. */
  groupDescription: string;
  groups: readonly G[];
  /** The descriptions of keys that mean more than in other reports. */
  keyDescriptions?: Partial<Record<G, string>>;
  /** Whether it needs one environment, because a sum over both would be wrong. */
  hasOneEnvironment?: boolean;
  /** Whether it reads the settings of each department. */
  readsDepartments?: boolean;
  /** The sums that a row shows. */
  sums: Record<Sum, ReportField>;
  /** Sums and times from which only other fields are derived. */
  innerSums?: readonly Inner[];
  times?: readonly Time[];
  /** Groups for which no times are stored. */
  groupsWithoutTimes?: readonly G[];
  /** The fields that `derive` computes from the figures of a row. It may reorder times. */
  derived: Record<keyof Derived, ReportField>;
  derive(figures: Figures<Sum | Inner, Time>): Derived;
  /** Adds the figures of other reads. Returns the rows in any order. */
  complete?(rows: ReportRow<Sum, Derived>[], reads: OtherReads): Promise<ReportRow<Sum, Derived>[]>;
}

/** A row of a report. */
export type ReportRow<Sum extends string, Derived> = RowKeys & Record<Sum, number> & Derived;

/** A validated query of a report. */
export interface ReportQuery extends ReportDays {
  timeZone: string;
  /** Null: both. */
  environment: Environment | null;
  groupBy: readonly Group[];
  withTimes: boolean;
  /** Null: all. Only the report of visits can be of one department. */
  departmentId: number | null;
}

/** Reads of single reports besides their sums. */
export interface ReportReads {
  /** Yields all departments, active and inactive, in batches. */
  departmentsWithWorkers(): AsyncIterable<DepartmentWithWorkers[]>;
  /** Returns the balances just before an instant, from the ledger. */
  balancesAt(instant: Temporal.Instant): Promise<Record<Environment, number>>;
}

/** What a report is completed with. */
export interface OtherReads {
  query: ReportQuery;
  source: ReportReads;
  pace: Pace;
}

/** Checks the types of a report: `derived` describes what `derive` returns. */
export function defineReport<
  const G extends Group,
  Sum extends string,
  Derived extends object,
  const Inner extends string = never,
  const Time extends string = never,
>(report: Report<G, Sum, Inner, Time, Derived>): Report<G, Sum, Inner, Time, Derived> {
  return report;
}
