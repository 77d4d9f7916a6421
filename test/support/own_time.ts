/** A clock of this process alone. */
export interface OwnTime extends Disposable {
  /** Milliseconds, of which those are left out in which the machine did not let this process run. */
  now(): number;
  /** How many were left out since it was started. */
  lostMs(): number;
}

// Longer than a turn of the event loop takes by itself, and shorter than any bound that a test sets.
const maxTurnMs = 10;

/** Starts a clock by which a bound says what the service does, whenever and however long it was kept from doing it. */
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
