import { BookingApiError, BookingConnectionError, BookingServerError } from "./errors.ts";
import { retryAfterSecondsOf } from "./retry_after.ts";

/** Settings of a client. */
export interface ClientOptions {
  /** The API key, `mk_live_…` or `mk_test_…`. */
  apiKey: string;
  /** The address of the service without a path, such as `https://booking.example`. */
  baseUrl: string;
  /** How requests are sent; the global `fetch` if left out. */
  fetch?: typeof globalThis.fetch;
  /** How often a request is tried, with the first time; 4 if left out. */
  maxAttempts?: number;
  /** How long one attempt may take, in milliseconds; 30,000 if left out. */
  timeoutMs?: number;
}

/** What a caller may set for one call. */
export interface CallOptions {
  /** Ends the call, also while it waits to repeat a request. */
  signal?: AbortSignal | undefined;
}

/** A request to the service. */
export interface ApiRequest extends CallOptions {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/api/v1`. */
  path: string;
  query?: object;
  body?: object;
  headers?: Record<string, string>;
  /**
   * Whether the request may be sent again although it was perhaps carried out: it changes nothing, or no more the
   * second time. Without it, only a refusal that says that nothing was done is repeated.
   */
  isRepeatable: boolean;
  /** Further statuses that are no refusal. */
  accepts?: readonly number[];
  /** Added to the time that one attempt may take, in milliseconds. */
  waitsMs?: number;
}

/** An answer that is no refusal. */
export interface ApiAnswer<T> {
  status: number;
  headers: Headers;
  /** Undefined if there is none. */
  body: T;
}

/** Sends requests. Throws BookingApiError, BookingConnectionError, or the reason of the signal. */
export type Send = <T>(request: ApiRequest) => Promise<ApiAnswer<T>>;

/** A longer wait is left to the caller: it is the end of an hourly limit and not a moment of overload. */
const maxWaitSeconds = 60;

/**
 * Makes a function that sends requests and repeats them where that is safe (rest-adapter/client/README.md 1). Throws
 * TypeError for a key or an address that cannot be sent.
 */
export function createSend(options: ClientOptions): Send {
  const { maxAttempts = 4, timeoutMs = 30_000 } = options;
  const apiKey = checkedKey(options.apiKey);
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  const root = `${checkedAddress(options.baseUrl).replace(/\/+$/, "")}/api/v1`;

  async function attempt<T>(request: ApiRequest): Promise<ApiAnswer<T>> {
    const { method, path, query, body, headers = {}, signal, accepts = [] } = request;
    const limit = AbortSignal.timeout(timeoutMs + (request.waitsMs ?? 0));
    const init: RequestInit = {
      method,
      // Made here, so that a header that cannot be sent is no lost connection.
      headers: new Headers({
        "X-API-Key": apiKey,
        ...(body && { "Content-Type": "application/json" }),
        ...headers,
      }),
      ...(body && { body: JSON.stringify(body) }),
      // A redirect that is followed gives the key to another host, and may make a POST a GET.
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    };
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${root}${path}${queryText(query)}`, init);
      text = await response.text();
    } catch (cause) {
      signal?.throwIfAborted();
      throw new BookingConnectionError(`${method} ${path} got no answer`, { cause });
    }
    const { status } = response;
    if (!response.ok && !accepts.includes(status)) throw refusalOf(response, text);
    const answer = jsonOf(text);
    if (response.ok && !isBody(answer) && !(method === "DELETE" && text === "")) {
      throw new BookingConnectionError(`${method} ${path} got an answer that is not JSON`);
    }
    return { status, headers: response.headers, body: answer as T };
  }

  return async <T>(request: ApiRequest) => {
    for (let attempts = 1;; attempts += 1) {
      try {
        return await attempt<T>(request);
      } catch (error) {
        if (attempts >= maxAttempts || !isWorthRepeating(error, request)) throw error;
        await pause(secondsBefore(error, attempts), request.signal);
      }
    }
  };
}

/** Returns the key without the space around it. `fetch` would quote a key that no header can have in its error. */
function checkedKey(apiKey: string): string {
  // A program in JavaScript may pass a variable that is not set.
  const key = typeof apiKey === "string" ? apiKey.trim() : "";
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError("apiKey must be printable ASCII without spaces");
}

/**
 * Returns the address. `fetch` refuses one with a user and a password, and quotes them in its error. With a query, the path
 * of every request would become a part of it.
 */
function checkedAddress(baseUrl: string): string {
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(baseUrl)) {
    throw new TypeError("baseUrl must not have a user or a password");
  }
  if (/[?#]/.test(baseUrl)) throw new TypeError("baseUrl must not have a query or a fragment");
  return baseUrl;
}

function isWorthRepeating(error: unknown, { isRepeatable }: ApiRequest): boolean {
  if (error instanceof BookingConnectionError) return isRepeatable;
  if (!(error instanceof BookingApiError)) return false;
  if ((error.retryAfterSeconds ?? 0) > maxWaitSeconds) return false;
  // A request above the limit was not carried out. After a fault of the service or of a proxy that is unknown.
  return error.status === 429 || error instanceof BookingServerError && isRepeatable;
}

/**
 * Twice as long after each attempt, and by chance up to half of it less, so that many clients do not return together. Longer
 * if the service says so.
 */
function secondsBefore(error: unknown, attempts: number): number {
  const said = error instanceof BookingApiError ? error.retryAfterSeconds : null;
  return Math.max(said ?? 0, 0.25 * 2 ** (attempts - 1) * (1 - Math.random() / 2));
}

/** The longest time of a timer, in milliseconds: some 24 days. A timer with a longer time ends at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Waits, at most 24 days. Throws the reason of the signal if it is aborted. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, Math.min(seconds * 1000, maxTimerMs));
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

function queryText(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

function refusalOf(response: Response, text: string): BookingApiError {
  const { status, headers } = response;
  const { error } = (jsonOf(text) ?? {}) as { error?: Partial<BookingApiError> };
  const Refusal = status >= 500 ? BookingServerError : BookingApiError;
  return new Refusal(error?.message ?? messageOf(response), {
    status,
    code: error?.code ?? "UNKNOWN",
    details: error?.details ?? [],
    requestId: headers.get("X-Request-Id"),
    retryAfterSeconds: retryAfterSecondsOf(headers),
  });
}

function messageOf({ type, status, headers }: Response): string {
  // A browser hides the status of a redirect.
  const isRedirect = type === "opaqueredirect" || status >= 300 && status < 400 && status !== 304;
  if (!isRedirect) return `The service answered ${status}`;
  const target = headers.get("Location") ?? "another address";
  return `baseUrl redirects to ${target}. Set it to the address of the service`;
}

/** Returns whether an answer may be one of the service. A proxy may answer 200 with a page or with nothing. */
function isBody(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null;
}

/** Returns undefined for a text that is no JSON, such as the page of a proxy. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
