import { sessionGuard } from "./session_guard.ts";

// The tabs of a browser share one session: a sign-in in one tab counts for all.
const channel = new BroadcastChannel("session");

/** Listens for sign-ins in other tabs. */
export function listenToOtherTabs(): void {
  channel.addEventListener("message", ({ data }) => {
    if (sessionGuard.keepsPages && typeof data === "number") sessionGuard.signedIn(data);
  });
}

/** Notifies the other tabs of a sign-in in this one. */
export function notifyOtherTabs(userId: number): void {
  // A BroadcastChannel has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(userId);
}
