import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "../../trpc/mod.ts";
import { isRefusal } from "./errors.ts";

type Listener = () => void;

/** A request that was refused because the session has ended. */
interface Held {
  /** Asks again. */
  ask(): void;
  /** Gives the refusal to whoever asked. */
  drop(): void;
}

/**
 * `open` while requests go through, `closed` while the session has ended under an open page, and `other` for good
 * once somebody else has signed in: the page is still the first one's.
 */
type GateState = "open" | "closed" | "other";

/**
 * What was asked while the session had ended waits at the gate and goes through once the same person has signed in
 * again, so that nobody types anything twice; nothing of theirs is sent in another's name.
 */
export class SessionGate {
  #state: GateState = "open";
  #userId: number | undefined;
  #held: Held[] = [];
  #entries = 0;
  #isLeaving = false;
  #waiting: (() => void)[] = [];
  #listeners = new Set<Listener>();

  readonly state = (): GateState => this.#state;

  readonly subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Before the first sign-in there is no page to keep: an unknown session is simply refused. */
  get keepsPages(): boolean {
    return this.#userId !== undefined;
  }

  /** How often somebody was found to be signed in. */
  get entries(): number {
    return this.#entries;
  }

  /** Keeps what was asked after so many entries and refused. */
  hold(request: Held, entries: number): void {
    if (this.#state === "other") return request.drop();
    // The refusal is of the session of before, and came when there was the next one already.
    if (entries < this.#entries) return request.ask();
    this.#held.push(request);
    this.#set("closed");
  }

  /** Somebody signs out here. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** They could not: what waited goes out. */
  stay(): void {
    this.#isLeaving = false;
    for (const ask of this.#waiting.splice(0)) ask();
  }

  /** Whether it waits, since the session is about to end and nobody is to be asked for a password. */
  waits(ask: () => void): boolean {
    if (this.#isLeaving) this.#waiting.push(ask);
    return this.#isLeaving;
  }

  /** This user is signed in. */
  enter(userId: number): void {
    if (this.#state === "other") return;
    const isOther = this.#userId !== undefined && this.#userId !== userId;
    this.#userId ??= userId;
    this.#entries += 1;
    this.#set(isOther ? "other" : "open");
    for (const request of this.#held.splice(0)) request[isOther ? "drop" : "ask"]();
  }

  #set(state: GateState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The page's own. */
export const sessionGate = new SessionGate();

const tellsWho = new Set(["session.signIn", "session.current"]);
const ownRefusals = new Set([...tellsWho, "session.signOut"]);

/** Holds back whatever is refused because the session has ended, and asks again when there is one. */
export function sessionLink(gate: SessionGate): TRPCLink<AppRouter> {
  return () => ({ op, next }) =>
    observable((observer) => {
      let isOver = false;
      let inner: { unsubscribe(): void } | undefined;
      const ask = (): void => {
        const isSigningOut = op.path === "session.signOut";
        if (isSigningOut) gate.leave();
        else if (isOver || gate.waits(ask)) return;
        const { entries } = gate;
        inner = next(op).subscribe({
          next(value) {
            // Before the page hears of it: what is held must not go out, nor be seen, under another name.
            if (tellsWho.has(op.path)) gate.enter(userIdIn(value.result));
            observer.next(value);
          },
          complete: () => observer.complete(),
          error(error) {
            if (isSigningOut) gate.stay();
            const isHeld = gate.keepsPages && !ownRefusals.has(op.path) &&
              isRefusal(error, "UNAUTHENTICATED");
            if (isHeld) gate.hold({ ask, drop: () => observer.error(error) }, entries);
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

function userIdIn(result: unknown): number {
  return (result as { data: { user: { id: number } } }).data.user.id;
}
