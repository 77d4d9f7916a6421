import { type ApiKeyView, createApiKeyInput } from "../../core/mod.ts";
import { requireJsonBody } from "../http/json_body.ts";
import { documented, idPath } from "../wire/documented.ts";
import type { SignedInEndpoint } from "./endpoint.ts";
import { apiKeyListSchema, apiKeySchema, newApiKeySchema } from "./wire_schemas.ts";

const path = "/api/staff/api-keys";
const tag = "API keys";
const apiKeyPath = idPath("Id of the API key", 1);

/** Leaves out the version, which the contract of the REST API does not have, and limits that the key does not have. */
function toWire<K extends ApiKeyView>(key: K) {
  const { version: _, expiresAt, allowedNetworks, dailyCreditCap, ...fields } = key;
  return {
    ...fields,
    ...(expiresAt !== null && { expiresAt }),
    ...(allowedNetworks !== null && { allowedNetworks }),
    ...(dailyCreditCap !== null && { dailyCreditCap }),
  };
}

/** Lists API keys (rest-adapter/README.md 8.3). */
export const listApiKeysEndpoint: SignedInEndpoint = {
  method: "GET",
  path,
  operationId: "listApiKeys",
  tag,
  summary: "List API keys",
  description:
    "Returns every key of the organization, also revoked keys, in the order of their ids. Of more " +
    "than 1,000 keys, those that were revoked first are left out.",
  useCase: "listApiKeys",
  request: {},
  success: { status: 200, description: "The keys", body: apiKeyListSchema },
  refusals: [],
  async handle({ application, caller }) {
    return { status: 200, body: (await application.staff.listApiKeys(caller)).map(toWire) };
  },
};

/** Creates an API key (rest-adapter/README.md 8.3). */
export const createApiKeyEndpoint: SignedInEndpoint = {
  method: "POST",
  path,
  operationId: "createApiKey",
  tag,
  summary: "Create an API key",
  description:
    "Creates a key. Only this response contains the plaintext `key`; it is never shown again.",
  useCase: "createApiKey",
  request: {
    body: {
      schema: documented(createApiKeyInput),
      example: {
        name: "Website",
        environment: "LIVE",
        scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
        rateLimitPerHour: 1000,
      },
    },
  },
  success: { status: 201, description: "The new key, with its plaintext", body: newApiKeySchema },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "CONFLICT", "STEP_UP_REQUIRED"],
  async handle({ application, caller, request }) {
    const object = await requireJsonBody(request);
    return {
      status: 201,
      body: toWire(await application.staff.createApiKey(caller, object)),
    };
  },
};

/** Revokes an API key (rest-adapter/README.md 8.3). */
export const revokeApiKeyEndpoint: SignedInEndpoint = {
  method: "DELETE",
  path: `${path}/{id}`,
  operationId: "revokeApiKey",
  tag,
  summary: "Revoke an API key",
  description:
    "Revokes a key. The next request with it is refused. This cannot be undone. Repeating it " +
    "changes nothing.",
  useCase: "revokeApiKey",
  request: { path: apiKeyPath },
  success: {
    status: 200,
    description: "The revoked key",
    body: apiKeySchema,
    example: { isActive: false },
  },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "API_KEY_NOT_FOUND"],
  async handle({ application, caller, id }) {
    return {
      status: 200,
      body: toWire(await application.staff.revokeApiKey(caller, { id })),
    };
  },
};

/** Rotates an API key (rest-adapter/README.md 8.3). */
export const rotateApiKeyEndpoint: SignedInEndpoint = {
  method: "POST",
  path: `${path}/{id}/rotate`,
  operationId: "rotateApiKey",
  tag,
  summary: "Rotate an API key",
  description:
    "Revokes a key and creates a new key with the same name, environment, scopes, limit and hourly " +
    "window, in one transaction: at each moment exactly one of the two keys is valid. Only this " +
    "response contains the plaintext `key`.",
  useCase: "rotateApiKey",
  request: { path: apiKeyPath },
  success: { status: 201, description: "The new key, with its plaintext", body: newApiKeySchema },
  refusals: [
    "VALIDATION_ERROR",
    "PAYLOAD_TOO_LARGE",
    "API_KEY_NOT_FOUND",
    "CONFLICT",
    "STEP_UP_REQUIRED",
  ],
  async handle({ application, caller, id }) {
    return {
      status: 201,
      body: toWire(await application.staff.rotateApiKey(caller, { id })),
    };
  },
};
