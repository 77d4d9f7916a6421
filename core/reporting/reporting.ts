import type { Environment } from "../environment.ts";
import type { Organization } from "../access/organization.ts";
import type { ListReading } from "./list_reader.ts";
import type { DepartmentWithWorkers } from "../departments/departments.ts";
import type { RowKeys } from "./groups.ts";
import type {
  AppointmentCountsRow,
  AppointmentReportQuery,
  CallSums,
  CreditReportQuery,
  CreditSums,
  DeliveryCountsRow,
  PlacesQuery,
  PlacesRow,
  TimedReportQuery,
  UsageReportQuery,
  WebhookGroup,
} from "./report_queries.ts";

/** The organization that somebody reports on, and its zone: the days of every report are days of it. */
export interface ReportingReader {
  organizationId: number;
  timeZone: string;
}

/** Reading for reports, apart from the booking path (contracts, "GraphQL"). */
export interface Reporting {
  /** Readings of one organization; nothing is connected before the first of them. */
  open(organizationId: number, signal?: AbortSignal): ReportingSource;
}

/**
 * Readings of one organization as of one moment: all of them read one snapshot, which is let go by `close`. Each
 * throws QUERY_TIMEOUT where it takes more than 10 s, SERVICE_UNAVAILABLE, and the reason of the signal that the
 * readings were opened with: what runs when that is aborted is cancelled.
 */
export interface ReportingSource extends ListReading {
  organization(): Promise<Organization>;
  balances(): Promise<Record<Environment, number>>;

  countAppointments(question: AppointmentReportQuery): Promise<Groups<AppointmentCountsRow>>;
  /** Those that take a place. */
  countPlaces(question: PlacesQuery): Promise<Groups<PlacesRow>>;
  /** Every department, active or not, in batches. */
  departmentsWithWorkers(): AsyncIterable<DepartmentWithWorkers[]>;
  sumCredits(question: CreditReportQuery): Promise<Groups<RowKeys & CreditSums>>;
  /** What the ledger had come to just before an instant. */
  balancesAt(instant: Temporal.Instant): Promise<Record<Environment, number>>;
  sumCalls(question: UsageReportQuery): Promise<Groups<RowKeys & CallSums>>;
  countDeliveries(question: TimedReportQuery<WebhookGroup>): Promise<Groups<DeliveryCountsRow>>;

  /** To be called once, whatever became of the readings; never throws. */
  close(): Promise<void>;
}

/** The groups of a report, in any order; not all of them where there are more than it may have rows. */
export interface Groups<Row> {
  rows: Row[];
  /** How many there are. */
  total: number;
}
