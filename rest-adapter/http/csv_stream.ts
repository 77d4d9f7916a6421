import { csvLine } from "../../core/mod.ts";

/** A CSV text that is sent in batches of rows. */
export interface CsvStream<Row> {
  columns: readonly string[];
  cells(row: Row): readonly (string | number)[];
  batches: AsyncIterable<Row[]>;
  /** Whether it starts with a byte order mark, without which Excel does not read it as UTF-8. */
  hasMark: boolean;
  /** How many bytes are read ahead of the reader. The default is one batch. */
  bytesAhead?: number;
  breakOff(error: unknown): boolean;
}

/**
 * Streams rows as RFC 4180 text. It requests a batch when the reader has taken the previous one, so a slow reader costs
 * one batch of memory, or `bytesAhead`. A reader that goes away ends the reading. An error closes the connection
 * (rest-adapter/README.md 10.7).
 */
export function csvStream<Row>(
  { columns, cells, batches, hasMark, bytesAhead, breakOff }: CsvStream<Row>,
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  const reading = batches[Symbol.asyncIterator]();
  const line = (row: Row) => csvLine(cells(row));
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(utf8.encode(`${hasMark ? "\ufeff" : ""}${csvLine(columns)}`)),
    async pull(controller) {
      try {
        let next = await reading.next();
        // A search may find nothing in a batch.
        while (!next.done && next.value.length === 0 && !isCancelled) next = await reading.next();
        if (isCancelled) return;
        if (next.done) controller.close();
        else controller.enqueue(utf8.encode(next.value.map(line).join("")));
      } catch (error) {
        if (!isCancelled && !breakOff(error)) {
          controller.error(new Error("The CSV export is incomplete"));
        }
      }
    },
    async cancel() {
      isCancelled = true;
      await reading.return?.();
    },
  }, bytesAhead === undefined ? {} : new ByteLengthQueuingStrategy({ highWaterMark: bytesAhead }));
}

/** Returns the headers of a CSV file. `fileName` has no extension. */
export function csvHeaders(fileName: string) {
  return {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${fileName}.csv"`,
  };
}
