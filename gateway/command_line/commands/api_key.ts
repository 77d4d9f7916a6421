import { scopes } from "../../../core/mod.ts";
import { type Command, defineCommand } from "../command.ts";

const organization = { kind: "id", isRequired: true, about: "The organization" } as const;

const create = defineCommand({
  name: "api-key create",
  about: "Makes an API key",
  options: {
    organization,
    name: { kind: "text", isRequired: true, about: "Name of the key" },
    environment: { kind: "environment", about: "What it books in (default LIVE)" },
    scopes: { kind: "scopes", about: `What it may do (default ${scopes.join(",")})` },
    "rate-limit": { kind: "number", about: "Requests an hour (default 1000)" },
  },
  note: { field: "key", text: "The key is shown this once." },
  async run(application, given) {
    const { id, key } = await application.createApiKey(given.organization, {
      name: given.name,
      environment: given.environment ?? "LIVE",
      scopes: given.scopes ?? [...scopes],
      rateLimitPerHour: given["rate-limit"],
    });
    return { id, key };
  },
});

const list = defineCommand({
  name: "api-key list",
  about: "Lists the API keys of an organization, revoked ones too",
  options: { organization },
  columns: ["id", "name", "maskedKey", "scopes", "rateLimitPerHour", "isActive", "lastUsedAt"],
  async run(application, given) {
    return { apiKeys: await application.listApiKeys(given.organization) };
  },
});

const revoke = defineCommand({
  name: "api-key revoke",
  about: "Ends an API key for good",
  options: { id: { kind: "id", isRequired: true, about: "The key (api-key list)" } },
  async run(application, given) {
    const { id, isActive } = await application.revokeApiKey({ id: given.id });
    return { id, isActive };
  },
});

/** What an operator can do with API keys. */
export const apiKeyCommands: readonly Command[] = [create, list, revoke];
