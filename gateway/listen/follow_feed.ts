import { setTimeout as sleep } from "node:timers/promises";

/** One page of the feed. */
interface FeedPage {
  events: object[];
  nextCursor: string;
  environment: "LIVE" | "TEST";
}

/** What to follow. */
interface FollowOptions {
  /** Without a slash at the end. */
  url: string;
  key: string;
  types: string | undefined;
  /** Undefined begins with what happens from now on. */
  after: string | undefined;
  signal: AbortSignal;
  /** Gets a line for each request that failed and is repeated. */
  onFault(line: string): void;
}

/** The service refuses the key, the cursor or the types. Repeating the request would not help. */
export class RefusedError extends Error {
  override name = "RefusedError";
}

const waitSeconds = 20;
const maxPauseSeconds = 10;

/** Reads the feed page by page and waits at its end, until `signal` is aborted. Throws RefusedError. */
export async function* followFeed(options: FollowOptions): AsyncGenerator<FeedPage> {
  const { signal, onFault } = options;
  let after = options.after ?? "latest";
  let faults = 0;
  while (!signal.aborted) {
    try {
      const page = await readPage(options, after);
      faults = 0;
      after = page.nextCursor;
      yield page;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RepeatableError)) throw error;
      const seconds = error.retryAfterSeconds ?? Math.min(2 ** faults, maxPauseSeconds);
      faults += 1;
      onFault(`${error.message}. Trying again in ${seconds} s`);
      await sleep(seconds * 1000, undefined, { signal }).catch(() => {});
    }
  }
}

class RepeatableError extends Error {
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

async function readPage(
  { url, key, types, signal }: FollowOptions,
  after: string,
): Promise<FeedPage> {
  const query = new URLSearchParams({
    after,
    // The first answer to "latest" has the cursor, and must not wait for it.
    wait: String(after === "latest" ? 0 : waitSeconds),
    ...(types !== undefined && { types }),
  });
  // A connection that is silent for longer than the wait is lost.
  const limit = AbortSignal.timeout((waitSeconds + 15) * 1000);
  let response: Response;
  let body: { events: object[]; nextCursor: string; error?: { code: string; message: string } };
  try {
    response = await fetch(`${url}/api/v1/events?${query}`, {
      headers: { "X-API-Key": key },
      signal: AbortSignal.any([signal, limit]),
    });
    body = await response.json();
  } catch {
    throw new RepeatableError(`The service at ${url} does not answer`);
  }
  const { status, headers } = response;
  if (status === 200) return { ...body, environment: environmentOf(key) };
  const message = `${status} ${body.error?.code ?? ""}: ${body.error?.message ?? "unknown answer"}`;
  if (status !== 429 && status < 500) throw new RefusedError(message);
  const retryAfter = Number(headers.get("Retry-After"));
  throw new RepeatableError(message, retryAfter > 0 ? retryAfter : undefined);
}

function environmentOf(key: string): "LIVE" | "TEST" {
  return key.startsWith("mk_test_") ? "TEST" : "LIVE";
}
