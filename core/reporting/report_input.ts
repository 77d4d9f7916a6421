import { type Environment } from "../booking/environment.ts";
import { type DomainError, validationError } from "../errors.ts";
import type { Group } from "./groups.ts";

/** Days of the organization's calendar, both included. */
export interface ReportDays {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
}

/** What is asked of a report: which days, in which environment, and a row for each of what. */
export interface ReportInput<G extends Group> extends ReportDays {
  /** Null: both together. */
  environment: Environment | null;
  groupBy: readonly G[];
}

/** A report has at most so many rows. */
export const maxRows = 10_000;

const maxDays = 3660;

/**
 * A report's question, each group named once. Throws VALIDATION_ERROR on `to` where the days are in the wrong
 * order or more than 3,660.
 */
export function judgeReport<Input extends ReportInput<Group>>(input: Input): Input {
  const { from, to, groupBy } = input;
  const days = from.until(to).days + 1;
  if (days < 1) throw validationError({ field: "to", message: "Must not be before from" });
  if (days > maxDays) {
    const message = `Must be within ${maxDays} days from from, both included: these are ${days}`;
    throw validationError({ field: "to", message });
  }
  return { ...input, groupBy: [...new Set(groupBy)] };
}

/** The refusal of a report with too many rows; that many of them are known. */
export function tooManyRows(count: number): DomainError {
  const limit = `Would give at least ${count} rows, and a report has at most ${maxRows}`;
  const message = `${limit}: group by less or by longer spans, or ask for fewer days`;
  return validationError({ field: "groupBy", message });
}
