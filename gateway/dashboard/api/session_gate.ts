import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "../../trpc/mod.ts";
import { isRefusal } from "./errors.ts";

type Listener = () => void;

/**
 * Whether the session has ended under an open page. What was asked meanwhile waits at the gate and goes through
 * once somebody has signed in again, so that nobody types anything twice.
 */
class SessionGate {
  #isClosed = false;
  #wasSignedIn = false;
  #waiting: Listener[] = [];
  #listeners = new Set<Listener>();

  readonly isClosed = (): boolean => this.#isClosed;

  readonly subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Before the first sign-in there is no page to keep: an unknown session is simply refused. */
  get keepsPages(): boolean {
    return this.#wasSignedIn;
  }

  close(retry: Listener): void {
    this.#waiting.push(retry);
    this.#set(true);
  }

  /** Somebody is signed in. */
  open(): void {
    this.#wasSignedIn = true;
    this.#set(false);
    for (const retry of this.#waiting.splice(0)) retry();
  }

  #set(isClosed: boolean): void {
    if (this.#isClosed === isClosed) return;
    this.#isClosed = isClosed;
    for (const listener of this.#listeners) listener();
  }
}

export const sessionGate = new SessionGate();

const ownRefusals = new Set(["session.signIn", "session.current", "session.signOut"]);

/** Holds back whatever is refused because the session has ended, and asks again when there is one. */
export function sessionLink(): TRPCLink<AppRouter> {
  return () => ({ op, next }) =>
    observable((observer) => {
      let isOver = false;
      let inner: { unsubscribe(): void } | undefined;
      const ask = (): void => {
        if (isOver) return;
        inner = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            const isHeld = sessionGate.keepsPages && !ownRefusals.has(op.path) &&
              isRefusal(error, "UNAUTHENTICATED");
            if (isHeld) sessionGate.close(ask);
            else observer.error(error);
          },
        });
      };
      ask();
      return () => {
        isOver = true;
        inner?.unsubscribe();
      };
    });
}
