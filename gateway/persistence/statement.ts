import type { ClientBase, Pool, QueryResultRow } from "pg";
import { orUnavailable } from "./faults.ts";

/** One named statement: it is parsed once a connection. */
export interface Statement<Row extends QueryResultRow> {
  name: string;
  text: string;
  /** Only a type: what a row looks like. */
  row?: Row;
}

/** The rows of a statement in a transaction; faults are the driver's, for the transaction to judge. */
export async function rowsIn<Row extends QueryResultRow>(
  client: ClientBase,
  { name, text }: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  return (await client.query<Row>({ name, text, values })).rows;
}

/** The rows of a statement on its own; a database that is away is SERVICE_UNAVAILABLE. */
export function rowsOf<Row extends QueryResultRow>(
  pool: Pool,
  { name, text }: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  return orUnavailable(async () => (await pool.query<Row>({ name, text, values })).rows);
}
