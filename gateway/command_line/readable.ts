import type { Command, Option } from "./command.ts";

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

/** The command line was not used as it is meant to be. */
export class UsageError extends Error {
  override name = "UsageError";
  /** Whose usage to show; without one, that of all commands. */
  readonly command: Command | undefined;

  constructor(message: string, command?: Command) {
    super(message);
    this.command = command;
  }
}

/** How to use the command line, or only the commands whose name begins with `group`. */
export function usageOfAll(commands: readonly Command[], group = ""): string {
  const shown = commands.filter(({ name }) => group === "" || name.startsWith(`${group} `));
  const width = Math.max(...shown.map(({ name }) => name.length));
  return [
    `Usage: npm run admin -- ${group || "<group>"} <command> [options] [--json]`,
    "",
    ...shown.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
    "",
    "  --help after a command shows its options",
    "  --json prints one JSON object; npm prints a banner of its own before it unless it is silent:",
    "         npm run --silent admin -- organization list --json",
  ].join("\n");
}

/** How to use one command. */
export function usageOf(command: Command): string {
  const options = [
    ...Object.entries(command.options).map(([name, option]) => ({
      form: form(name, option),
      about: option.isRequired ? `${option.about} (required)` : option.about,
    })),
    { form: "--json", about: "Print one JSON object" },
  ];
  const width = Math.max(...options.map(({ form }) => form.length));
  return [
    `Usage: npm run admin -- ${command.name} [options]`,
    `       ${command.about}`,
    "",
    ...options.map(({ form, about }) => `  ${form.padEnd(width)}  ${about}`),
  ].join("\n");
}

function form(name: string, { kind, value }: Option): string {
  if (kind === "flag") return `--${name} [true|false]`;
  return `--${name} ${value ?? defaultValues[kind] ?? "TEXT"}`;
}

const defaultValues: Partial<Record<Option["kind"], string>> = {
  id: "ID",
  number: "N",
  boolean: "true|false",
  json: "JSON",
  environment: "LIVE|TEST",
  scopes: "A,B",
};
