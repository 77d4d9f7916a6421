import { composeApplication } from "../process/composition.ts";
import { readConfiguration } from "../process/configuration.ts";
import { findSessionSecret } from "../process/secrets.ts";
import { databaseName, openDatabase } from "../process/database.ts";
import { createLog } from "../process/log.ts";
import { complain, say } from "../process/output.ts";
import type { StartedWith } from "../process/start_fault.ts";
import { listenForStop } from "../process/stop_signals.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import { tellFault } from "./fault.ts";
import { parseOptions } from "./parse_options.ts";
import { readable, UsageError, usageOf, usageOfAll } from "./readable.ts";

/** Does what the words ask for and says it on `output`. Returns the process's exit code. */
export async function runAdmin(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  output = { say, complain },
): Promise<number> {
  const wantsJson = words.includes("--json");
  const context: Context = { environment };
  try {
    const asked = readWords(words);
    if ("help" in asked) {
      output.say(asked.help);
      return 0;
    }
    const result = await runCommand(asked, context);
    output.say(wantsJson ? JSON.stringify(result) : readable(result, asked.command));
    return 0;
  } catch (error) {
    const { text, json, exitCode } = tellFault(error, {
      commands,
      ...(context.startedWith && { startedWith: context.startedWith }),
    });
    output.complain(wantsJson ? JSON.stringify(json) : text);
    return exitCode;
  }
}

interface Context {
  environment: NodeJS.ProcessEnv;
  startedWith?: StartedWith;
}

interface Asked {
  command: Command;
  given: Record<string, unknown>;
}

function readWords(words: readonly string[]): Asked | { help: string } {
  const spoken = words[0] === "--json" ? words.slice(1) : words;
  const end = spoken.findIndex((word) => word.startsWith("-"));
  const named = (end === -1 ? spoken : spoken.slice(0, end)).slice(0, 2);
  const name = named.join(" ");
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) return helpOrThrow(spoken.slice(named.length), named);
  const { given, wantsHelp } = parseOptions(command, spoken.slice(named.length));
  return wantsHelp ? { help: usageOf(command) } : { command, given };
}

function helpOrThrow(options: readonly string[], named: readonly string[]): { help: string } {
  const [group = ""] = named;
  const isGroup = commands.some(({ name }) => name.startsWith(`${group} `));
  const asksHelp = options.includes("--help") || options.includes("-h") || group === "help";
  if (asksHelp && named.length < 2) return { help: usageOfAll(commands, isGroup ? group : "") };
  const name = named.join(" ");
  throw new UsageError(name === "" ? "Name a command" : `There is no command "${name}"`);
}

async function runCommand({ command, given }: Asked, context: Context): Promise<object> {
  const configuration = readConfiguration(context.environment, { needsSecrets: false });
  context.startedWith = {
    databaseName: databaseName(configuration),
    dataDir: configuration.dataDir,
  };
  // Before the database: a command that cannot sign must leave nothing behind.
  const tools = command.needsSessionSecret && {
    sessionSecret: findSessionSecret(configuration),
  };
  using stop = listenForStop({ onInsist: () => process.exit(1) });
  await using database = await openDatabase({
    configuration,
    // What it says of its own accord must not stand between a result and its reader.
    log: createLog({ level: "warn" }),
    progress: () => {},
    signal: stop.signal,
    mode: "connect",
  });
  return await command.run(composeApplication(database.persistence, tools), given);
}
