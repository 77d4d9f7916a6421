import type { Ports } from "../../../core/mod.ts";

/** Computes a SHA-256 hash in hex. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

/** Computes an HMAC by WebCrypto. */
export async function hmacSha256(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", copyOf(key), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, copyOf(message)));
}

// WebCrypto accepts no view of memory that might be shared.
function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** Gives another text each time, bound to its context. It encrypts nothing, because WebCrypto is asynchronous. */
export const unencryptedBox: Ports["secretBox"] = {
  seal: (text, context) => JSON.stringify([crypto.randomUUID(), context, text]),
  open(sealed, context) {
    const [, sealedFor, text] = JSON.parse(sealed) as string[];
    if (sealedFor !== context) throw new Error(`Cannot open what was sealed for ${sealedFor}`);
    return text!;
  },
};
