import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import { publicEndpoints } from "../public_api/endpoints.ts";
import { anyErrorSchema } from "./error_schemas.ts";
import { operationOf } from "./operation.ts";

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
- This version only ever grows: accept fields that you do not know.`;

/** The public API as an OpenAPI 3.1 document, made from the endpoints that serve it. */
export function createOpenApiDocument({ publicUrl }: OpenApiDocumentOptions = {}): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of publicEndpoints) {
    const method = endpoint.method.toLowerCase() as Lowercase<typeof endpoint.method>;
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operationOf(endpoint) };
  }
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
      },
    },
  });
}
