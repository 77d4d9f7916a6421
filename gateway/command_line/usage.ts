import type { Command, Option } from "./command.ts";

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
