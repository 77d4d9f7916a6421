import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from "zod-openapi";
import type { PublicEndpoint } from "../public_api/endpoint.ts";
import { statusOfCode } from "../refusals.ts";
import { conditionOfCode, errorSchema, type PublicCode } from "./error_schemas.ts";
import { responseHeaders } from "./response_headers.ts";

const commonRefusals: readonly PublicCode[] = [
  "MISSING_API_KEY",
  "INVALID_API_KEY",
  "INSUFFICIENT_SCOPE",
  "RATE_LIMIT_EXCEEDED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
];

type Status = `${1 | 2 | 3 | 4 | 5}${string}`;

const refusalResponses = new Map<string, ZodOpenApiResponseObject>();

const requestId = z.string().optional().meta({
  description: "Your own id of this request, 1 to 128 of A-Z a-z 0-9 . _ -, repeated on the " +
    "response; the service makes one otherwise",
  examples: ["order-1815-attempt-2"],
});

/** An endpoint as an operation of the OpenAPI document. */
export function operationOf(endpoint: PublicEndpoint): ZodOpenApiOperationObject {
  const { operationId, tag, summary, description, scopes, request } = endpoint;
  const { path, query, headers, body } = request;
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${description}\n\nScope: ${scopes.join(" or ")}.`,
    security: [{ apiKey: [] }],
    requestParams: {
      ...(path && { path }),
      ...(query && { query }),
      header: z.object({ ...headers?.shape, "X-Request-Id": requestId }),
    },
    ...(body && {
      requestBody: {
        required: true,
        description: "At most 64 KiB; fields that are not named here are ignored",
        content: { "application/json": { schema: body.schema, example: body.example } },
      },
    }),
    responses: responsesOf(endpoint),
  };
}

function responsesOf({ success, refusals }: PublicEndpoint) {
  const { status, description, body, headers } = success;
  const responses: Record<Status, ZodOpenApiResponseObject> = {
    [`${status}`]: {
      description,
      headers: responseHeaders(status, headers),
      ...(body && { content: { "application/json": { schema: body } } }),
    },
  };
  const byStatus = Map.groupBy([...refusals, ...commonRefusals], (code) => statusOfCode[code]);
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[String(status) as Status] = refusalResponse(codes, status);
  }
  return responses;
}

/** One component for each set of codes, so that endpoints share it; `MissingApiKeyOrInvalidApiKey`. */
function refusalResponse(codes: readonly PublicCode[], status: number): ZodOpenApiResponseObject {
  const id = codes.map(pascalCase).join("Or");
  const known = refusalResponses.get(id);
  if (known) return known;
  const response: ZodOpenApiResponseObject = {
    id,
    description: codes.map((code) => `\`${code}\`: ${conditionOfCode[code]}`).join("\n\n"),
    headers: responseHeaders(status),
    content: { "application/json": { schema: errorSchema(codes) } },
  };
  refusalResponses.set(id, response);
  return response;
}

function pascalCase(code: PublicCode): string {
  return code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
