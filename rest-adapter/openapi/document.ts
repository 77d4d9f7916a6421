import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Endpoint, OperationContext } from "../wire/endpoint.ts";
import { publicContext, publicEndpoints } from "../public_api/endpoints.ts";
import { staffContext, staffEndpoints } from "../staff_api/endpoints.ts";
import { sessionCookieName } from "../http/session_cookie.ts";
import { webhooks } from "./webhooks.ts";
import { addWholeExamples } from "./whole_examples.ts";
import { operationOf } from "./operation.ts";

/** An OpenAPI 3.1 document, ready to be sent as JSON. */
export type OpenApiDocument = ReturnType<typeof createDocument>;

/** What the document contains about this deployment. */
export interface OpenApiDocumentOptions {
  /** The address at which callers reach the service. Without it, paths are relative to the document. */
  publicUrl?: string;
}

const description = `Books appointments in the departments of an organization.

- Send an API key with every request in the header \`X-API-Key\`. A key belongs to one organization and one \
environment: LIVE (\`mk_live_…\`) or TEST (\`mk_test_…\`). The environments have separate appointments, places \
and credits.
- Times are local to the organization and have no zone: \`YYYY-MM-DDTHH:mm:ss\`. The response header \
\`X-Organization-Time-Zone\` names the zone.
- Every error has the same body, \`{"error": {"code", "message"}}\`. A \`VALIDATION_ERROR\` also has \
\`details\`. An unknown path is answered 404 \`NOT_FOUND\`. An unknown method of a known path is answered 405 \
\`METHOD_NOT_ALLOWED\`, and \`Allow\` lists the allowed methods. Request headers over 16 KiB are answered 431 \
\`REQUEST_HEADERS_TOO_LARGE\`.
- \`HEAD\` is answered wherever \`GET\` is, and counts like it.
- A query parameter that is unknown is ignored, unless it is a known one in another spelling.
- Retry 429 and 5xx with exponential backoff. Send an \`Idempotency-Key\` with each creation, and retry with the \
same key. Do not retry other errors.
- Version 1 only grows. Ignore fields that you do not know.

Staff manage API keys and webhooks and read the usage under \`/api/staff\`. These endpoints need the cookie of a \
session; an API key is not accepted. A change that comes from another site's page is refused with 403 \
\`FORBIDDEN\`.`;

/** Makes the OpenAPI 3.1 document of the REST API from the endpoints that serve it. */
export function createOpenApiDocument({ publicUrl }: OpenApiDocumentOptions = {}): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  const add = (endpoint: Endpoint, context: OperationContext) => {
    const method = endpoint.method.toLowerCase() as Lowercase<typeof endpoint.method>;
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operationOf(endpoint, context) };
  };
  for (const endpoint of publicEndpoints) add(endpoint, publicContext(endpoint));
  for (const endpoint of staffEndpoints) add(endpoint, staffContext(endpoint));
  return addWholeExamples(createDocument({
    openapi: "3.1.0",
    info: {
      title: "Appointment Booking API",
      version: "1.0.0",
      description,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: publicUrl?.replace(/\/+$/, "") ?? "/" }],
    tags: [
      { name: "Appointments", description: "Create, read and cancel appointments" },
      {
        name: "Departments",
        description: "Read departments and check their slots",
      },
      { name: "Staff session", description: "Sign in and out" },
      { name: "API keys", description: "Manage API keys; staff only" },
      { name: "Webhooks", description: "Manage webhooks and their deliveries; staff only" },
      { name: "API usage", description: "Read statistics and the log of API calls; staff only" },
      {
        name: "Extensions",
        description:
          "Lists of slots, moves, the feed of events, your own key and what TEST keys can do; " +
          "for staff, the export of appointments",
      },
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "An API key of the organization",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookieName(publicUrl),
          description: "The session of a signed-in staff user (`POST /api/staff/session`)",
        },
      },
    },
  }, { override: allowUnknownFields }));
}

/** Answers may get more fields, so no schema closes an object. It also makes requests and answers share their schemas. */
function allowUnknownFields(
  { jsonSchema }: { jsonSchema: { additionalProperties?: unknown } },
): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
