import { createApiKeyInput, scopes } from "../../core/mod.ts";
import { requireJsonBody } from "../json_body.ts";
import { documented, idPath } from "../openapi/documented.ts";
import type { SignedInEndpoint } from "./endpoint.ts";
import { apiKeyListSchema, apiKeySchema, newApiKeySchema } from "./wire_schemas.ts";

const path = "/api/staff/api-keys";
const tag = "API keys";
const apiKeyPath = idPath("The API key's id", 12);

/** GET /api-keys (interface). */
export const listApiKeysEndpoint: SignedInEndpoint = {
  method: "GET",
  path,
  operationId: "listApiKeys",
  tag,
  summary: "List API keys",
  description: "Gives every key of the organization, revoked ones too, by id.",
  useCase: "listApiKeys",
  request: {},
  success: { status: 200, description: "The keys", body: apiKeyListSchema },
  refusals: [],
  async handle({ application, caller }) {
    return { status: 200, body: await application.staff.listApiKeys(caller) };
  },
};

/** POST /api-keys (interface; decisions 6). */
export const createApiKeyEndpoint: SignedInEndpoint = {
  method: "POST",
  path,
  operationId: "createApiKey",
  tag,
  summary: "Make an API key",
  description: "Makes a key. The plaintext in `key` is shown this once and cannot be had again.",
  useCase: "createApiKey",
  request: {
    body: {
      schema: documented(createApiKeyInput, {
        name: { description: "Name of the key, 1 to 255 characters", example: "Website" },
        environment: { description: "What it books in", example: "LIVE" },
        scopes: {
          description: "What it may do; at least one",
          example: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
          keywords: { type: "array", items: { type: "string", enum: [...scopes] }, minItems: 1 },
        },
        rateLimitPerHour: {
          description: "Requests an hour, 1 to 1,000,000",
          example: 1000,
          keywords: { default: 1000 },
        },
      }),
      example: {
        name: "Website",
        environment: "LIVE",
        scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
        rateLimitPerHour: 1000,
      },
    },
  },
  success: { status: 201, description: "The key was made", body: newApiKeySchema },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE"],
  async handle({ application, caller, request }) {
    const object = await requireJsonBody(request);
    return { status: 201, body: await application.staff.createApiKey(caller, object) };
  },
};

/** DELETE /api-keys/{id} (interface; decisions 6). */
export const revokeApiKeyEndpoint: SignedInEndpoint = {
  method: "DELETE",
  path: `${path}/{id}`,
  operationId: "revokeApiKey",
  tag,
  summary: "Revoke an API key",
  description: "Ends a key for good, from the next request on. Repeating it changes nothing.",
  useCase: "revokeApiKey",
  request: { path: apiKeyPath },
  success: { status: 200, description: "The key, revoked", body: apiKeySchema },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "API_KEY_NOT_FOUND"],
  async handle({ application, caller, id }) {
    return { status: 200, body: await application.staff.revokeApiKey(caller, id) };
  },
};

/** POST /api-keys/{id}/rotate (interface; decisions 6). */
export const rotateApiKeyEndpoint: SignedInEndpoint = {
  method: "POST",
  path: `${path}/{id}/rotate`,
  operationId: "rotateApiKey",
  tag,
  summary: "Rotate an API key",
  description:
    "Revokes a key and makes one of the same name, environment, scopes, limit and hourly " +
    "window in its place, so that at each moment exactly one of the two is valid. The new key's " +
    "plaintext in `key` is shown this once.",
  useCase: "rotateApiKey",
  request: { path: apiKeyPath },
  success: { status: 201, description: "The new key", body: newApiKeySchema },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "API_KEY_NOT_FOUND", "CONFLICT"],
  async handle({ application, caller, id }) {
    return { status: 201, body: await application.staff.rotateApiKey(caller, id) };
  },
};
