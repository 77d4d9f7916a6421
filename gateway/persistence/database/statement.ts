import type { ClientBase, Pool, QueryResultRow } from "pg";
import { orUnavailable } from "./faults.ts";

/** One SQL statement of the code. */
export interface Statement<Row extends QueryResultRow> {
  /**
   * A named statement is parsed once for each connection, and after some runs planned once. Statements that search a
   * large table have no name: a plan made while the table was empty may use the wrong index, and would be kept until
   * the table has statistics. Lookups by key are shared reads, whose plans cannot go wrong (gateway/persistence/README.md 10).
   */
  name?: string;
  text: string;
  /** The type of a row. It has no value. */
  row?: Row;
}

/** Reads the rows of a statement, in a transaction or outside. */
export type ReadRows = <Row extends QueryResultRow>(
  statement: Statement<Row>,
  values: unknown[],
) => Promise<Row[]>;

/** Returns the rows of a statement. Throws the driver's faults, so that a transaction can evaluate them. */
export async function rowsIn<Row extends QueryResultRow>(
  client: ClientBase | Pool,
  { name, text }: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  return (await client.query<Row>({ ...(name !== undefined && { name }), text, values })).rows;
}

/** Returns the rows of a statement outside a transaction. Throws SERVICE_UNAVAILABLE if the database is away. */
export function rowsOf<Row extends QueryResultRow>(
  pool: Pool,
  statement: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  return orUnavailable(() => rowsIn(pool, statement, values));
}
