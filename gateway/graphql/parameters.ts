import type { GraphQLParams } from "graphql-yoga";
import { z } from "zod";
import { parseInput, validationError } from "../../core/mod.ts";
import { queryFaults, requireJsonBody, WireError } from "../../rest-adapter/http/mod.ts";

const jsonObject = z.record(z.string(), z.unknown(), { error: "Must be an object" }).nullish();

const parameters = z.object({
  query: z.string({ error: "Must be a string with the query" }),
  operationName: z.string({ error: "Must be a string" }).nullish(),
  variables: jsonObject,
  extensions: jsonObject,
});

/**
 * Reads one query from the URL of a GET or from the JSON body of a POST, of at most 64 KiB.
 * Throws METHOD_NOT_ALLOWED, PAYLOAD_TOO_LARGE or VALIDATION_ERROR.
 */
export async function readParameters(request: Request): Promise<GraphQLParams> {
  const format = new URL(request.url).searchParams.get("format");
  if (format !== null && !Object.hasOwn(formats, format)) {
    throw validationError({ field: "format", message: "Must be json, csv or excel" });
  }
  const parsed = parseInput(parameters, await parametersIn(request));
  const { query, operationName, variables, extensions } = parsed;
  return {
    query,
    ...(operationName && { operationName }),
    ...(variables && { variables }),
    ...(extensions && { extensions }),
  };
}

async function parametersIn(request: Request): Promise<Record<string, unknown>> {
  if (request.method === "POST") return await requireJsonBody(request);
  if (request.method === "GET" || request.method === "HEAD") return parametersInUrl(request);
  throw new WireError("METHOD_NOT_ALLOWED", "Send queries with GET or POST");
}

function parametersInUrl({ url }: Request): Record<string, unknown> {
  const { searchParams } = new URL(url);
  const faults = queryFaults(searchParams, [...Object.keys(parameters.shape), "format"]);
  if (faults.length > 0) throw validationError(...faults);
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

/** How an answer is written: as JSON of a media type, or as CSV, with a byte order mark for Excel. */
export type AnswerForm = (typeof jsonTypes)[number] | "text/csv" | "excel";

const plain = "application/json";
const jsonTypes = ["application/graphql-response+json", plain] as const;

/** The forms that `format` in the query string chooses. It counts before `Accept`. */
const formats: Record<string, AnswerForm> = { json: plain, csv: "text/csv", excel: "excel" };

/** Returns the form of the answer to a request. Undefined if `Accept` allows none. */
export function formOf({ url, headers }: Request): AnswerForm | undefined {
  const format = new URL(url).searchParams.get("format");
  return formats[format ?? ""] ?? mediaTypeOf(headers.get("Accept"));
}

/** Whether an answer is CSV. */
export function isCsv(form: AnswerForm | undefined): form is "text/csv" | "excel" {
  return form === "text/csv" || form === "excel";
}

/** The answer's media type for each supported range of `Accept`. */
const typeOfRange: Record<string, Exclude<AnswerForm, "excel">> = {
  "application/graphql-response+json": "application/graphql-response+json",
  [plain]: plain,
  "application/*": plain,
  "text/csv": "text/csv",
  "text/*": "text/csv",
  "*/*": plain,
};

/**
 * Returns the media type of the answer: the type with the highest quality in `Accept`, and of equals the first. Returns
 * plain JSON without an `Accept`, and undefined if it allows no type.
 */
export function mediaTypeOf(accept: string | null): Exclude<AnswerForm, "excel"> | undefined {
  if (!accept?.trim()) return plain;
  let best: { type: Exclude<AnswerForm, "excel">; quality: number } | undefined;
  for (const text of accept.toLowerCase().split(",")) {
    const [range = "", ...parameters] = text.split(";").map((part) => part.trim());
    const type = typeOfRange[range];
    const stated = parameters.find((parameter) => parameter.startsWith("q="));
    const quality = stated === undefined ? 1 : Number(stated.slice(2)) || 0;
    if (type !== undefined && quality > (best?.quality ?? 0)) best = { type, quality };
  }
  return best?.type;
}
