import { type Logger, pino } from "pino";
import { toLoggedError } from "./logged_error.ts";
import { logDestination } from "./output.ts";

// Nothing logs headers or connection strings today. Should a line ever carry them, these stay out of it.
const secretNames = [
  "x-api-key",
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "connectionString",
];
const secretPaths = secretNames.flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.headers["${name}"]`,
]);

/** JSON lines on standard error; standard output is for people. */
export function createLog({ level }: { level: string }): Logger {
  return pino(
    // Not pino's own `pid`: lines about other processes, such as Postgres', have one.
    {
      level,
      base: { processId: process.pid },
      serializers: { err: (error: unknown) => toLoggedError(error) },
      redact: { paths: secretPaths, censor: "[redacted]" },
    },
    // Not pino's own destination, which ends the process or blocks it where it cannot write (gateway/process/README.md 1).
    logDestination,
  );
}
