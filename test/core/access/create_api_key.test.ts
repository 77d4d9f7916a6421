import { describe, expect, test } from "vitest";
import { createApiKey } from "../../../core/access/create_api_key.ts";
import { revokeApiKey } from "../../../core/access/change_api_keys.ts";
import { toApiKeyView } from "../../../core/access/api_key.ts";
import { createApplication } from "../../../core/application.ts";
import type { Ports } from "../../../core/ports.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { operatorCaller, operatorIn } from "../../../core/access/caller.ts";

const wanted = {
  name: "Website",
  environment: "LIVE" as const,
  scopes: ["READ_APPOINTMENTS" as const],
};

async function seeded() {
  let at = "2026-03-01T12:00:00Z";
  const ports = createInMemoryPorts({ now: () => Temporal.Instant.from(at) });
  const application = createApplication(ports);
  const { organizationId } = await seedOrganization(application, {});
  return { ports, application, organizationId, setNow: (instant: string) => at = instant };
}

describe("an API key is refused", () => {
  test.each<[string, object, string[]]>([
    ["without anything", { name: undefined, environment: undefined, scopes: undefined }, [
      "name",
      "environment",
      "scopes",
    ]],
    ["with a blank name", { name: "  " }, ["name"]],
    ["with a name of 256 characters", { name: "n".repeat(256) }, ["name"]],
    ["with a lower-case environment", { environment: "live" }, ["environment"]],
    ["with another environment", { environment: "PROD" }, ["environment"]],
    ["without a scope", { scopes: [] }, ["scopes"]],
    ["with scopes that are no list", { scopes: "READ_APPOINTMENTS" }, ["scopes"]],
    ["with an unknown scope", { scopes: ["READ_APPOINTMENTS", "ADMIN"] }, ["scopes"]],
    ["with a scope that is null", { scopes: [null] }, ["scopes"]],
    ["with a limit of 0", { rateLimitPerHour: 0 }, ["rateLimitPerHour"]],
    ["with a limit above 1,000,000", { rateLimitPerHour: 1_000_001 }, ["rateLimitPerHour"]],
    ["with a limit that is not whole", { rateLimitPerHour: 1.5 }, ["rateLimitPerHour"]],
    ["with a limit that is a text", { rateLimitPerHour: "10" }, ["rateLimitPerHour"]],
  ])("%s", async (_, change, fields) => {
    const ports = untouchable<Ports>();
    const input = { ...wanted, ...change };
    expect(await faultsOf(() => createApiKey(ports, operatorIn(1), input))).toEqual(fields);
  });

  test("for an unknown organization", async () => {
    const { ports, organizationId } = await seeded();
    const { code } = await refusalOf(() =>
      createApiKey(ports, operatorIn(organizationId + 1), wanted)
    );
    expect(code).toBe("ORGANIZATION_NOT_FOUND");
    expect(ports.memory.apiKeys).toEqual([]);
  });
});

describe("a new API key", () => {
  test("is stored only as hash and mask, and has the documented defaults", async () => {
    const { ports, organizationId } = await seeded();
    const input = { ...wanted, name: " Website ", rateLimitPerHour: null };
    const { key, ...apiKey } = await createApiKey(ports, operatorIn(organizationId), input);
    expect(key).toMatch(/^mk_live_/);
    const [stored, ...others] = ports.memory.apiKeys;
    expect(others).toEqual([]);
    expect(stored).toMatchObject({
      name: "Website",
      rateLimitPerHour: 1000,
      isActive: true,
      lastUsedAt: null,
      keyHash: await ports.sha256(key),
      maskedKey: `mk_live_****${key.slice(-4)}`,
    });
    expect(apiKey).toEqual(toApiKeyView(stored!, "UTC"));
    expect(JSON.stringify(ports.memory.apiKeys)).not.toContain(key);
  });

  test.each([1, 1_000_000])("may have a limit of %i", async (rateLimitPerHour) => {
    const { ports, organizationId } = await seeded();
    const input = { ...wanted, rateLimitPerHour };
    const apiKey = await createApiKey(ports, operatorIn(organizationId), input);
    expect(apiKey.rateLimitPerHour).toBe(rateLimitPerHour);
  });

  test("has each scope once, and an hourly window of its own", async () => {
    const { ports, organizationId } = await seeded();
    const scopes = ["WRITE_APPOINTMENTS" as const, "WRITE_APPOINTMENTS" as const];
    const first = await createApiKey(ports, operatorIn(organizationId), { ...wanted, scopes });
    await createApiKey(ports, operatorIn(organizationId), wanted);
    expect(first.scopes).toEqual(["WRITE_APPOINTMENTS"]);
    const [one, two] = ports.memory.apiKeys;
    expect(two!.lineageId).not.toBe(one!.lineageId);
  });
});

describe("revoking an API key", () => {
  test("refuses its next request; repeating it keeps the time of the first", async () => {
    const { ports, application, organizationId, setNow } = await seeded();
    const { key, ...apiKey } = await createApiKey(ports, operatorIn(organizationId), wanted);
    expect((await application.authenticateApiKey(key)).apiKeyId).toBe(apiKey.id);
    setNow("2026-03-01T13:00:00Z");
    expect((await revokeApiKey(ports, operatorCaller, { id: apiKey.id })).isActive).toBe(false);
    setNow("2026-03-01T14:00:00Z");
    expect((await revokeApiKey(ports, operatorCaller, { id: apiKey.id })).isActive).toBe(false);
    expect(ports.memory.apiKeys[0]!.revokedAt!.toString()).toBe("2026-03-01T13:00:00Z");
    const { code } = await refusalOf(() => application.authenticateApiKey(key));
    expect(code).toBe("INVALID_API_KEY");
  });
});
