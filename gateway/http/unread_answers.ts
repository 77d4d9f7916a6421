import type { Socket } from "node:net";
import type { Connection } from "./connections.ts";
import { type Deadlines, minBytesPerWindow } from "./half_read.ts";

/** The progress of a reader. */
interface Reading {
  taken: number;
  /** The last time when the reader took a byte or no byte waited. */
  movedAt: number;
  sweptAt: number;
  /** How long bytes have waited in this window, and the bytes that were taken before it. */
  waitedMs: number;
  takenBefore: number;
}

/** Cuts answers that are not read. */
export interface AnswerWatch {
  sweep(now: number): void;
}

/** Watches the answers of active connections. Only time in which bytes wait for the reader counts (gateway/http/README.md 4). */
export function watchAnswers(
  active: () => Iterable<Connection>,
  { stallMs, windowMs }: Deadlines,
): AnswerWatch {
  let readings = new Map<object, Reading>();

  function advance(previous: Reading | undefined, socket: Socket, now: number): Reading {
    const { taken, isPending } = progressOf(socket);
    if (!previous || previous.waitedMs >= windowMs) {
      return { taken, movedAt: now, sweptAt: now, waitedMs: 0, takenBefore: taken };
    }
    return {
      taken,
      movedAt: !isPending || taken > previous.taken ? now : previous.movedAt,
      sweptAt: now,
      waitedMs: previous.waitedMs + (isPending ? now - previous.sweptAt : 0),
      takenBefore: previous.takenBefore,
    };
  }

  function isTooSlow({ taken, movedAt, sweptAt, waitedMs, takenBefore }: Reading): boolean {
    if (sweptAt - movedAt >= stallMs) return true;
    return waitedMs >= windowMs && taken - takenBefore < minBytesPerWindow;
  }

  return {
    sweep(now) {
      const next: typeof readings = new Map();
      for (const { socket, current } of active()) {
        if (!current?.outgoing.headersSent) continue;
        const reading = advance(readings.get(current), socket, now);
        if (isTooSlow(reading)) socket.destroy();
        else next.set(current, reading);
      }
      readings = next;
    },
  };
}

/** Returns the number of bytes that the kernel has taken. Node counts only whole writes, so its handle is read. */
export function progressOf(socket: Socket): { taken: number; isPending: boolean } {
  const { _handle: handle } = socket as unknown as {
    _handle: { bytesWritten: number; writeQueueSize: number } | null;
  };
  if (!handle) return { taken: socket.bytesWritten, isPending: false };
  const { bytesWritten, writeQueueSize } = handle;
  return { taken: bytesWritten - writeQueueSize, isPending: socket.writableLength > 0 };
}
