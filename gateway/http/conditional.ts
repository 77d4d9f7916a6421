/** The encodings of an answer, the smallest first. */
export type Encoding = "br" | "gzip" | "identity";

/** Returns whether the client has the content with this tag. A proxy may have made the tag weak. */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get("if-none-match") ?? "";
  return known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** Returns the best encoding that the client accepts. */
export function encodingFor(request: Request): Encoding {
  const accepted = new Set(
    (request.headers.get("accept-encoding") ?? "")
      .split(",")
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(";")[0]!.trim()),
  );
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : "identity";
}
