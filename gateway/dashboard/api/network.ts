import { useSyncExternalStore } from "react";

/** Whether the service can be reached, as far as this tab knows. */
export interface NetworkState {
  /** `offline`: the browser has no network. `unreachable`: the service did not answer. */
  kind: "online" | "offline" | "unreachable";
  /** When the data on the page were last known to be current. */
  currentAt: number;
}

/** A short interruption, such as a restart of the service, is not worth a word. */
const patienceMs = 1500;
const stepMs = 1000;

let state: NetworkState = { kind: "online", currentAt: Date.now() };
let currentAt = Date.now();
let failedAt: number | undefined;
const listeners = new Set<() => void>();

/** Notes that the service has answered. `isCurrent`: the data on the page are as new as the answer. */
export function noteAnswer({ isCurrent = false } = {}): void {
  failedAt = undefined;
  if (isCurrent) currentAt = Date.now();
  update();
}

/** Notes that a request got no answer. */
export function noteNoAnswer(): void {
  failedAt ??= Date.now();
  update();
}

/** Returns whether the browser knows that it has no network. A request would then surely not be sent. */
export function isOffline(): boolean {
  // Undefined where it is not known, as in Node.
  return navigator.onLine === false;
}

function update(): void {
  const isUnreachable = failedAt !== undefined && Date.now() - failedAt >= patienceMs;
  const kind = isOffline() ? "offline" : isUnreachable ? "unreachable" : "online";
  // While all is well nothing shows the time, so nothing has to render again.
  if (kind === state.kind && (kind === "online" || currentAt === state.currentAt)) return;
  state = { kind, currentAt };
  for (const listener of listeners) listener();
}

/** Calls `listener` when the service can be reached again. The returned function ends it. */
export function onReconnect(listener: () => void): () => void {
  return subscribe(() => {
    if (state.kind === "online") listener();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const timer = setInterval(update, stepMs);
  addEventListener("online", update);
  addEventListener("offline", update);
  return () => {
    listeners.delete(listener);
    clearInterval(timer);
    removeEventListener("online", update);
    removeEventListener("offline", update);
  };
}

/** Returns the state of the network, and renders again when it changes. */
export function useNetwork(): NetworkState {
  return useSyncExternalStore(subscribe, () => state);
}
