// CSV after RFC 4180. The file imports nothing, so the dashboard uses it in the browser too.

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
// Phone numbers and amounts. A spreadsheet has nothing to run in them, and an apostrophe would stay in what is copied.
const plainNumber = /^(?:\+\d[\d ]*|-\d+)$/;
const needsQuotes = /[",\r\n]/;

/** Formats texts and numbers as a line of CSV. Numbers stay as they are: a spreadsheet has nothing to run in them. */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map((value) => typeof value === "number" ? value : cell(value)).join(",")}\r\n`;
}

/**
 * Formats a text as a cell. A text that a spreadsheet would run as a formula gets an apostrophe in front, even if it
 * already starts with apostrophes: removing one apostrophe always gives the text back. A plain number gets none.
 */
function cell(text: string): string {
  const safe = formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
