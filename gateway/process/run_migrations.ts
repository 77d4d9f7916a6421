import { readConfiguration } from "./configuration.ts";
import { databaseName, openDatabase } from "./database.ts";
import { createLog } from "./log.ts";
import { complain, say } from "./output.ts";
import { type StartedWith, startFaultMessage } from "./start_fault.ts";
import { listenForStop } from "./stop_signals.ts";

/** Applies all migrations, also while the service runs. Returns the exit code. */
export async function runMigrations(
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<number> {
  if (args.length > 0) {
    complain("Usage: npm run migrate");
    return 1;
  }
  using stop = listenForStop({ onInsist: () => process.exit(1) });
  let startedWith: StartedWith | undefined;
  try {
    const configuration = readConfiguration(environment, { needsSecrets: false });
    startedWith = { databaseName: databaseName(configuration), dataDir: configuration.dataDir };
    const log = createLog({ level: configuration.logLevel });
    const { signal } = stop;
    const options = { configuration, log, progress: say, signal, mode: "connect" } as const;
    // Opening the database applies the migrations.
    await (await openDatabase(options))[Symbol.asyncDispose]();
    say(`All migrations are applied to ${startedWith.databaseName}`);
    return 0;
  } catch (error) {
    if (!stop.signal.aborted) complain(startFaultMessage(error, startedWith));
    return 1;
  }
}
