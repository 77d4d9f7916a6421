import { csvHeaders, csvStream } from "../http/csv_stream.ts";
import type { Answer } from "../http/request_context.ts";

interface CsvExport<Row> {
  /** Without the extension. */
  fileName: string;
  /** The fields of a row, in the order of the columns. */
  columns: readonly (keyof Row & string)[];
  batches: AsyncIterable<Row[]>;
  breakOff(error: unknown): boolean;
}

/** Makes an answer that browsers store as a CSV file. The header row has the names of the fields. */
export function csvAnswer<Row>({ fileName, columns, ...exported }: CsvExport<Row>): Answer {
  const cells = (row: Row) => columns.map((column) => String(row[column] ?? ""));
  return {
    status: 200,
    stream: csvStream({ ...exported, columns, cells, hasMark: true }),
    headers: csvHeaders(fileName),
  };
}
