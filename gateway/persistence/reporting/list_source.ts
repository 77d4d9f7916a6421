import type { QueryResultRow } from "pg";
import type { Listed, ListName, ListQuery, Lists } from "../../../core/mod.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import type { ReadRows } from "../database/statement.ts";
import type { OrderColumn, PageSource } from "./page_statement.ts";

/** The conditions of a filter on rows `a`; `$1` is the organization. */
export interface ListConditions extends Pick<PageSource, "where"> {
  /** One that holds for all where it is left out. */
  parts?: readonly string[];
}

/** What conditions are made with. */
interface ConditionsAsked {
  valueOf(value: unknown): string;
  /** The column of the owners, where the page of each is read. */
  owner: string | undefined;
  organizationId: number;
  rows: ReadRows;
}

/** How a list is read from its table, by rows `a`. */
export interface ListSource<L extends ListName, Row extends QueryResultRow = QueryResultRow> {
  table: string;
  columns: string;
  orders: Record<string, readonly OrderColumn[]>;
  /** The column of each owner. */
  owners: Record<Lists[L]["owner"], string>;
  conditions(query: ListQuery<L>, asked: ConditionsAsked): ListConditions | Promise<ListConditions>;
  item(row: Row): Listed<L>;
}

/** The orders of a list whose ids alone order it. */
export const byId = { ID: [["id", "bigint"]] } as const;

/** The conditions for a value of a filter; none where it does not narrow. */
export function given<T>(value: T | null | undefined, condition: (value: T) => string): string[] {
  return value === null || value === undefined ? [] : [condition(value)];
}

/** That a column is equal to a value, and lies between instants, as far as they are given. */
export function conditionsBy(valueOf: ConditionsAsked["valueOf"]) {
  return {
    is: (column: string, type: string, value: unknown) =>
      given(value, (value) => `a.${column} = ${valueOf(value)}::${type}`),
    /**
     * That a column names one thing of a table, if that is the organization's: by another's id no row is looked at,
     * so that it is told apart from an unknown one by no time either.
     */
    names: (column: string, table: string, id: number | null | undefined) =>
      given(id, (id) => {
        const value = `${valueOf(id)}::bigint`;
        return `a.${column} = ${value} and exists (
          select from ${table} where id = ${value} and organization_id = $1
        )`;
      }),
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
