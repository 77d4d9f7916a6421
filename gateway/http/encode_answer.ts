import { createHash } from "node:crypto";
import { compress } from "./compressor.ts";
import { encodingFor, isKnown } from "./conditional.ts";

/**
 * Gives the answer to a read a tag, and leaves out the body if the client has it (304). Compresses it otherwise. Not
 * for answers to changes: they alone contain secrets (gateway/http/README.md 9).
 */
export async function encodeAnswer(request: Request, response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const body = Buffer.from(await response.arrayBuffer());
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  headers.set("ETag", etag);
  headers.set("Vary", "Accept-Encoding");
  if (isKnown(request, etag)) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  const encoding = encodingFor(request);
  const encoded = await compress(body, encoding);
  if (encoded) headers.set("Content-Encoding", encoding);
  return new Response(encoded ?? body, { headers });
}
