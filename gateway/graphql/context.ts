import type { Pace, Reports } from "../../core/mod.ts";

/** What every resolver is given. */
export interface GraphqlContext {
  /** The readings of the caller's organization, as of one moment. */
  reports: Reports;
  /** Keeps what is made of them from holding the event loop. */
  pace: Pace;
  /** Departments of the organization, by which reports are priced. */
  departmentCount: number;
}
