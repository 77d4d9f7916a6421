/** A refusal of the service, or no answer at all (status 0). */
export class Refusal extends Error {
  status: number;
  /** Seconds until the next request may succeed; undefined if unknown. */
  retryAfterSeconds: number | undefined;

  constructor(status: number, retryAfterSeconds?: number) {
    super(`The service answered ${status}`);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const maxWaitMs = 15_000;

/** Returns the token at the end of the page's path. */
function ownToken(): string {
  return location.pathname.slice(location.pathname.lastIndexOf("/") + 1);
}

/** Reads, or with a body changes. Throws a Refusal. */
export async function request<T>(path: string, body?: object): Promise<T> {
  const response = await answerOf(path, {
    signal: AbortSignal.timeout(maxWaitMs),
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  return await response.json().catch(() => {
    throw new Refusal(0);
  }) as T;
}

/** Sends a request with the token of the page. Throws a Refusal. */
export async function answerOf(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, {
    ...init,
    headers: {
      Authorization: `Bearer ${ownToken()}`,
      ...(init.body ? { "Content-Type": "application/json" } : {}),
    },
    cache: "no-store",
    referrerPolicy: "no-referrer",
  }).catch(() => {
    throw new Refusal(0);
  });
  if (response.ok) return response;
  const retryAfter = Number(response.headers.get("Retry-After"));
  throw new Refusal(response.status, retryAfter > 0 ? retryAfter : undefined);
}

/** Returns a time with up to a fifth more or less, so that many pages do not come at once. */
export function jittered(ms: number): number {
  return ms * (0.8 + Math.random() * 0.4);
}

/** Waits, but not longer than until the page is looked at again or the network is back. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      removeEventListener("online", end);
      document.removeEventListener("visibilitychange", seen);
      resolve();
    }
    function seen(): void {
      if (document.visibilityState === "visible") end();
    }
    addEventListener("online", end);
    document.addEventListener("visibilitychange", seen);
  });
}
