import { csvLine, type UsageEntryView } from "../../core/mod.ts";

/** The columns, in the order of the fields of a log entry. */
const columns = [
  "id",
  "apiKeyName",
  "endpoint",
  "method",
  "statusCode",
  "creditsConsumed",
  "responseTimeMs",
  "timestamp",
  "ipAddress",
  "userAgent",
] as const satisfies readonly (keyof UsageEntryView)[];

/**
 * Streams log entries as RFC 4180 text. It requests a batch when the reader has taken the previous one, so a slow reader
 * costs one batch of memory. A reader that goes away ends the reading. An error closes the connection
 * (rest-adapter/README.md 10.7).
 */
export function usageCsv(
  batches: AsyncIterable<UsageEntryView[]>,
  breakOff: (error: unknown) => boolean,
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  const reading = batches[Symbol.asyncIterator]();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(utf8.encode(`${columns.join(",")}\r\n`)),
    async pull(controller) {
      try {
        const { done, value } = await reading.next();
        if (isCancelled) return;
        if (done) controller.close();
        else controller.enqueue(utf8.encode(value.map(line).join("")));
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

function line(entry: UsageEntryView): string {
  return csvLine(columns.map((column) => String(entry[column])));
}
