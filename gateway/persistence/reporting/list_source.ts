import type { QueryResultRow } from "pg";
import type { Listed, ListName, ListQuery, Lists } from "../../../core/ports.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import type { ReadRows } from "../database/statement.ts";
import type { OrderColumn, PageSource } from "./page_statement.ts";

/** The conditions of a filter on rows `a`. `$1` is the organization. */
export interface ListConditions extends Pick<PageSource, "where"> {
  /** See `PageSource`; one part with all rows if left out. */
  parts?: readonly string[];
}

/** The input of conditions, in addition to the query. */
interface ConditionTools {
  valueOf(value: unknown): string;
  /** The column of the owners, if a page of each owner is read. */
  owner: string | undefined;
  organizationId: number;
  rows: ReadRows;
}

/** How to read a list from its table, whose rows have the alias `a`. */
export interface ListSource<L extends ListName, Row extends QueryResultRow = QueryResultRow> {
  table: string;
  columns: string;
  /** Whether the primary key has the environment between the organization and the id. */
  isKeyedByEnvironment?: boolean;
  orders: Record<string, readonly OrderColumn[]>;
  /** The column of each owner. */
  owners: Record<Lists[L]["owner"], string>;
  conditions(query: ListQuery<L>, tools: ConditionTools): ListConditions | Promise<ListConditions>;
  item(row: Row): Listed<L>;
}

/** The orders of a list that is only ordered by its id. */
export const byId = { ID: [["id", "bigint"]] } as const;

/** Returns the condition for a value of a filter, or none if the value is not given. */
export function given<T>(value: T | null | undefined, condition: (value: T) => string): string[] {
  return value === null || value === undefined ? [] : [condition(value)];
}

/** Returns builders of conditions on a column. They return none if their value is not given. */
export function conditionsBy(valueOf: ConditionTools["valueOf"]) {
  return {
    is: (column: string, type: string, value: unknown) =>
      given(value, (value) => `a.${column} = ${valueOf(value)}::${type}`),
    between: (
      column: string,
      { from, to }: {
        from?: Temporal.Instant | null | undefined;
        to?: Temporal.Instant | null | undefined;
      },
    ) => [
      ...given(from, (from) => `a.${column} >= ${valueOf(instantValue(from))}::timestamptz`),
      ...given(to, (to) => `a.${column} < ${valueOf(instantValue(to))}::timestamptz`),
    ],
  };
}
