import type { Command } from "./command.ts";

/** A command's result for people: a list as aligned columns, anything else a line for each field. */
export function readable(result: object, { columns, note, name }: Command): string {
  const [first] = Object.values(result);
  if (Object.keys(result).length === 1 && Array.isArray(first)) return table(first, columns, name);
  const fields = Object.entries(result).map(([key, value]) => [words(key), text(value)] as const);
  const width = Math.max(...fields.map(([label]) => label.length));
  const lines = fields.map(([label, value]) => `${label.padEnd(width)}  ${value}`);
  return [...lines, ...(note && note.field in result ? [note.text] : [])].join("\n");
}

function table(rows: Record<string, unknown>[], columns: Command["columns"], name: string): string {
  if (rows.length === 0) return `There is nothing to list (${name})`;
  const shown = columns ?? Object.keys(rows[0]!);
  const cells = [shown.map(words), ...rows.map((row) => shown.map((column) => text(row[column])))];
  const widths = shown.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
  return cells
    .map((row) => row.map((cell, i) => cell.padEnd(widths[i]!)).join("  ").trimEnd())
    .join("\n");
}

/** `ownerPassword` as `owner password`. */
function words(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function text(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return value.join(",");
  }
  if (typeof value === "object") return JSON.stringify(value);
  // What others named must not move the terminal's cursor.
  return String(value).replaceAll(/\p{Cc}/gu, " ");
}
