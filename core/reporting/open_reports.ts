import { type Pace, unpaced } from "../heavy_work.ts";
import { createListReader } from "./list_reader.ts";
import type { Reporting, ReportingReader } from "./reporting.ts";
import { type InputOf, type ReportName, reports, type RowOf } from "./reports.ts";
import { runReport } from "./run_report.ts";

/** The lists and reports of one organization, from one snapshot. */
export type Reports = ReturnType<typeof openReports>;

/** The reports by name. Each throws VALIDATION_ERROR on `to` or `groupBy`. */
type ReportReaders = { [Name in ReportName]: (input: InputOf<Name>) => Promise<RowOf<Name>[]> };

/**
 * Opens the lists and reports of the reader's organization. All of them read one snapshot, so the numbers of one request
 * agree (core/reporting/README.md 1). `close` releases the snapshot.
 */
export function openReports(
  { reporting }: { reporting: Reporting },
  { organizationId, timeZone }: ReportingReader,
  pace: Pace = unpaced,
) {
  const source = reporting.open(organizationId, pace.signal);
  const readers = Object.keys(reports).map((name) => [
    name,
    (input: InputOf<ReportName>) =>
      runReport(name as ReportName, { ...input, timeZone }, { source, pace }),
  ]);
  return {
    /** Returns how old the data is; null if it is current. Throws SERVICE_UNAVAILABLE if it is too old. */
    age: () => source.age(),
    organization: () => source.organization(),
    balances: () => source.balances(),
    ...createListReader(source, timeZone),
    ...Object.fromEntries(readers) as ReportReaders,

    /** Releases the snapshot. Call it once, also after an error. */
    close: () => source.close(),
  };
}
