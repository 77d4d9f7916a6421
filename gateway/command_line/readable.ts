import type { ApplicationCommand, Command, Option } from "./command.ts";

/** Formats a result as text: a list as aligned columns, anything else as one line per field. */
export function formatResult(result: object, { columns, note, name }: ApplicationCommand): string {
  const [first] = Object.values(result);
  if (Object.keys(result).length === 1 && Array.isArray(first)) return table(first, columns, name);
  const fields = Object.entries(result).map(([key, value]) => [words(key), text(value)] as const);
  const width = Math.max(...fields.map(([label]) => label.length));
  const lines = fields.map(([label, value]) => `${label.padEnd(width)}  ${value}`);
  return [...lines, ...(note && note.field in result ? [note.text] : [])].join("\n");
}

function table(
  rows: Record<string, unknown>[],
  columns: ApplicationCommand["columns"],
  name: string,
): string {
  if (rows.length === 0) return `The list is empty (${name})`;
  const shown = columns ?? Object.keys(rows[0]!);
  const cells = [shown.map(words), ...rows.map((row) => shown.map((column) => text(row[column])))];
  const widths = shown.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
  return cells
    .map((row) => row.map((cell, i) => cell.padEnd(widths[i]!)).join("  ").trimEnd())
    .join("\n");
}

/** Splits a field name into words: `ownerPassword` becomes `owner password`. */
function words(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function text(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return value.join(",");
  }
  if (typeof value === "object") return JSON.stringify(value);
  // Names that callers chose must not control the terminal.
  return String(value).replaceAll(/\p{Cc}/gu, " ");
}

/** The command or its options are wrong. */
export class UsageError extends Error {
  override name = "UsageError";
  /** The command whose usage is shown. Undefined shows all commands. */
  readonly command: Command | undefined;

  constructor(message: string, command?: Command) {
    super(message);
    this.command = command;
  }
}

/** Returns the usage of all commands, or of the commands in `group`. */
export function usageOfAll(commands: readonly Command[], group = ""): string {
  const shown = commands.filter(({ name }) => group === "" || name.startsWith(`${group} `));
  const width = Math.max(...shown.map(({ name }) => name.length));
  return [
    `Usage: npm run admin -- ${group || "<group>"} <command> [options] [--json]`,
    "",
    ...shown.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
    "",
    "  --help     Shows the options of a command",
    "  --version  Prints the version of the service",
    "  --json     Prints one JSON object. Use npm's --silent to omit npm's own output:",
    "             npm run --silent admin -- organization list --json",
  ].join("\n");
}

/** Returns the usage of one command. */
export function usageOf(command: Command): string {
  const options = [
    ...Object.entries(command.options).map(([name, option]) => ({
      form: form(name, option),
      about: option.isRequired ? `${option.about} (required)` : option.about,
    })),
    { form: "--json", about: "Prints one JSON object" },
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
  ids: "ID,ID",
  number: "N",
  boolean: "true|false",
  json: "JSON",
  environment: "LIVE|TEST",
  scopes: "A,B",
};
