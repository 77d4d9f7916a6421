import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from "zod-openapi";
import type { Endpoint } from "../endpoint.ts";
import { statusOfCode } from "../refusals.ts";
import { conditionOfCode, type DocumentedCode, errorSchema } from "./error_schemas.ts";
import { responseHeaders } from "./response_headers.ts";

/** What an endpoint's operation says beyond the endpoint itself. */
export interface OperationContext {
  /** Names of the security schemes; none means that anybody may call it. */
  security: readonly string[];
  /** A closing sentence of the description, on who may call it. */
  access: string;
  /** The codes that every endpoint of the surface can refuse with. */
  commonRefusals: readonly DocumentedCode[];
  /** Request headers that every endpoint of the surface takes. */
  headers?: z.ZodRawShape;
  /** Whether the responses tell how the caller stands in its limit. */
  isLimited: boolean;
}

type Status = `${1 | 2 | 3 | 4 | 5}${string}`;

const refusalResponses = new Map<string, ZodOpenApiResponseObject>();

const requestId = z.string().optional().meta({
  description: "Your own id of this request, 1 to 128 of A-Z a-z 0-9 . _ -, repeated on the " +
    "response; the service makes one otherwise",
  examples: ["order-1815-attempt-2"],
});

/** An endpoint as an operation of the OpenAPI document. */
export function operationOf(
  endpoint: Endpoint,
  context: OperationContext,
): ZodOpenApiOperationObject {
  const { operationId, tag, summary, description, request } = endpoint;
  const { path, query, headers, body } = request;
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${description}\n\n${context.access}`,
    security: context.security.map((scheme) => ({ [scheme]: [] })),
    requestParams: {
      ...(path && { path }),
      ...(query && { query }),
      header: z.object({ ...headers?.shape, ...context.headers, "X-Request-Id": requestId }),
    },
    ...(body && {
      requestBody: {
        required: true,
        description: "At most 64 KiB; fields that are not named here are ignored",
        content: { "application/json": { schema: body.schema, example: body.example } },
      },
    }),
    responses: responsesOf(endpoint, context),
  };
}

function responsesOf(
  { success, refusals }: Endpoint,
  { commonRefusals, isLimited }: OperationContext,
) {
  const { status, description, body, contentType = "application/json", headers } = success;
  const responses: Record<Status, ZodOpenApiResponseObject> = {
    [`${status}`]: {
      description,
      headers: responseHeaders(status, { isLimited, more: headers }),
      ...(body && { content: { [contentType]: { schema: body } } }),
    },
  };
  const byStatus = Map.groupBy(
    new Set([...refusals, ...commonRefusals]),
    (code) => statusOfCode[code],
  );
  for (const [refused, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[String(refused) as Status] = refusalResponse(codes, { status: refused, isLimited });
  }
  return responses;
}

/** One component for each set of codes, so that endpoints share it; `MissingApiKeyOrInvalidApiKey`. */
function refusalResponse(
  codes: readonly DocumentedCode[],
  { status, isLimited }: { status: number; isLimited: boolean },
): ZodOpenApiResponseObject {
  const id = codes.map(pascalCase).join("Or") + (isLimited ? "" : "BeforeSignIn");
  const known = refusalResponses.get(id);
  if (known) return known;
  const response: ZodOpenApiResponseObject = {
    id,
    description: codes.map((code) => `\`${code}\`: ${conditionOfCode[code]}`).join("\n\n"),
    headers: responseHeaders(status, { isLimited, codes }),
    content: { "application/json": { schema: errorSchema(codes) } },
  };
  refusalResponses.set(id, response);
  return response;
}

function pascalCase(code: DocumentedCode): string {
  return code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
