import type { Environment } from "../booking/environment.ts";
import type { Organization } from "../access/organization.ts";
import type { ListReading } from "./read_lists.ts";

/** The organization that somebody reports on, and its zone: the days of every report are days of it. */
export interface ReportingReader {
  organizationId: number;
  timeZone: string;
}

/** Reading for reports, apart from the booking path (contracts, "GraphQL"). */
export interface Reporting {
  /** Readings of one organization; nothing is connected before the first of them. */
  open(organizationId: number): ReportingSource;
}

/**
 * Readings of one organization as of one moment: all of them read one snapshot, which is let go by `close`. Each
 * throws QUERY_TIMEOUT where it takes more than 10 s, and SERVICE_UNAVAILABLE.
 */
export interface ReportingSource extends ListReading {
  organization(): Promise<Organization>;
  balances(): Promise<Record<Environment, number>>;
  /** To be called once, whatever became of the readings; never throws. */
  close(): Promise<void>;
}
