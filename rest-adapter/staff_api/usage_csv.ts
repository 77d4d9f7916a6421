import type { UsageEntryView } from "../../core/mod.ts";

/** The columns, in the order of the log entry's fields (interface, "Usage log entry"). */
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

const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/;
const needsQuotes = /[",\r\n]/;

/**
 * The log as RFC 4180 text. A piece is asked for when the reader has taken the one before, so that a slow
 * reader costs one piece of memory; a reader that goes away ends the reading. An error can only break the
 * text off, so that nobody takes half a log for a whole one.
 */
export function usageCsv(
  pieces: AsyncIterable<UsageEntryView[]>,
  breakOff: (error: unknown) => boolean,
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  const reading = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(utf8.encode(`${columns.join(",")}\r\n`)),
    async pull(controller) {
      try {
        const { done, value } = await reading.next();
        if (done) controller.close();
        else controller.enqueue(utf8.encode(value.map(line).join("")));
      } catch (error) {
        if (!breakOff(error)) controller.error(new Error("The log broke off"));
      }
    },
    cancel: async () => void await reading.return?.(),
  });
}

function line(entry: UsageEntryView): string {
  return `${columns.map((column) => cell(String(entry[column]))).join(",")}\r\n`;
}

/**
 * A text as a cell. What a spreadsheet would run as a formula is defused by an apostrophe; apostrophes that
 * stand before such a start already get one more, so that taking one off gives the text back.
 */
function cell(text: string): string {
  const defused = formulaStart.test(text) ? `'${text}` : text;
  return needsQuotes.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
