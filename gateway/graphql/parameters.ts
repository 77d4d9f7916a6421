import type { GraphQLParams } from "graphql-yoga";
import { z } from "zod";
import { parseInput, validationError } from "../../core/mod.ts";
import { requireJsonBody, WireError } from "../../rest-adapter/http/mod.ts";

const aMap = z.record(z.string(), z.unknown(), { error: "Must be an object" }).nullish();

const parameters = z.object({
  query: z.string({ error: "Must be the text of a query" }),
  operationName: z.string({ error: "Must be a string" }).nullish(),
  variables: aMap,
  extensions: aMap,
});

/**
 * Reads a query from the URL of a GET, or from the JSON object of a POST, which holds one query and at most 64 KiB.
 * Throws METHOD_NOT_ALLOWED, PAYLOAD_TOO_LARGE or VALIDATION_ERROR.
 */
export async function readParameters(request: Request): Promise<GraphQLParams> {
  const given = parseInput(parameters, await givenIn(request));
  const { query, operationName, variables, extensions } = given;
  return {
    query,
    ...(operationName && { operationName }),
    ...(variables && { variables }),
    ...(extensions && { extensions }),
  };
}

async function givenIn(request: Request): Promise<Record<string, unknown>> {
  if (request.method === "POST") return await requireJsonBody(request);
  if (request.method === "GET") return inUrl(request);
  throw new WireError("METHOD_NOT_ALLOWED", "Queries are sent by GET or POST");
}

function inUrl({ url }: Request): Record<string, unknown> {
  const { searchParams } = new URL(url);
  const jsonOf = (name: string) => {
    const text = searchParams.get(name);
    try {
      return text ? JSON.parse(text) : undefined;
    } catch {
      throw validationError({ field: name, message: "Must be valid JSON" });
    }
  };
  return {
    query: searchParams.get("query") ?? undefined,
    operationName: searchParams.get("operationName") || undefined,
    variables: jsonOf("variables"),
    extensions: jsonOf("extensions"),
  };
}

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
