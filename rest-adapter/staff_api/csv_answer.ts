import { csvLine } from "../../core/mod.ts";
import type { Answer } from "../http/request_context.ts";

interface CsvExport<Row> {
  /** Without the extension. */
  fileName: string;
  /** The fields of a row, in the order of the columns. */
  columns: readonly (keyof Row & string)[];
  batches: AsyncIterable<Row[]>;
  breakOff(error: unknown): boolean;
}

/**
 * Makes an answer that browsers store as a CSV file. It starts with a byte order mark, without which Excel does not read
 * it as UTF-8. The header row has the names of the fields.
 */
export function csvAnswer<Row>({ fileName, ...exported }: CsvExport<Row>): Answer {
  return {
    status: 200,
    stream: csvStream(exported),
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}.csv"`,
    },
  };
}

/**
 * Streams rows as RFC 4180 text. It requests a batch when the reader has taken the previous one, so a slow reader costs
 * one batch of memory. A reader that goes away ends the reading. An error closes the connection
 * (rest-adapter/README.md 10.7).
 */
function csvStream<Row>(
  { columns, batches, breakOff }: Omit<CsvExport<Row>, "fileName">,
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  const reading = batches[Symbol.asyncIterator]();
  const line = (row: Row) => csvLine(columns.map((column) => String(row[column] ?? "")));
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(utf8.encode(`\ufeff${csvLine(columns)}`)),
    async pull(controller) {
      try {
        let next = await reading.next();
        // A search may find nothing in a batch.
        while (!next.done && next.value.length === 0 && !isCancelled) next = await reading.next();
        if (isCancelled) return;
        if (next.done) controller.close();
        else controller.enqueue(utf8.encode(next.value.map(line).join("")));
      } catch (error) {
        if (!breakOff(error)) controller.error(new Error("The CSV export is incomplete"));
      }
    },
    async cancel() {
      isCancelled = true;
      await reading.return?.();
    },
  });
}
