/** The encodings of an answer, the smallest first. */
export type Encoding = "br" | "gzip" | "identity";

/** Returns whether the client has the content with this tag. A proxy may have made the tag weak. */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get("if-none-match") ?? "";
  return known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/**
 * Returns the encoding that the client accepts with the highest quality (RFC 9110, 12.5.3), and of equals the smallest.
 * `*` means those that are not named.
 */
export function encodingFor(request: Request): Encoding {
  const accepted = request.headers.get("accept-encoding");
  if (!accepted) return "identity";
  const qualities = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const stated = parameters.find((text) => text.startsWith("q="));
    qualities.set(name, stated === undefined ? 1 : Number(stated.slice(2)) || 0);
  }
  const others = qualities.get("*") ?? 0;
  const br = qualities.get("br") ?? others;
  const gzip = qualities.get("gzip") ?? others;
  const best = Math.max(br, gzip);
  // Without a number of its own, the plain form is the last choice.
  if (best === 0 || best < (qualities.get("identity") ?? 0)) return "identity";
  return br === best ? "br" : "gzip";
}
