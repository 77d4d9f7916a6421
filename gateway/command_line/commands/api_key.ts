import { scopes } from "../../../core/mod.ts";
import { type Command, defineCommand } from "../command.ts";

const organization = { kind: "id", isRequired: true, about: "The organization" } as const;

const create = defineCommand({
  name: "api-key create",
  about: "Creates an API key",
  options: {
    organization,
    name: { kind: "text", isRequired: true, about: "Name of the key" },
    environment: { kind: "environment", about: "Environment of the key (default LIVE)" },
    scopes: { kind: "scopes", about: `Permissions of the key (default ${scopes.join(",")})` },
    "rate-limit": { kind: "number", about: "Requests per hour (default 1000)" },
    "expires-at": { kind: "text", about: "When the key ends, local to the organization" },
  },
  note: { field: "key", text: "The key is shown only this time." },
  async run(application, values) {
    const { id, key } = await application.createApiKey(values.organization, {
      name: values.name,
      environment: values.environment ?? "LIVE",
      scopes: values.scopes ?? [...scopes],
      rateLimitPerHour: values["rate-limit"],
      expiresAt: values["expires-at"],
    });
    return { id, key };
  },
});

const list = defineCommand({
  name: "api-key list",
  about: "Lists the API keys of an organization, including revoked ones",
  options: { organization },
  columns: [
    "id",
    "name",
    "maskedKey",
    "scopes",
    "rateLimitPerHour",
    "isActive",
    "expiresAt",
    "lastUsedAt",
  ],
  async run(application, values) {
    return { apiKeys: await application.listApiKeys(values.organization) };
  },
});

const revoke = defineCommand({
  name: "api-key revoke",
  about: "Revokes an API key permanently",
  options: { id: { kind: "id", isRequired: true, about: "The key's id (see api-key list)" } },
  async run(application, values) {
    const { id, isActive } = await application.revokeApiKey({ id: values.id });
    return { id, isActive };
  },
});

/** Commands for API keys. */
export const apiKeyCommands: readonly Command[] = [create, list, revoke];
