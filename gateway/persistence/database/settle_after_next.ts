/**
 * Settles promises: at once, or in a later turn of the event loop if more work waits. That work is then sent before the
 * callers go on, so the database does it while their answers are written (gateway/persistence/README.md 11).
 */
export function settleAfterNext(isMoreWaiting: boolean, settle: () => void): void {
  // The pool of the driver gives a connection after all microtasks: so all callers would go on first.
  if (isMoreWaiting) setImmediate(settle);
  else settle();
}
