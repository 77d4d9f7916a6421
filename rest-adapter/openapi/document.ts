import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Endpoint } from "../endpoint.ts";
import { publicContext, publicEndpoints } from "../public_api/endpoints.ts";
import { staffContext, staffEndpoints } from "../staff_api/endpoints.ts";
import { sessionCookieName } from "../staff_api/session_cookie.ts";
import { anyErrorSchema } from "./error_schemas.ts";
import { type OperationContext, operationOf } from "./operation.ts";

/** An OpenAPI 3.1 document, ready to be sent as JSON. */
export type OpenApiDocument = ReturnType<typeof createDocument>;

/** What the document says of this deployment. */
export interface OpenApiDocumentOptions {
  /** The address that callers reach the service at; without it paths are relative to the document. */
  publicUrl?: string;
}

const description = `Lets the clients of an organization book appointments in its departments.

- Every request carries an API key in the header \`X-API-Key\`. A key belongs to one organization and to \
one environment, LIVE (\`mk_live_…\`) or TEST (\`mk_test_…\`), which never see each other's appointments.
- Times are local to the organization, without a zone: \`YYYY-MM-DDTHH:mm:ss\`. The header \
\`X-Organization-Time-Zone\` names the zone.
- Every error has the same envelope, \`{"error": {"code", "message"}}\`, with \`details\` on \
VALIDATION_ERROR. An unknown path is 404 \`NOT_FOUND\`; a known one with another method is 405 \
\`METHOD_NOT_ALLOWED\` and lists the methods that it takes in \`Allow\`.
- Retry 429 and 5xx with exponential backoff, a creation with an \`Idempotency-Key\`. Nothing else is \
worth a retry.
- This version only ever grows: accept fields that you do not know.

Staff manage keys and see the usage under \`/api/staff\`, with the cookie of a session and never with an \
API key. What changes something is refused (403 \`FORBIDDEN\`) when it comes from another site's page.`;

/** The REST API as an OpenAPI 3.1 document, made from the endpoints that serve it. */
export function createOpenApiDocument({ publicUrl }: OpenApiDocumentOptions = {}): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  const add = (endpoint: Endpoint, context: OperationContext) => {
    const method = endpoint.method.toLowerCase() as Lowercase<typeof endpoint.method>;
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operationOf(endpoint, context) };
  };
  for (const endpoint of publicEndpoints) add(endpoint, publicContext(endpoint));
  for (const endpoint of staffEndpoints) add(endpoint, staffContext(endpoint));
  return createDocument({
    openapi: "3.1.0",
    info: { title: "Appointment Booking API", version: "1.0.0", description },
    ...(publicUrl !== undefined && { servers: [{ url: publicUrl.replace(/\/+$/, "") }] }),
    tags: [
      { name: "Appointments", description: "Booking, reading and cancelling appointments" },
      {
        name: "Departments",
        description: "Where appointments are booked, and which slots are free",
      },
      { name: "Staff session", description: "Signing in to and out of the web session" },
      { name: "API keys", description: "Managing the organization's API keys; staff only" },
      { name: "Webhooks", description: "Managing webhooks and their deliveries; staff only" },
      { name: "API usage", description: "What was called with its API keys; staff only" },
    ],
    paths,
    components: {
      schemas: { Error: anyErrorSchema },
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
  });
}
