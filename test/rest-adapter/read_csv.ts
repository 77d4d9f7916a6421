/**
 * Parses RFC 4180 strictly. Every record ends with CRLF, quotes surround a whole field, a quote inside is doubled,
 * and a field without quotes contains no quote, comma, CR or LF. Throws for any other text.
 */
export function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at) : bareField(text, at);
    record.push(field.value);
    at = field.end;
    if (text.startsWith("\r\n", at)) {
      records.push(record);
      record = [];
      at += 2;
    } else if (text[at] === ",") at += 1;
    else throw new Error(`Neither a comma nor CRLF at ${at}: ${JSON.stringify(text.slice(at))}`);
    // A comma at the end starts a field that has no end.
    if (record.length > 0 && at === text.length) throw new Error("The last record has no end");
  }
  return records;
}

interface Field {
  value: string;
  end: number;
}

function quotedField(text: string, start: number): Field {
  let value = "";
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') value += text[at];
    else if (text[at + 1] === '"') value += text[at += 1];
    else return { value, end: at + 1 };
  }
  throw new Error(`A quote at ${start} is not closed`);
}

function bareField(text: string, start: number): Field {
  let end = start;
  while (end < text.length && !/[",\r\n]/.test(text[end]!)) end += 1;
  return { value: text.slice(start, end), end };
}

/** Returns the text of a cell before it was escaped (rest-adapter/README.md 10.7). */
export function undefused(cell: string): string {
  return cell.startsWith("'") && mayRun(cell) ? cell.slice(1) : cell;
}

/** Returns whether a spreadsheet that also skips apostrophes would run a cell. */
function mayRun(cell: string): boolean {
  if (/^'*[\t\r\n]/.test(cell)) return true;
  return isFormulaStart(cell.replace(/^(?:'|\s|[\p{C}\p{M}\p{DI}]|\u2800)+/u, ""));
}

/** Returns whether the first character can start a formula, in any of its forms. */
export function isFormulaStart(text: string): boolean {
  const [first = ""] = text;
  return /^[=+\-@;\u2212]/.test(first.normalize("NFKC"));
}
