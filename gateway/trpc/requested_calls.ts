import { type Fault, say, validationError } from "../../core/mod.ts";
import { queryFaults, readJsonText } from "../../rest-adapter/http/mod.ts";

/** The path of the procedures. */
export const endpoint = "/trpc";

/** The header that makes a mutation safe to repeat. */
export const idempotencyHeader = "Idempotency-Key";

/** The maximum number of calls in one request. */
const maxCalls = 20;

// Signing in changes the caller, so the caller of other calls in the same batch would be ambiguous.
const unbatchedCalls = ["session.signIn", "session.signInWithPasskey"];

/** The calls of one request. */
export interface RequestedCalls {
  /** The names of the procedures, one for each call. */
  paths: string[];
  isBatch: boolean;
  /** The inputs of a GET, as JSON. */
  input: string | null;
  /** The faults of the query. */
  faults: readonly Fault[];
}

/** Parses the calls of a request. A name that cannot be decoded stays as it is and matches no procedure. */
export function parseRequestedCalls({ url }: Pick<Request, "url">): RequestedCalls {
  const { pathname, searchParams } = new URL(url);
  const text = decoded(pathname.slice(endpoint.length + 1));
  const isBatch = searchParams.get("batch") === "1";
  const paths = isBatch ? text.split(",") : [text];
  const faults = queryFaults(searchParams, ["batch", "input"]);
  return { paths, isBatch, input: searchParams.get("input"), faults };
}

/**
 * Throws VALIDATION_ERROR for a misspelled or ambiguous query, and on `batch` if the calls may not be in one request
 * (gateway/trpc/README.md 3.1).
 */
export function refuseBatch(
  { paths, faults }: RequestedCalls,
  types: ReadonlyMap<string, string>,
): void {
  if (faults.length > 0) throw validationError(...faults);
  const calledTypes = new Set(paths.flatMap((path) => types.get(path) ?? []));
  const unbatched = unbatchedCalls.find((path) => paths.includes(path));
  const message = paths.length > maxCalls
    ? `Must have at most ${maxCalls} calls, but has ${paths.length}`
    : paths.length > 1 && unbatched !== undefined
    ? `Must not have other calls with ${unbatched}`
    : calledTypes.size > 1
    ? "Must have only queries or only mutations"
    : undefined;
  if (message !== undefined) throw validationError({ field: "batch", message });
}

/** Returns whether a request only reads: with GET or HEAD, or with POST if it has no mutation. */
export function isRead(
  { method }: Pick<Request, "method">,
  { paths }: Pick<RequestedCalls, "paths">,
  types: ReadonlyMap<string, string>,
): boolean {
  if (method === "GET" || method === "HEAD") return true;
  return method === "POST" && paths.every((path) => types.get(path) !== "mutation");
}

/** Throws VALIDATION_ERROR if one `Idempotency-Key` was sent for several calls, or several for one call. */
export function refuseAmbiguousKey(
  { paths }: RequestedCalls,
  { headers }: Request,
  conflictingHeaders: readonly string[] = [],
): void {
  if (!headers.has(idempotencyHeader)) return;
  const message = conflictingHeaders.includes(idempotencyHeader.toLowerCase())
    ? say("severalValues")
    : paths.length > 1
    ? "Must be sent with one call. Send each mutation in a request of its own"
    : undefined;
  if (message !== undefined) throw validationError({ field: idempotencyHeader, message });
}

/**
 * Creates the request that tRPC sees: the calls, and a body that is read with our limits when tRPC needs it. Leaves out
 * form data, streamed answers and connection parameters (gateway/trpc/README.md 4).
 */
export function requestForTrpc(
  received: Request,
  { paths, isBatch, input }: Omit<RequestedCalls, "faults">,
  readBody = () => readJsonText(received),
): Request {
  const url = new URL(`${endpoint}/${encodeURIComponent(paths.join(","))}`, received.url);
  if (isBatch) url.searchParams.set("batch", "1");
  if (input !== null) url.searchParams.set("input", input);
  const headers = { "Content-Type": "application/json" };
  const request = new Request(url, { method: methodOf(received), headers });
  return Object.assign(request, { text: readBody });
}

// No procedure accepts PUT. tRPC would answer HEAD without checking the path, so it is GET here, and the server leaves
// the body out. Some methods are invalid in a Request.
function methodOf({ method }: Request): string {
  if (method === "HEAD") return "GET";
  return method === "GET" || method === "POST" ? method : "PUT";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
