import { composeApplication } from "../process/composition.ts";
import { readConfiguration } from "../process/configuration.ts";
import { findSessionSecret } from "../process/secrets.ts";
import { databaseName, openDatabase } from "../process/database.ts";
import { createLog } from "../process/log.ts";
import { complain, say } from "../process/output.ts";
import type { StartedWith } from "../process/start_fault.ts";
import { listenForStop } from "../process/stop_signals.ts";
import type { AloneResult, ApplicationCommand, Command, Running } from "./command.ts";
import { commands } from "./commands.ts";
import { reportOf } from "./fault.ts";
import { parseOptions } from "./parse_options.ts";
import { formatResult, UsageError, usageOf, usageOfAll } from "./readable.ts";

/** Runs the command in `words` and prints its result. Returns the exit code. */
export async function runAdmin(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  output = { say, complain },
): Promise<number> {
  const wantsJson = words.includes("--json");
  const context: Context = { environment };
  try {
    const call = parseWords(words);
    if ("help" in call) {
      output.say(call.help);
      return 0;
    }
    // With --json only the result is printed.
    const progress = wantsJson ? () => {} : output.complain;
    const { result, text, exitCode } = await runCommand(call, { context, progress });
    output.say(wantsJson ? JSON.stringify(result) : text);
    return exitCode;
  } catch (error) {
    const { text, json, exitCode } = reportOf(error, {
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

interface CommandCall {
  command: Command;
  values: Record<string, unknown>;
}

function parseWords(words: readonly string[]): CommandCall | { help: string } {
  const withoutJson = words[0] === "--json" ? words.slice(1) : words;
  const end = withoutJson.findIndex((word) => word.startsWith("-"));
  const nameWords = (end === -1 ? withoutJson : withoutJson.slice(0, end)).slice(0, 2);
  const name = nameWords.join(" ");
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) return helpOrThrow(withoutJson.slice(nameWords.length), nameWords);
  const { values, wantsHelp } = parseOptions(command, withoutJson.slice(nameWords.length));
  return wantsHelp ? { help: usageOf(command) } : { command, values };
}

function helpOrThrow(options: readonly string[], nameWords: readonly string[]): { help: string } {
  const [group = ""] = nameWords;
  const isGroup = commands.some(({ name }) => name.startsWith(`${group} `));
  const wantsHelp = options.includes("--help") || options.includes("-h") || group === "help";
  if (wantsHelp && nameWords.length < 2) {
    return { help: usageOfAll(commands, isGroup ? group : "") };
  }
  const name = nameWords.join(" ");
  throw new UsageError(name === "" ? "A command is required" : `Unknown command "${name}"`);
}

async function runCommand(
  { command, values }: CommandCall,
  { context, progress }: { context: Context; progress(line: string): void },
): Promise<AloneResult> {
  using stop = listenForStop({ onInsist: () => process.exit(1) });
  if ("runAlone" in command) {
    const { signal } = stop;
    return await command.runAlone(context.environment, { values, progress, signal });
  }
  const running = { progress, signal: stop.signal };
  const result = await runOverDatabase({ command, values }, { context, running });
  return { result, text: formatResult(result, command), exitCode: 0 };
}

async function runOverDatabase(
  { command, values }: { command: ApplicationCommand; values: Record<string, unknown> },
  { context, running }: { context: Context; running: Running },
): Promise<object> {
  const configuration = readConfiguration(context.environment, { needsSecrets: false });
  context.startedWith = {
    databaseName: databaseName(configuration),
    dataDir: configuration.dataDir,
  };
  // Checked before the database opens: a command that cannot sign must not change anything.
  const tools = command.needsSessionSecret && {
    sessionSecret: findSessionSecret(configuration),
  };
  await using database = await openDatabase({
    configuration,
    // Only warnings: other log lines would hide the result.
    log: createLog({ level: "warn" }),
    progress: () => {},
    signal: running.signal,
    mode: "connect",
  });
  const { persistence } = database;
  return await command.run(composeApplication(persistence, tools), values, {
    ...running,
    noteErasureList: persistence.noteErasureList,
  });
}
