import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** A setting that this browser keeps. */
export interface Stored<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/** Returns a setting of this browser. `parse` gets the stored JSON value, or undefined; it must accept anything. */
export function stored<T>(name: string, parse: (value: unknown) => T): Stored<T> {
  let text: string | null | undefined;
  let value: T;
  return {
    get() {
      const now = localStorage.getItem(name);
      if (text === undefined || now !== text) {
        text = now;
        value = parse(jsonOf(now));
      }
      return value;
    },
    set(next) {
      localStorage.setItem(name, JSON.stringify(next));
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      // Other tabs of the browser change it too.
      addEventListener("storage", listener);
      return () => {
        listeners.delete(listener);
        removeEventListener("storage", listener);
      };
    },
  };
}

/** Returns the setting and a setter. Renders again when it changes, also in another tab. */
export function useStored<T>(setting: Stored<T>): [T, (value: T) => void] {
  const value = useSyncExternalStore(setting.subscribe, setting.get);
  return [value, useCallback((next: T) => setting.set(next), [setting])];
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
