import { setImmediate } from "node:timers";

/** Turns of the event loop for long computations. */
export interface Pieces {
  /** Waits for a turn that no other long computation has, some time after the last one. */
  nextTurn(): Promise<void>;
}

/** After a piece, the loop stays free for this many times the piece's duration. */
const restShare = 3;
const minRestMs = 1;

/**
 * Gives a turn of the event loop to at most one long computation, whichever asked first, and leaves the loop to other
 * requests between two pieces, see gateway/limits/README.md 2. `pieceMs` is how long a piece takes.
 */
export function createPieces(pieceMs: number): Pieces {
  const waiting: (() => void)[] = [];
  let isResting = false;

  function run(): void {
    const next = waiting.shift();
    if (!next) return;
    isResting = true;
    const startedAt = performance.now();
    next();
    // What it does runs before the next turn.
    setImmediate(() => rest(performance.now() - startedAt));
  }

  function rest(tookMs: number): void {
    const restMs = restShare * Math.min(tookMs, 2 * pieceMs);
    const go = () => {
      isResting = false;
      run();
    };
    if (restMs < minRestMs) go();
    else setTimeout(go, restMs);
  }

  return {
    nextTurn() {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (waiting.push(resolve) === 1 && !isResting) setImmediate(run);
      return promise;
    },
  };
}
