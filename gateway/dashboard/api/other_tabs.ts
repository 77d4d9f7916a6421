import { sessionGuard } from "./session_guard.ts";
import { stepUp } from "./step_up.ts";

// The tabs of a browser share one session: a sign-in in one tab counts for all.
const channel = new BroadcastChannel("session");

/** The message of a proof; that of a sign-in is the id of the user. */
const proved = "proved";

/** Listens for sign-ins and proofs in other tabs. */
export function listenToOtherTabs(): void {
  channel.addEventListener("message", ({ data }) => {
    if (sessionGuard.keepsPages && typeof data === "number") sessionGuard.signedIn(data);
    if (data === proved) stepUp.end("proved");
  });
}

/** Notifies the other tabs of a sign-in in this one. */
export function notifyOtherTabs(userId: number): void {
  send(userId);
}

/** Notifies the other tabs that the user has proved in this one who they are. The service decides whether it counts. */
export function notifyProved(): void {
  send(proved);
}

function send(message: number | typeof proved): void {
  // A BroadcastChannel has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
}
