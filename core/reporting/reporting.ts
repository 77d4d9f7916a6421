import type { Environment } from "../environment.ts";
import type { Organization } from "../access/organization.ts";
import type { ListReading } from "./list_reader.ts";
import type { ReportQuery, ReportReads } from "./report.ts";
import type { FiguresOf, ReportName } from "./reports.ts";

/** The organization of a report. The days of reports are days in its zone. */
export interface ReportingReader {
  organizationId: number;
  timeZone: string;
}

/** How old the data of a source is that reads a copy of the database. */
export interface DataAge {
  /** Every change before this instant is in the data. Later changes may be. */
  asOf: Temporal.Instant;
  /** The seconds from `asOf` to now. */
  lagSeconds: number;
}

/** Reads for lists and reports, apart from the booking path. */
export interface Reporting {
  /**
   * Throws SERVICE_UNAVAILABLE if it is already known that no source can read now. Reads nothing, so the first read of a
   * source may still fail.
   */
  requireAvailable(): void;
  /** Opens a source for one organization. It connects to the database with the first read. */
  open(organizationId: number, signal?: AbortSignal): ReportingSource;
}

/**
 * A source of lists and sums for one organization. All methods read one snapshot, until `close` releases it. Each method
 * throws QUERY_TIMEOUT after 10 s, SERVICE_UNAVAILABLE, or the reason of the signal after an abort. An abort cancels the
 * running query.
 */
export interface ReportingSource extends ListReading, ReportReads {
  /** Returns the age of the snapshot; null if it is of the database itself and not of a copy. */
  age(): Promise<DataAge | null>;
  organization(): Promise<Organization>;
  balances(): Promise<Record<Environment, number>>;

  /** Reads the sums of a report. */
  readReport<Name extends ReportName>(
    name: Name,
    query: ReportQuery,
  ): Promise<Groups<FiguresOf<Name>>>;

  /** Releases the snapshot. Call it once, also after an error. Never throws. */
  close(): Promise<void>;
}

/** The groups of a report, in any order. If there are more than `maxRows`, `rows` is incomplete. */
export interface Groups<Row> {
  rows: Row[];
  /** The number of groups. */
  total: number;
}
