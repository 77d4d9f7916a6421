import {
  type Configuration,
  ConfigurationError,
  readConfiguration,
} from "../process/configuration.ts";

/** Reads the environment as the service does. Invalid variables are listed, and replaced by their defaults. */
export function readUsable(
  environment: NodeJS.ProcessEnv,
): { configuration: Configuration; problems: readonly string[] } {
  let usable: Record<string, string | undefined> = environment;
  let first: readonly string[] | undefined;
  for (;;) {
    try {
      const configuration = readConfiguration(usable, { needsSecrets: first === undefined });
      return { configuration, problems: first ?? [] };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      // A variable may need one that was left out. Then it is left out too, and is no problem of its own.
      first ??= error.problems;
      const invalid = new Set(error.problems.map((problem) => problem.split(" ", 1)[0]));
      usable = Object.fromEntries(Object.entries(usable).filter(([name]) => !invalid.has(name)));
    }
  }
}
