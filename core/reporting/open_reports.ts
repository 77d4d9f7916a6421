import type { Ports } from "../ports.ts";
import { readLists } from "./read_lists.ts";
import type { ReportingReader } from "./reporting.ts";

/** What an organization can be told of itself, as of one moment. */
export type Reports = ReturnType<typeof openReports>;

/**
 * The readings and reports of the reader's organization (contracts, "GraphQL"). They share one snapshot, so that
 * the numbers of one request agree; it is let go by `close`.
 */
export function openReports(
  { reporting }: Pick<Ports, "reporting">,
  { organizationId }: ReportingReader,
) {
  const source = reporting.open(organizationId);
  return {
    organization: () => source.organization(),
    balances: () => source.balances(),
    ...readLists(source),
    /** To be called once, whatever became of the rest. */
    close: () => source.close(),
  };
}
