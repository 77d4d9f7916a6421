import type { IncomingMessage } from "node:http";

/** The headers with one value that the service reads. `Host` has a rule of its own (gateway/http/README.md 7). */
const singleHeaders = new Set([
  "authorization",
  "content-type",
  "idempotency-key",
  "last-event-id",
  "origin",
  "sec-fetch-site",
  "traceparent",
  "x-api-key",
  "x-background-request",
  "x-request-id",
]);

const none: readonly string[] = [];

/**
 * Makes equal lines of a single header one line. Returns the names of those with different values, which a surface would
 * otherwise see as one value with a comma (gateway/http/README.md 10).
 */
export function mergeRepeatedHeaders(incoming: IncomingMessage): readonly string[] {
  const { headers, rawHeaders } = incoming;
  // Each name is once in `headers`. Usually that is all that is done here.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return none;
  const valueOf = new Map<string, string>();
  const conflicting = new Set<string>();
  const merged: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [line, text] = [rawHeaders[i]!, rawHeaders[i + 1]!];
    const name = line.toLowerCase();
    const known = singleHeaders.has(name) ? valueOf.get(name) : undefined;
    if (known === text) continue;
    if (known !== undefined) conflicting.add(name);
    valueOf.set(name, text);
    merged.push(line, text);
  }
  incoming.rawHeaders = merged;
  for (const name of singleHeaders) {
    const value = valueOf.get(name);
    if (value !== undefined && !conflicting.has(name)) headers[name] = value;
  }
  return [...conflicting];
}
