import { type LineWriter, openLineWriter } from "./line_writer.ts";

// How long a slow reader has to take the last lines.
const exitWaitMs = 1000;

/** Writes a line for people to standard output. */
export function say(line: string): void {
  standardOutput().write(line);
}

/** Writes a line about a failure to standard error. */
export function complain(line: string): void {
  standardError().write(line);
}

/** Waits until the reader of standard output has taken all lines. Returns false if they cannot be written. */
export function isSaid(): Promise<boolean> {
  return standardOutput().finish();
}

/** The log's destination: standard error, with the same writer as `complain`. */
export const logDestination = {
  write: (line: string) => standardError().write(line.trimEnd()),
};

const standardOutput = once(() =>
  open({ fd: 1, reportLost: (lines) => `(${lines} lines could not be written here)` })
);

const standardError = once(() =>
  open({
    fd: 2,
    reportLost: (lines) =>
      JSON.stringify({
        level: 50,
        time: Date.now(),
        processId: process.pid,
        lines,
        msg: "log lines were lost because they could not be written",
      }),
  })
);

function open(options: Parameters<typeof openLineWriter>[0]): LineWriter {
  const writer = openLineWriter(options);
  process.once("exit", () => writer.finishNow(exitWaitMs));
  return writer;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => made ??= make();
}
