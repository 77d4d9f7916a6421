import { keepConnected } from "./live_connection.ts";
import {
  affectedBy,
  type Change,
  readAgain,
  readEverythingAgain,
  readFailedAgain,
  readUnannounced,
  reportsAffectedBy,
} from "./live_queries.ts";
import { noteAnswer, noteNoAnswer, onReconnect } from "./network.ts";
import { PacedReads } from "./paced_reads.ts";
import { noteRecentChanges } from "./recent_changes.ts";
import { sessionGuard } from "./session_guard.ts";

/** What the tab with the stream passes on to the other tabs of the browser. */
type Message =
  | { kind: "alive" }
  | { kind: "down"; isReachable: boolean }
  | { kind: "refresh"; position: string }
  | { kind: "changes"; position: string; changes: Change[] };

/** Without a stream, the page is read again so often. Also what no change is announced for. */
const pollMs = 30_000;
/** Another tab has the stream and passes on at least the heartbeats. */
const maxSilentMs = 40_000;
/** Changes that follow each other within this time are read together. */
const minPauseMs = 1000;
/** A report costs more than a list, and nobody acts on it within seconds. */
const minReportPauseMs = 30_000;
const maxKnown = 1000;

/**
 * Keeps the pages of this tab current. One tab of the browser has the event stream, because a browser opens at most six
 * connections to a host over HTTP/1.1. It passes everything on to the other tabs (gateway/dashboard/README.md 3).
 */
class Live {
  readonly #position = { last: "" };
  readonly #known = new Set<number>();
  readonly #channel = new BroadcastChannel("live");
  #aliveAt = 0;
  readonly #reads = new PacedReads(minPauseMs, readAgain);
  readonly #reportReads = new PacedReads(minReportPauseMs, readAgain);

  /** Runs until `signal` is aborted. */
  run(signal: AbortSignal): void {
    const hear = ({ data }: MessageEvent<Message>) => this.#take(data);
    this.#channel.addEventListener("message", hear);
    const forgetReconnects = onReconnect(readFailedAgain);
    const polling = setInterval(() => this.#poll(), pollMs);
    signal.addEventListener("abort", () => {
      clearInterval(polling);
      forgetReconnects();
      this.#reads.stop();
      this.#reportReads.stop();
      this.#channel.removeEventListener("message", hear);
      this.#channel.close();
    });
    const lead = () =>
      keepConnected(this.#position, {
        onAlive: () => this.#tell({ kind: "alive" }),
        onEvent: ({ event, id, data }) =>
          this.#tell(
            event === "changes"
              ? { kind: "changes", position: id, changes: JSON.parse(data) }
              : { kind: "refresh", position: id },
          ),
        onDown: (reason) => {
          // Whatever is read next is refused, and the page asks for the password.
          if (reason === "signed-out") readEverythingAgain();
          if (reason !== "ended") {
            this.#tell({ kind: "down", isReachable: reason !== "unreachable" });
          }
        },
        signedIn: () => nextSignIn(signal),
      }, signal);
    // Without a secure context there are no locks, and each tab has a stream of its own.
    if (!navigator.locks) void lead();
    else void navigator.locks.request("live", { signal }, lead).catch(() => {});
  }

  #tell(message: Message): void {
    // A BroadcastChannel has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#channel.postMessage(message);
    this.#take(message);
  }

  #take(message: Message): void {
    if (message.kind === "down") {
      this.#aliveAt = 0;
      if (message.isReachable) noteAnswer();
      else noteNoAnswer();
      return;
    }
    this.#aliveAt = Date.now();
    noteAnswer({ isCurrent: true });
    if (message.kind === "alive") return;
    this.#position.last = message.position;
    if (message.kind === "refresh") return readEverythingAgain();
    const changes = message.changes.filter(({ id }) => !this.#known.has(id));
    for (const { id } of changes) this.#known.add(id);
    for (const id of this.#known) {
      if (this.#known.size <= maxKnown) break;
      this.#known.delete(id);
    }
    if (changes.length === 0) return;
    noteRecentChanges(changes);
    this.#reads.request(affectedBy(changes));
    this.#reportReads.request(reportsAffectedBy(changes));
  }

  #poll(): void {
    if (document.hidden) return;
    if (Date.now() - this.#aliveAt < maxSilentMs) readUnannounced();
    else readEverythingAgain();
  }
}

/** Resolves when the user has signed in again, in this tab or in another one. */
function nextSignIn(signal: AbortSignal): Promise<void> {
  const { signInCount } = sessionGuard;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (sessionGuard.signInCount === signInCount && !signal.aborted) return;
      clearInterval(timer);
      resolve();
    }, 500);
  });
}

/** Keeps the pages current until the returned function is called. */
export function goLive(): () => void {
  const controller = new AbortController();
  new Live().run(controller.signal);
  return () => controller.abort();
}
