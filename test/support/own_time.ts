/** A clock that counts only the time in which this process ran. */
export interface OwnTime extends Disposable {
  /** Milliseconds without the time in which the machine did not let this process run. */
  now(): number;
  /** The milliseconds that were left out since the start. */
  lostMs(): number;
}

// Longer than a turn of the event loop takes by itself, and shorter than any bound that a test sets.
const maxTurnMs = 10;

/** Starts a clock for bounds that must not depend on other work of the machine. */
export function startOwnTime(): OwnTime {
  const startedAt = performance.now();
  let lastAt = startedAt;
  let own = 0;
  function look(): void {
    const at = performance.now();
    own += Math.min(at - lastAt, maxTurnMs);
    lastAt = at;
  }
  const timer = setInterval(look, 1).unref();
  return {
    now() {
      look();
      return own;
    },
    lostMs() {
      look();
      return lastAt - startedAt - own;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
