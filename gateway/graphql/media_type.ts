const plain = "application/json";

/** What a range of `Accept` means of the two types that GraphQL has over HTTP. */
const typeOfRange: Record<string, string> = {
  "application/graphql-response+json": "application/graphql-response+json",
  [plain]: plain,
  "application/*": plain,
  "*/*": plain,
};

/**
 * The type of an answer: the one that `Accept` likes best, of equals the first, plain JSON where it does not say;
 * undefined where it takes neither.
 */
export function mediaTypeOf(accept: string | null): string | undefined {
  if (!accept?.trim()) return plain;
  let best: { type: string; quality: number } | undefined;
  for (const text of accept.toLowerCase().split(",")) {
    const [range = "", ...parameters] = text.split(";").map((part) => part.trim());
    const type = typeOfRange[range];
    const stated = parameters.find((parameter) => parameter.startsWith("q="));
    const quality = stated === undefined ? 1 : Number(stated.slice(2)) || 0;
    if (type !== undefined && quality > (best?.quality ?? 0)) best = { type, quality };
  }
  return best?.type;
}
