import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "../../trpc/mod.ts";
import { hasErrorCode } from "./errors.ts";

/** A request that the service refused because the last proof is too old. */
interface HeldRequest {
  send(): void;
  reject(): void;
}

/**
 * Holds the requests that need a fresh proof, and sends them again with the same `Idempotency-Key` after the user has
 * given it. So the form stays as it is (core/access/README.md 14).
 */
export class StepUp {
  #held: HeldRequest[] = [];
  #listeners = new Set<() => void>();

  readonly isAsking = (): boolean => this.#held.length > 0;

  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  hold(request: HeldRequest): void {
    this.#held.push(request);
    this.#notify();
  }

  /** Sends the held requests again after a proof, or gives each its refusal. */
  end(outcome: "proved" | "cancelled"): void {
    const held = this.#held.splice(0);
    this.#notify();
    for (const request of held) request[outcome === "proved" ? "send" : "reject"]();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The requests of this tab that wait for a proof. */
export const stepUp = new StepUp();

/** Makes the client hold requests that need a fresh proof. */
export function stepUpLink(asked: StepUp): TRPCLink<AppRouter> {
  return () => ({ op, next }) =>
    observable((observer) => {
      let isCancelled = false;
      let inner: { unsubscribe(): void } | undefined;
      const send = (): void => {
        if (isCancelled) return;
        inner = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            const reject = () => observer.error(error);
            if (hasErrorCode(error, "STEP_UP_REQUIRED")) asked.hold({ send, reject });
            else reject();
          },
        });
      };
      send();
      return () => {
        isCancelled = true;
        inner?.unsubscribe();
      };
    });
}
