import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

/** Writes lines to standard output or standard error. It never throws and never waits for the reader. */
export interface LineWriter {
  /** Writes a line, or holds it until it can be written. The oldest of too many held lines are dropped. */
  write(line: string): void;
  /**
   * Waits until the reader has taken every line. Returns false if the lines cannot be written, for example
   * because the disk is full or the reader is gone.
   */
  finish(): Promise<boolean>;
  /** Writes what is held before the process ends. Blocks for at most `maxWaitMs` while the reader is slow. */
  finishNow(maxWaitMs: number): void;
}

export interface LineWriterOptions {
  fd: 1 | 2;
  /** Returns the line that reports how many lines were dropped, without a line break. */
  reportLost(lines: number): string;
  maxHeldBytes?: number;
}

// About 4,000 lines of the log.
const defaultMaxHeldBytes = 1024 * 1024;
const retryMs = 20;
const busyRetryMs = 5;

/** Opens a writer (gateway/process/README.md 1). The lines of one file descriptor must all go through one writer. */
export function openLineWriter(
  { fd, reportLost, maxHeldBytes = defaultMaxHeldBytes }: LineWriterOptions,
): LineWriter {
  const target = openWithoutBlocking(fd);
  const held: Buffer[] = [];
  let heldBytes = 0;
  let lost = 0;
  // The rest of a line that was written in part. It is never dropped: a line is whole or absent.
  let rest: Buffer = Buffer.alloc(0);
  let faultCode: string | undefined;
  let retry: NodeJS.Timeout | undefined;

  function isWritten(): boolean {
    return rest.length === 0 && lost === 0 && held.length === 0;
  }

  function writeNext(): void {
    if (rest.length > 0) {
      rest = rest.subarray(writeSync(target, rest));
      return;
    }
    const line = lost > 0 ? Buffer.from(`${reportLost(lost)}\n`) : held[0]!;
    rest = line.subarray(writeSync(target, line));
    // Only after the write: if the report cannot be written, the count continues.
    if (lost > 0) lost = 0;
    else heldBytes -= held.shift()!.length;
  }

  function writeHeld(): void {
    try {
      while (!isWritten()) writeNext();
      faultCode = undefined;
    } catch (error) {
      faultCode = (error as NodeJS.ErrnoException).code ?? "UNKNOWN";
    }
    clearTimeout(retry);
    retry = isWritten() ? undefined : setTimeout(writeHeld, retryMs).unref();
  }

  return {
    write(line) {
      const bytes = Buffer.from(`${line}\n`);
      held.push(bytes);
      heldBytes += bytes.length;
      while (heldBytes > maxHeldBytes && held.length > 1) {
        heldBytes -= held.shift()!.length;
        lost += 1;
      }
      writeHeld();
    },
    async finish() {
      while (!isWritten() && faultCode === "EAGAIN") {
        await new Promise((resolve) => setTimeout(resolve, retryMs));
        writeHeld();
      }
      return isWritten();
    },
    finishNow(maxWaitMs) {
      const deadline = performance.now() + maxWaitMs;
      writeHeld();
      while (faultCode === "EAGAIN" && performance.now() < deadline) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyRetryMs);
        writeHeld();
      }
    },
  };
}

/**
 * Returns a file descriptor for `fd` on which a write to a full pipe, or to a terminal that was halted with
 * Ctrl-S, fails with EAGAIN instead of blocking the process. A descriptor of our own, because other
 * processes share the one that we inherited, and may make it blocking again.
 */
function openWithoutBlocking(fd: 1 | 2): number {
  // Node makes inherited pipes and sockets non-blocking here. Its own warnings also go this way: without a
  // listener, one that cannot be written would end the process.
  const stream = fd === 1 ? process.stdout : process.stderr;
  if (stream.listenerCount("error") === 0) stream.on("error", () => {});
  // A regular file keeps its descriptor and with it the position that other writers share. Sockets cannot
  // be opened by path.
  if (!fstatSync(fd).isFIFO() && !isatty(fd)) return fd;
  try {
    return openSync(
      `/dev/fd/${fd}`,
      constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY,
    );
  } catch {
    // For example a terminal of another user, after `su`.
    return fd;
  }
}
