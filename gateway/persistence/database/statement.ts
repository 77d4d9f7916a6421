import type { ClientBase, Pool, QueryResultRow } from "pg";
import { orUnavailable } from "./faults.ts";

/** One statement of a place in the code. */
export interface Statement<Row extends QueryResultRow> {
  /**
   * Under it the statement is parsed once a connection, and soon planned once. Left out where a large table
   * is read: a plan made while that was empty may use any index, and would stay until statistics come.
   */
  name?: string;
  text: string;
  /** Only a type: what a row looks like. */
  row?: Row;
}

/** Reads the rows of a statement, wherever that may be. */
export type ReadRows = <Row extends QueryResultRow>(
  statement: Statement<Row>,
  values: unknown[],
) => Promise<Row[]>;

/** The rows of a statement; faults are the driver's, for a transaction to judge. */
export async function rowsIn<Row extends QueryResultRow>(
  client: ClientBase | Pool,
  { name, text }: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  return (await client.query<Row>({ ...(name !== undefined && { name }), text, values })).rows;
}

/** The rows of a statement on its own; a database that is away is SERVICE_UNAVAILABLE. */
export function rowsOf<Row extends QueryResultRow>(
  pool: Pool,
  statement: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  return orUnavailable(() => rowsIn(pool, statement, values));
}
