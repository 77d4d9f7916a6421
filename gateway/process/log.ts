import { type Logger, pino } from "pino";

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
      redact: { paths: secretPaths, censor: "[redacted]" },
    },
    // Written at once: the last line before a crash is the one that matters.
    pino.destination({ dest: 2, sync: true }),
  );
}
