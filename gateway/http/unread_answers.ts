import type { Socket } from "node:net";
import type { Connection } from "./connections.ts";
import { type Deadlines, minBytesPerWindow } from "./half_read.ts";

/** How an answer is being read. */
interface Reading {
  taken: number;
  /** When the reader took its last byte, or when nothing waited for it. */
  movedAt: number;
  sweptAt: number;
  /** How long bytes have waited for the reader in this window, and what it had taken when the window began. */
  waitedMs: number;
  takenBefore: number;
}

/** Cuts the answers that are not read. */
export interface AnswerWatch {
  sweep(now: number): void;
}

/** Watches the answers of active connections. Only time in which bytes wait for the reader counts (README, 4). */
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

/** Returns what the kernel has taken of what was written. Node reports whole writes only, its handle each part. */
export function progressOf(socket: Socket): { taken: number; isPending: boolean } {
  const { _handle: handle } = socket as unknown as {
    _handle: { bytesWritten: number; writeQueueSize: number } | null;
  };
  if (!handle) return { taken: socket.bytesWritten, isPending: false };
  const { bytesWritten, writeQueueSize } = handle;
  return { taken: bytesWritten - writeQueueSize, isPending: socket.writableLength > 0 };
}
