import type { Answer } from "./request_context.ts";

interface Encoded {
  json: Uint8Array<ArrayBuffer>;
  etag: string;
}

const encoder = new TextEncoder();
const encodedBodies = new WeakMap<object, Promise<Encoded>>();

/**
 * Answers with a body, or with 304 if the client has it (RFC 9110, 13.1.2). `source` is the object that the body is made
 * of: its bytes and tag are made once and kept as long as the object.
 */
export async function unlessKnown(
  request: Request,
  source: object,
  body: () => unknown,
): Promise<Answer> {
  let encoding = encodedBodies.get(source);
  if (!encoding) encodedBodies.set(source, encoding = encoded(body()));
  const { json, etag } = await encoding;
  // A client may keep the answer, and must ask whether it is still true.
  const headers = { ETag: etag, "Cache-Control": "private, no-cache" };
  return isKnown(request, etag) ? { status: 304, headers } : { status: 200, json, headers };
}

async function encoded(body: unknown): Promise<Encoded> {
  const json = encoder.encode(JSON.stringify(body));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", json));
  return {
    json,
    etag: `W/"${digest.subarray(0, 16).toBase64({ alphabet: "base64url", omitPadding: true })}"`,
  };
}

/** Weak comparison: `W/` makes no difference. */
function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get("If-None-Match");
  if (known === null) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, "");
  return known.trim() === "*" || known.split(",").some((tag) => plain(tag) === plain(etag));
}
