import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from "zod-openapi";
import type { Endpoint, OperationContext } from "../wire/endpoint.ts";
import { statusOfCode } from "../http/refusals.ts";
import {
  conditionOfCode,
  type DocumentedCode,
  errorExamples,
  errorSchema,
} from "../wire/error_schemas.ts";
import { responseHeaders } from "./response_headers.ts";

type Status = `${1 | 2 | 3 | 4 | 5}${string}`;

const refusalResponses = new Map<string, ZodOpenApiResponseObject>();

const requestId = z.string().optional().meta({
  description: "Your own id of this request: 1 to 128 characters of A-Z a-z 0-9 . _ -. The " +
    "response repeats it. Without it the service makes an id",
  examples: ["order-1815-attempt-2"],
});

/** Translates an endpoint into an operation of the OpenAPI document. */
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
        required: !body.isOptional,
        description: "At most 64 KiB. Unknown fields are ignored",
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
  const { status, description, body, example, headers, unchanged } = success;
  const { contentType = "application/json" } = success;
  const responses: Record<Status, ZodOpenApiResponseObject> = {
    [`${status}`]: {
      description,
      headers: responseHeaders(status, { isLimited, more: headers }),
      ...(body && { content: { [contentType]: { schema: body, ...(example && { example }) } } }),
    },
  };
  if (unchanged !== undefined) {
    responses["304"] = {
      description: unchanged,
      headers: responseHeaders(304, { isLimited, more: headers }),
    };
  }
  const byStatus = Map.groupBy(
    new Set([...refusals, ...commonRefusals]),
    (code) => statusOfCode[code],
  );
  for (const [refused, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[String(refused) as Status] = refusalResponse(codes, { status: refused, isLimited });
  }
  return responses;
}

/** Returns the component of a set of codes, which endpoints share: `MissingApiKeyOrInvalidApiKey`. */
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
    content: { "application/json": { schema: errorSchema, examples: errorExamples(codes) } },
  };
  refusalResponses.set(id, response);
  return response;
}

function pascalCase(code: DocumentedCode): string {
  return code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
