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

/**
 * What a spreadsheet may run: the first character of a formula, or `;`, which begins a new cell in some
 * countries. Spreadsheets fold other forms of these characters (full-width, small, super- and subscript), so
 * every character whose NFKC form begins with one of `= + - @ ;` or U+2212 is listed.
 */
const starts = [
  String.raw`=\uff1d\ufe66\u207c\u208c\u2a75\u2a76`,
  String.raw`+\uff0b\ufe62\u207a\u208a\ufb29`,
  String.raw`\-\uff0d\ufe63\u207b\u208b\u2212`,
  String.raw`@\uff20\ufe6b`,
  String.raw`;\uff1b\ufe54\ufe14\u037e`,
].join("");
// Spreadsheets skip what nobody sees. Apostrophes count as invisible, so that defusing can be undone.
const invisible = String.raw`\p{White_Space}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800'`;
const formulaStart = new RegExp(`^(?:'*[\t\r\n]|[${invisible}]*[${starts}])`, "u");
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
