import type { Reports } from "../../core/mod.ts";

/** What every resolver is given. */
export interface GraphqlContext {
  /** The readings of the caller's organization, as of one moment. */
  reports: Reports;
}
