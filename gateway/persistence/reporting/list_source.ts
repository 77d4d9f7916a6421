import type { QueryResultRow } from "pg";
import {
  type Listed,
  type ListFilter,
  type ListName,
  type ListOrder,
  type Lists,
} from "../../../core/mod.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import type { OrderColumn, PageSource } from "./page_of_each.ts";

/** The conditions of a filter on rows `a`; `$1` is the organization. */
export interface ListConditions extends Pick<PageSource, "where"> {
  /** One that holds for all where it is left out. */
  parts?: readonly string[];
}

/** Keeps a value of a statement and gives its placeholder. */
export type ValueOf = (value: unknown) => string;

/** How a list is read from its table, by rows `a`. */
export interface ListSource<L extends ListName, Row extends QueryResultRow = QueryResultRow> {
  table: string;
  columns: string;
  orders: Record<string, readonly OrderColumn[]>;
  /** The column of each owner. */
  owners: Record<Lists[L]["owner"], string>;
  conditions(
    filter: ListFilter<L>,
    asked: { valueOf: ValueOf; order: ListOrder; isOwned: boolean },
  ): ListConditions;
  item(row: Row): Listed<L>;
}

/** The orders of a list whose ids alone order it. */
export const byId = { ID: [["id", "bigint"]] } as const;

/** The conditions for a value of a filter; none where it does not narrow. */
export function given<T>(value: T | null | undefined, condition: (value: T) => string): string[] {
  return value === null || value === undefined ? [] : [condition(value)];
}

/** That a column is equal to a value, and lies between instants, as far as they are given. */
export function conditionsBy(valueOf: ValueOf) {
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
