import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "../../trpc/mod.ts";
import { hasErrorCode } from "./errors.ts";

type Listener = () => void;

/** A request that the service refused because the session has ended. */
interface HeldRequest {
  /** Sends the request again. */
  send(): void;
  /** Gives the refusal to the caller. */
  reject(): void;
}

/**
 * `open`: requests pass. `closed`: the session has ended under an open page. `other`: a different user has signed
 * in, but the page still belongs to the first one. Only a reload leaves `other`.
 */
type GuardState = "open" | "closed" | "other";

/**
 * Holds the requests that were refused because the session has ended, and sends them again after the same user has
 * signed in. So nobody types anything twice, and no request of one user is sent in the name of another
 * (gateway/dashboard/README.md 4).
 */
export class SessionGuard {
  #state: GuardState = "open";
  #userId: number | undefined;
  #held: HeldRequest[] = [];
  #signInCount = 0;
  #isSigningOut = false;
  #waitingForSignOut: (() => void)[] = [];
  #listeners = new Set<Listener>();

  readonly state = (): GuardState => this.#state;

  readonly subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** False before the first sign-in: there is no page to keep, so a refusal is passed on. */
  get keepsPages(): boolean {
    return this.#userId !== undefined;
  }

  /** The number of times that a signed-in user was seen. */
  get signInCount(): number {
    return this.#signInCount;
  }

  /** Holds a refused request. `signInCount` is the count at the time when the request was sent. */
  hold(request: HeldRequest, signInCount: number): void {
    if (this.#state === "other") return request.reject();
    // The refusal belongs to an earlier session and arrived after the next sign-in.
    if (signInCount < this.#signInCount) return request.send();
    this.#held.push(request);
    this.#set("closed");
  }

  /** Notes that the user is signing out in this tab. */
  beginSignOut(): void {
    this.#isSigningOut = true;
  }

  /** Notes that signing out has failed, and sends the requests that waited for it. */
  signOutFailed(): void {
    this.#isSigningOut = false;
    for (const send of this.#waitingForSignOut.splice(0)) send();
  }

  /** Returns true and keeps the request back during a sign-out: a refusal would ask for the password again. */
  waitsForSignOut(send: () => void): boolean {
    if (this.#isSigningOut) this.#waitingForSignOut.push(send);
    return this.#isSigningOut;
  }

  /** Notes that this user is signed in. Sends the held requests if it is the same user, else rejects them. */
  signedIn(userId: number): void {
    if (this.#state === "other") return;
    const isOther = this.#userId !== undefined && this.#userId !== userId;
    this.#userId ??= userId;
    this.#signInCount += 1;
    this.#set(isOther ? "other" : "open");
    for (const request of this.#held.splice(0)) request[isOther ? "reject" : "send"]();
  }

  #set(state: GuardState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The guard of this tab. */
export const sessionGuard = new SessionGuard();

const namesUser = new Set(["session.signIn", "session.signInWithPasskey", "session.current"]);
const neverHeld = new Set([...namesUser, "session.signOut"]);

/** Makes the client hold requests that were refused because the session has ended. */
export function sessionLink(guard: SessionGuard): TRPCLink<AppRouter> {
  return () => ({ op, next }) =>
    observable((observer) => {
      let isCancelled = false;
      let inner: { unsubscribe(): void } | undefined;
      const send = (): void => {
        const isSigningOut = op.path === "session.signOut";
        if (isSigningOut) guard.beginSignOut();
        else if (isCancelled || guard.waitsForSignOut(send)) return;
        const { signInCount } = guard;
        inner = next(op).subscribe({
          next(value) {
            // Before the page gets the answer, so that held requests are not sent or shown under another user.
            if (namesUser.has(op.path)) guard.signedIn(userIdIn(value.result));
            observer.next(value);
          },
          complete: () => observer.complete(),
          error(error) {
            if (isSigningOut) guard.signOutFailed();
            const isHeld = guard.keepsPages && !neverHeld.has(op.path) &&
              hasErrorCode(error, "UNAUTHENTICATED");
            if (isHeld) guard.hold({ send, reject: () => observer.error(error) }, signInCount);
            else observer.error(error);
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

function userIdIn(result: unknown): number {
  return (result as { data: { user: { id: number } } }).data.user.id;
}
