import { type Logger, pino } from "pino";
import { logDestination } from "./output.ts";

// A safety net: nothing logs headers or connection strings today.
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

/** Creates the log: JSON lines on standard error. Standard output is for people. */
export function createLog({ level }: { level: string }): Logger {
  return pino(
    // Not pino's `pid`: lines about other processes, such as Postgres, have one.
    {
      level,
      base: { processId: process.pid },
      serializers: { err: (error: unknown) => toLoggedError(error) },
      redact: { paths: secretPaths, censor: "[redacted]" },
    },
    // Pino's own destination ends or blocks the process if it cannot write (gateway/process/README.md 1).
    logDestination,
  );
}

/** An error in the form that the log has. */
export interface LoggedError {
  type: string;
  message: string;
  /** The frames of the stack, without its head, which repeats the message. */
  stack: string;
  cause?: LoggedError;
  errors?: LoggedError[];
  /** `code`, `constraint` and the like, as `loggedFields` lists them. */
  [field: string]: unknown;
}

// Names and codes. All other fields may contain personal data or secrets: `detail`, `where`, `query` and `parameters`
// of a database error, the command of a Redis error, the packet of a bad request.
const loggedFields = [
  "code",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "syscall",
  "path",
  "address",
  "port",
] as const;

// SQLSTATE classes whose messages name tables, columns and constraints and never quote a value. Our own triggers raise
// P0001. 22 (bad data) and 42601 (syntax) quote values.
const statesWithoutValues = /^(?:08|23|25|28|3D|40|42(?!601)|53|54|55|57|58|P0001|XX)/;

const maxDepth = 5;
const maxErrors = 5;

/** Makes an error safe to log (gateway/process/README.md 2). */
export function toLoggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: "A value that is not an error was thrown", stack: "" };
  }
  const logged: LoggedError = {
    type: error.name,
    message: safeMessage(error),
    stack: framesOf(error),
  };
  for (const field of loggedFields) {
    const value = (error as unknown as Record<string, unknown>)[field];
    if (typeof value === "string" || typeof value === "number") logged[field] = value;
  }
  if (depth === maxDepth) return logged;
  if (error.cause !== undefined) logged.cause = toLoggedError(error.cause, depth + 1);
  if (error instanceof AggregateError) {
    const errors: unknown[] = error.errors.slice(0, maxErrors);
    logged.errors = errors.map((one) => toLoggedError(one, depth + 1));
  }
  return logged;
}

/** Returns the error's message, or a substitute if the database may have quoted data in it. */
export function safeMessage(error: Error): string {
  if (!("severity" in error)) return error.message;
  const code = "code" in error ? String(error.code) : "";
  // The ORM appends the detail, on lines of its own.
  if (statesWithoutValues.test(code)) return error.message.split("\n", 1)[0]!;
  return `The database reported ${code}; its message is withheld because it may quote data`;
}

function framesOf({ stack = "", message }: Error): string {
  const head = stack.indexOf(message);
  const frames = head === -1 ? stack : stack.slice(head + message.length);
  // Only lines in the form of a frame, so that no line of a message is taken for one.
  return frames.split("\n").filter((line) => /^ +at .*:\d+:\d+\)?$/.test(line)).join("\n");
}
