import { readEvents, type StreamEvent } from "./event_stream.ts";

/** Receives what the connection learns. */
export interface ConnectionListener {
  /** The service has sent something: data on the page are current. */
  onAlive(): void;
  onEvent(event: StreamEvent): void;
  /** There is no stream now. `isRefused`: the service is there and does not give one. */
  onDown(reason: "refused" | "unreachable" | "ended" | "signed-out"): void;
  /** Waits until the user has signed in again. */
  signedIn(): Promise<void>;
}

const url = "/events/stream";
/** The service sends a byte every 15 s. After this time without any the connection is dead. */
const maxSilentMs = 40_000;
const maxPauseMs = 10_000;
const refusedPauseMs = 60_000;

/** Keeps a stream open until `signal` is aborted. Continues after the last event that was seen. */
export async function keepConnected(
  position: { last: string },
  listener: ConnectionListener,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    const result = await connectOnce(position, listener, signal);
    if (signal.aborted) return;
    listener.onDown(result);
    if (result === "signed-out") await listener.signedIn();
    failures = result === "unreachable" ? failures + 1 : 0;
    await pause(pauseOf(result, failures), signal);
  }
}

function pauseOf(result: string, failures: number): number {
  if (result === "refused") return refusedPauseMs;
  // Streams of a process that stops end together. Their tabs do not come back together.
  if (result === "ended") return Math.random() * 2000;
  return result === "unreachable" ? Math.min(500 * 2 ** failures, maxPauseMs) : 0;
}

async function connectOnce(
  position: { last: string },
  { onAlive, onEvent }: ConnectionListener,
  signal: AbortSignal,
): Promise<"refused" | "unreachable" | "ended" | "signed-out"> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), maxSilentMs);
  function alive(): void {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), maxSilentMs);
    onAlive();
  }
  let isOpen = false;
  try {
    const response = await fetch(url, {
      headers: {
        Accept: "text/event-stream",
        "X-Background-Request": "true",
        ...(position.last && { "Last-Event-ID": position.last }),
      },
      cache: "no-store",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401) return "signed-out";
    if (!response.ok || !response.body) return response.status >= 502 ? "unreachable" : "refused";
    isOpen = true;
    for await (const event of readEvents(response.body, alive)) {
      onEvent(event);
      position.last = event.id;
    }
    return "ended";
  } catch {
    return isOpen ? "ended" : "unreachable";
  } finally {
    clearTimeout(timer);
  }
}

/** Waits, but not longer than until the browser has a network again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    }
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
