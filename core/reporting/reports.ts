import type { Environment } from "../environment.ts";
import { appointmentReport } from "./appointment_report.ts";
import { creditReport } from "./credit_report.ts";
import type { RowKeys } from "./groups.ts";
import type { Figures, ReportRow } from "./report.ts";
import type { ReportInput } from "./report_input.ts";
import { usageReport } from "./usage_report.ts";
import { utilizationReport } from "./utilization_report.ts";
import { visitReport } from "./visit_report.ts";
import { waitlistReport } from "./waitlist_report.ts";
import { webhookReport } from "./webhook_report.ts";

/** Every report by its name in GraphQL. */
export const reports = {
  appointmentReport,
  utilizationReport,
  creditReport,
  usageReport,
  webhookReport,
  visitReport,
  waitlistReport,
};

type Catalogue = typeof reports;
export type ReportName = keyof Catalogue;

/** The groups of a report. */
export type GroupOf<Name extends ReportName> = Catalogue[Name]["groups"][number];

/** The sums that persistence reads for a report, and the times. */
export type SumOf<Name extends ReportName> =
  | Extract<keyof Catalogue[Name]["sums"], string>
  | NonNullable<Catalogue[Name]["innerSums"]>[number];
export type TimeOf<Name extends ReportName> = NonNullable<Catalogue[Name]["times"]>[number];

/** A group of a report as persistence reads it. */
export type FiguresOf<Name extends ReportName> = RowKeys & Figures<SumOf<Name>, TimeOf<Name>>;

/** A row of a report. */
export type RowOf<Name extends ReportName> = ReportRow<
  Extract<keyof Catalogue[Name]["sums"], string>,
  ReturnType<Catalogue[Name]["derive"]>
>;

/** Input of a report. */
export type InputOf<Name extends ReportName> =
  & ReportInput<GroupOf<Name>>
  & (Name extends "utilizationReport" ? { environment: Environment } : unknown)
  & (Name extends "visitReport" ? { departmentId?: number | null } : unknown);
