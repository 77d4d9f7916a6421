import { DisconnectedError } from "./errors.ts";
import { isOffline, noteAnswer, noteNoAnswer } from "./network.ts";
import { noteServerTime } from "./time.ts";

/** A request without an answer after this time has failed. */
const maxWaitMs = 30_000;
/** Mark a read that no person asked for. */
export const backgroundHeaders = { "X-Background-Request": "true" };
/** A proxy answers these for a service that is away. */
const awayStatuses = new Set([502, 503, 504]);
const maxKept = 60;

/** The answers to reads, by address and body; answers to changes have no tag. The service answers 304 for what has not changed. */
const answers = new Map<string, { etag: string; text: string; headers: [string, string][] }>();

/** The options that tRPC's client passes on. */
type RequestOptions = { [K in keyof RequestInit]?: RequestInit[K] | undefined };

/** Sends a request of the client: with a time limit, and with the tag of the answer that this tab has. */
export async function request(
  input: RequestInfo | URL | string,
  init: RequestOptions = {},
): Promise<Response> {
  const limit = AbortSignal.timeout(maxWaitMs);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  const url = String(input);
  const asked = `${url}\n${typeof init.body === "string" ? init.body : ""}`;
  const known = answers.get(asked);
  const headers = new Headers(init.headers);
  if (known) headers.set("If-None-Match", known.etag);
  try {
    const response = await fetch(url, {
      ...init as RequestInit,
      headers,
      signal,
      cache: "no-store",
    });
    if (awayStatuses.has(response.status)) noteNoAnswer();
    else noteAnswer();
    noteServerTime(response.headers.get("date"));
    if (known && response.status === 304) {
      keep(asked, known);
      return new Response(known.text, { headers: known.headers });
    }
    return response.ok ? await kept(asked, response) : response;
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    noteNoAnswer();
    throw isOffline() ? new DisconnectedError() : error;
  }
}

/** Keeps an answer with a tag, and returns it. */
async function kept(asked: string, response: Response): Promise<Response> {
  const etag = response.headers.get("ETag");
  if (etag === null) return response;
  const text = await response.text();
  const headers = [...response.headers];
  keep(asked, { etag, text, headers });
  return new Response(text, { headers });
}

function keep(asked: string, answer: { etag: string; text: string; headers: [string, string][] }) {
  answers.delete(asked);
  answers.set(asked, answer);
  if (answers.size > maxKept) answers.delete(answers.keys().next().value!);
}
