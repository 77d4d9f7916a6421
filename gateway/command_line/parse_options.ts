import { parseArgs } from "node:util";
import { type Environment, environments, type Scope, scopes } from "../../core/mod.ts";
import type { Command, Option, ValueOfKind } from "./command.ts";
import { UsageError } from "./readable.ts";

/** The parsed options of a command. */
export interface ParsedOptions {
  values: Record<string, unknown>;
  wantsHelp: boolean;
}

/** Parses a command's options. Throws UsageError with all problems. */
export function parseOptions(command: Command, words: readonly string[]): ParsedOptions {
  const texts = readTexts(command, words);
  if (texts["help"] === true) return { values: {}, wantsHelp: true };
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, option] of Object.entries(command.options)) {
    const text = texts[name];
    if (typeof text === "string") {
      try {
        values[name] = parsers[option.kind](text);
      } catch (error) {
        problems.push(`--${name} ${(error as Error).message}`);
      }
    } else if (option.isRequired) {
      problems.push(`--${name} is required`);
    }
  }
  if (problems.length > 0) throw new UsageError(problems.join("; "), command);
  return { values, wantsHelp: false };
}

function readTexts(command: Command, words: readonly string[]) {
  const names = Object.keys(command.options);
  const options = {
    ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
    json: { type: "boolean" as const },
    help: { type: "boolean" as const, short: "h" },
  };
  try {
    const args = withFlagValues(words, command.options);
    const { values } = parseArgs({ args, options, strict: true, allowPositionals: false });
    return values as Record<string, string | boolean | undefined>;
  } catch (error) {
    // After the first sentence Node adds a hint about `--`, which is wrong here.
    throw new UsageError((error as Error).message.split(/\. |\n/)[0]!, command);
  }
}

/** Writes flags with their values: `--flag` becomes `--flag=true`. */
function withFlagValues(words: readonly string[], options: Command["options"]): string[] {
  const args: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!;
    const isFlag = word.startsWith("--") && options[word.slice(2)]?.kind === "flag";
    const next = words[i + 1];
    if (!isFlag) {
      args.push(word);
    } else if (next === "true" || next === "false") {
      args.push(`${word}=${next}`);
      i += 1;
    } else {
      args.push(`${word}=true`);
    }
  }
  return args;
}

const parsers: { [K in Option["kind"]]: (text: string) => ValueOfKind[K] } = {
  text: (text) => text,
  id: (text) => {
    if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
    throw new Error("must be an id (a whole number from 1)");
  },
  ids: (text) => {
    if (/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(text)) return text.split(",").map(Number);
    throw new Error("must be an id, or several with commas, such as 3,5");
  },
  number: (text) => {
    if (/^-?\d{1,15}$/.test(text)) return Number(text);
    throw new Error("must be a whole number");
  },
  flag: parseBoolean,
  boolean: parseBoolean,
  json: (text) => {
    try {
      return JSON.parse(text);
    } catch {
      throw new Error("must be valid JSON. Put it in single quotes");
    }
  },
  environment: (text): Environment => {
    const found = environments.find((environment) => environment === text.toUpperCase());
    if (found) return found;
    throw new Error(`must be ${environments.join(" or ")}`);
  },
  scopes: (text): Scope[] =>
    text.split(",").map((item) => {
      const found = scopes.find((scope) => scope === item.trim().toUpperCase());
      if (found) return found;
      throw new Error(`must be a comma-separated list of ${scopes.join(", ")}`);
    }),
};

function parseBoolean(text: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw new Error("must be true or false");
}
