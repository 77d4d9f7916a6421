import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Compressor } from "../../rest-adapter/http/mod.ts";
import { encodingFor } from "./conditional.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** A smaller answer fits into one packet as it is. */
const minCompressedBytes = 1024;
// Level 4 takes about 5 ms for a day of 400 appointments and leaves a tenth of it. Higher levels take several times as long.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzipped = { level: 5 };

type Bytes = Uint8Array<ArrayBuffer>;
type Encoding = "br" | "gzip";

/** Compresses bytes. Returns undefined for the identity and for small bodies. */
export async function compress(
  body: Bytes,
  encoding: Encoding | "identity",
): Promise<Bytes | undefined> {
  if (encoding === "identity" || body.length < minCompressedBytes) return undefined;
  const encoded = encoding === "br" ? await toBrotli(body, brotli) : await toGzip(body, gzipped);
  return encoded as Bytes;
}

/** The compressed forms of bytes that several answers share, as long as the bytes are kept. */
const kept = new WeakMap<Bytes, Partial<Record<Encoding, Promise<Bytes | undefined>>>>();

/** Returns the compressor of a client; undefined if it accepts only plain bodies. */
export function compressorFor(request: Request): Compressor | undefined {
  const encoding = encodingFor(request);
  if (encoding === "identity") return undefined;
  return {
    async bytes(body) {
      const forms = kept.get(body) ?? {};
      kept.set(body, forms);
      const bytes = await (forms[encoding] ??= compress(body, encoding));
      return bytes && { encoding, bytes };
    },
    stream(body) {
      // Node knows brotli here too; the types of Web APIs do not.
      const form = (encoding === "br" ? "brotli" : "gzip") as CompressionFormat;
      const encoder = new CompressionStream(form) as ReadableWritablePair<Uint8Array, Uint8Array>;
      return { encoding, stream: body.pipeThrough(encoder) };
    },
  };
}
