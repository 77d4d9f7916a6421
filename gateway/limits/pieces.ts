import { setImmediate } from "node:timers";

/** Turns of the event loop for long computations. */
export interface Pieces {
  /** Waits for a turn that no other long computation has. */
  nextTurn(): Promise<void>;
}

/** Other requests get so many times as long as the piece before took, as long as they have something to do. */
const othersShare = 3;
// A turn that was over so soon had nothing to do.
const idleTurnMs = 0.2;

/**
 * Gives a turn of the event loop to at most one long computation, whichever asked first, and between two of them
 * leaves the loop to other requests, see README.md, "2. Pieces". `pieceMs` is how long a piece takes.
 */
export function createPieces(pieceMs: number): Pieces {
  const waiting: (() => void)[] = [];
  let othersMs = 0;
  let turnBeganAt = 0;

  function begin(): void {
    othersMs = 0;
    turnBeganAt = performance.now();
    setImmediate(look);
  }

  /** Runs the first, unless other requests are still to have their share. */
  function look(): void {
    const now = performance.now();
    const turnMs = now - turnBeganAt;
    othersMs += turnMs;
    turnBeganAt = now;
    const isBusy = turnMs >= idleTurnMs && othersMs < othersShare * pieceMs;
    if (isBusy) return void setImmediate(look);
    waiting.shift()?.();
    // What it now does is a piece and not the others' time: it is over by the next turn.
    if (waiting.length > 0) setImmediate(begin);
  }

  return {
    nextTurn() {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (waiting.push(resolve) === 1) begin();
      return promise;
    },
  };
}
