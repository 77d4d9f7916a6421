import { isDeepStrictEqual } from "node:util";
import type { Kind } from "./measurements.ts";
import { type LoadRequest, requestOf, type Seeded } from "./requests.ts";

const kinds: Kind[] = ["read", "availability", "list", "slots", "create"];

/**
 * Sends one request of each kind to two servers on equally seeded databases and throws unless both give the same
 * answer: status, headers and body. Only generated values of a creation may differ. `number` is that of a free booking.
 */
export async function requireSameAnswers(
  [one, other]: [string, string],
  { seeded, number }: { seeded: Seeded; number: number },
): Promise<void> {
  for (const kind of kinds) {
    const request = requestOf(kind, seeded, () => number);
    const [expected, actual] = await Promise.all([
      answerOf(one, request),
      answerOf(other, request),
    ]);
    if (isDeepStrictEqual(expected, actual)) continue;
    throw new Error(
      `The servers answer differently to ${kind}: ${JSON.stringify(expected)} and ${
        JSON.stringify(actual)
      }`,
    );
  }
}

/** Headers with a value of the moment: only their presence is compared. */
const varying = new Set([
  "x-request-id",
  "location",
  // Each server makes its own tag of the same body.
  "etag",
  "x-credits-remaining",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
]);
/** Headers of the HTTP library, and of compression, which the hand-written server does not have and no request asks for. */
const ignored = new Set(["connection", "date", "keep-alive", "vary"]);
/** Fields of a creation that the server generates. */
const generated = new Set(["id", "qrCode", "createdAt"]);

async function answerOf(url: string, { method, path, key, body }: LoadRequest) {
  const headers = {
    "X-API-Key": key,
    "Content-Type": "application/json",
    "Accept-Encoding": "identity",
  };
  const response = await fetch(url + path, { method, body, headers });
  const text = await response.text();
  return {
    status: response.status,
    headers: [...response.headers]
      .filter(([name]) => !ignored.has(name))
      .map(([name, value]) => varying.has(name) ? name : `${name}: ${value}`),
    body: method === "POST" ? withoutGenerated(JSON.parse(text)) : text,
  };
}

function withoutGenerated(created: Record<string, unknown>): [string, unknown][] {
  return Object.entries(created).map(([name, value]) => [
    name,
    generated.has(name) ? String(value).length > 0 : value,
  ]);
}
