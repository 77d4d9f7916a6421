import { useSyncExternalStore } from "react";
import type { MutationPath } from "./types.ts";

/** A change of this tab that the lists may not show yet: it has no answer, or they are being read again after it. */
export interface UnreadChange {
  path: MutationPath;
  input: unknown;
  /** What the service has answered; undefined before. */
  answer?: unknown;
}

let unread: readonly UnreadChange[] = [];
const listeners = new Set<() => void>();

/** Notes that a change begins. The pages show its outcome until the returned `end` is called. */
export function beginChange(
  change: UnreadChange,
): { answered(answer: unknown): void; end(): void } {
  let shown = change;
  publish([...unread, shown]);
  return {
    answered(answer) {
      const before = shown;
      shown = { ...before, answer };
      publish(unread.map((one) => one === before ? shown : one));
    },
    end: () => publish(unread.filter((one) => one !== shown)),
  };
}

function publish(next: readonly UnreadChange[]): void {
  unread = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the changes that the lists may not show yet, oldest first. The array changes only with them. */
export function useUnreadChanges(): readonly UnreadChange[] {
  return useSyncExternalStore(subscribe, () => unread);
}
