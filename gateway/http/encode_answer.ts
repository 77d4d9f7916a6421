import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { encodingFor, isKnown } from "./conditional.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** A smaller answer fits into one packet as it is. */
const minCompressedBytes = 1024;
// Level 4 takes about 5 ms for a day of 400 appointments and leaves a tenth of it. Higher levels take several times as long.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzipped = { level: 5 };

/**
 * Gives the answer to a read a tag, and leaves out the body if the client has it (304). Compresses it otherwise. Answers
 * to changes stay as they are: they alone contain secrets (gateway/http/README.md 9).
 */
export async function encodeAnswer(request: Request, response: Response): Promise<Response> {
  const { method } = request;
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead || response.status !== 200) return response;
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
  const encoding = body.length < minCompressedBytes ? "identity" : encodingFor(request);
  if (encoding === "identity") return new Response(body, { headers });
  headers.set("Content-Encoding", encoding);
  const encoded = encoding === "br" ? await toBrotli(body, brotli) : await toGzip(body, gzipped);
  return new Response(encoded as Uint8Array<ArrayBuffer>, { headers });
}
