import type { UsageEntryView } from "../../core/mod.ts";

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
 * The characters with which a formula can start, and `;`, which starts a new cell in some countries. Spreadsheets also
 * accept other forms of these characters (full-width, small, superscript, subscript). So the list has every character
 * whose NFKC form starts with one of `= + - @ ;` or U+2212.
 */
const starts = [
  String.raw`=\uff1d\ufe66\u207c\u208c\u2a75\u2a76`,
  String.raw`+\uff0b\ufe62\u207a\u208a\ufb29`,
  String.raw`\-\uff0d\ufe63\u207b\u208b\u2212`,
  String.raw`@\uff20\ufe6b`,
  String.raw`;\uff1b\ufe54\ufe14\u037e`,
].join("");
// Spreadsheets skip invisible characters. Apostrophes count as invisible, so that the escape can be undone.
const invisible = String.raw`\p{White_Space}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800'`;
const formulaStart = new RegExp(`^(?:'*[\t\r\n]|[${invisible}]*[${starts}])`, "u");
const needsQuotes = /[",\r\n]/;

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
  return `${columns.map((column) => cell(String(entry[column]))).join(",")}\r\n`;
}

/**
 * Formats a text as a cell. A text that a spreadsheet would run as a formula gets an apostrophe in front, even if it
 * already starts with apostrophes: removing one apostrophe always gives the text back.
 */
function cell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
