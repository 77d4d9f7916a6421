import { sessionGate } from "./session_gate.ts";

// The tabs of a browser share one session: whoever signs in in one of them is signed in in all.
const channel = new BroadcastChannel("session");

/** Has this tab hear of who signs in in another. */
export function listenToOtherTabs(): void {
  channel.addEventListener("message", ({ data }) => {
    if (sessionGate.keepsPages && typeof data === "number") sessionGate.enter(data);
  });
}

/** Tells the other tabs who has signed in in this one. */
export function tellOtherTabs(userId: number): void {
  // A channel has no other origin that could be named.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(userId);
}
