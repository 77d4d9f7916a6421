let keyAt: number | undefined;
let lastActAt = -Infinity;
let lastPress = "";

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
  lastActAt = at;
  try {
    act();
  } finally {
    keyAt = undefined;
  }
}

/** Returns when the last key was pressed that has acted as a command. */
export function lastCommandAt(): number {
  return lastActAt;
}

/** Notes a key, or "pointer". */
export function notePress(press: string): void {
  lastPress = press;
}

/** Returns whether the last press was Enter, and not the pointer or another key. */
export function wasEnter(): boolean {
  return lastPress === "Enter";
}
