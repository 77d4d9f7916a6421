import { validationError } from "../../core/mod.ts";
import { readJsonText } from "../../rest-adapter/http/mod.ts";

/** Where the procedures are. */
export const endpoint = "/trpc";

/** Calls in one request, at most. */
const maxCalls = 20;

// It changes who is calling, so it would be a riddle as whom the calls beside it are made.
const callOfItsOwn = "session.signIn";

/** What a request calls. */
export interface Called {
  /** The names of the procedures, one for each call. */
  paths: string[];
  isBatch: boolean;
  /** The inputs of a GET, as JSON. */
  input: string | null;
}

/** Reads what a request calls; a name that cannot be decoded is one that no procedure has. */
export function readCalled({ url }: Pick<Request, "url">): Called {
  const { pathname, searchParams } = new URL(url);
  const text = decoded(pathname.slice(endpoint.length + 1));
  const isBatch = searchParams.get("batch") === "1";
  const paths = isBatch ? text.split(",") : [text];
  return { paths, isBatch, input: searchParams.get("input") };
}

/** Throws VALIDATION_ERROR on `batch` for calls that one request may not hold together. */
export function refuseBatch({ paths }: Called, types: ReadonlyMap<string, string>): void {
  const called = new Set(paths.flatMap((path) => types.get(path) ?? []));
  const message = paths.length > maxCalls
    ? `Must hold at most ${maxCalls} calls, and holds ${paths.length}`
    : paths.length > 1 && paths.includes(callOfItsOwn)
    ? `Must hold no other call beside ${callOfItsOwn}`
    : called.size > 1
    ? "Must hold queries alone or mutations alone"
    : undefined;
  if (message !== undefined) throw validationError({ field: "batch", message });
}

/**
 * A request as tRPC is to see it: what it calls, and a body that is read by our rules once it is asked for.
 * Whatever else tRPC would heed is left out, as forms, streamed answers and parameters of connections.
 */
export function requestForTrpc(received: Request, { paths, isBatch, input }: Called): Request {
  const url = new URL(`${endpoint}/${encodeURIComponent(paths.join(","))}`, received.url);
  if (isBatch) url.searchParams.set("batch", "1");
  if (input !== null) url.searchParams.set("input", input);
  const headers = { "Content-Type": "application/json" };
  const request = new Request(url, { method: methodOf(received), headers });
  return Object.assign(request, { text: () => readJsonText(received) });
}

// No procedure takes a PUT. tRPC would answer HEAD without a look at the path, and of some methods no Request
// can be made.
function methodOf({ method }: Request): string {
  return method === "GET" || method === "POST" ? method : "PUT";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
