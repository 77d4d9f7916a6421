let keyAt: number | undefined;

/**
 * Returns when the user pressed the key or the button that acts now, in the time of `performance.now()`. A busy page acts
 * later than that, and would take a double click for two presses, or two presses for a double one.
 */
export function pressedAt(): number {
  return keyAt ?? globalThis.event?.timeStamp ?? performance.now();
}

/** Runs what a key does after its pause. `at` is when it was pressed. */
export function actForKey(at: number, act: () => void): void {
  keyAt = at;
  try {
    act();
  } finally {
    keyAt = undefined;
  }
}
