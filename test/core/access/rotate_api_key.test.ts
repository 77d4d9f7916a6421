import { describe, expect, test } from "vitest";
import { createApiKey } from "../../../core/access/create_api_key.ts";
import { rotateApiKey } from "../../../core/access/change_api_keys.ts";
import { toApiKeyView } from "../../../core/access/api_key.ts";
import { refusalOf } from "../refusal.ts";
import { openStaff } from "./staff_samples.ts";
import { operatorIn } from "../../../core/access/caller.ts";

async function withKey(more: object = {}) {
  const staff = await openStaff();
  const wanted = { name: "Website", environment: "LIVE", scopes: ["READ_APPOINTMENTS"], ...more };
  const made = await createApiKey(staff.ports, operatorIn(staff.organizationId), wanted);
  const { application, organizationId } = staff;
  const isValid = (key: string) =>
    application.authenticateApiKey(key).then(() => true, () => false);
  return {
    ...staff,
    old: staff.ports.memory.apiKeys.find(({ id }) => id === made.id)!,
    oldKey: made.key,
    isValid,
    ref: { id: made.id },
    caller: operatorIn(organizationId),
  };
}

describe("rotating an API key", () => {
  test("revokes it and creates a key with the same fields, window and organization", async () => {
    const { ports, old, oldKey, ref, caller, isValid, pass } = await withKey({
      environment: "TEST",
      rateLimitPerHour: 77,
      allowedNetworks: ["203.0.113.0/24"],
    });
    old.lastUsedAt = ports.now();
    old.windowNumber = 2;
    pass({ minutes: 1 });
    const { key, ...view } = await rotateApiKey(ports, caller, ref);
    const apiKey = ports.memory.apiKeys.at(-1)!;
    expect(view).toEqual(toApiKeyView(apiKey, "UTC"));
    expect({ ...apiKey }).toEqual({
      id: old.id + 1,
      organizationId: old.organizationId,
      name: "Website",
      environment: "TEST",
      scopes: ["READ_APPOINTMENTS"],
      rateLimitPerHour: 77,
      lineageId: old.lineageId,
      windowNumber: 2,
      keyHash: await ports.sha256(key),
      maskedKey: `mk_test_****${key.slice(-4)}`,
      createdAt: ports.now(),
      lastUsedAt: null,
      revokedAt: null,
      expiresAt: null,
      allowedNetworks: ["203.0.113.0/24"],
      dailyCreditCap: null,
      warnedEnd: null,
      warnedDays: null,
      version: 1,
    });
    expect(key).toMatch(/^mk_test_[0-9A-Za-z]{42}$/);
    expect(old.revokedAt).toEqual(ports.now());
    expect([await isValid(oldKey), await isValid(key)]).toEqual([false, true]);
    expect(JSON.stringify(ports.memory.apiKeys)).not.toContain(key);
  });

  test("repeatedly keeps the same hourly window", async () => {
    const { ports, old, ref, caller } = await withKey();
    let { id } = ref;
    for (let i = 0; i < 3; i += 1) {
      id = (await rotateApiKey(ports, caller, { id })).id;
    }
    const lineages = ports.memory.apiKeys.map(({ lineageId }) => lineageId);
    expect(lineages).toEqual([old, old, old, old].map(({ lineageId }) => lineageId));
    expect(ports.memory.apiKeys.filter(({ isActive }) => isActive)).toHaveLength(1);
  });

  test.each(["revoked", "rotated"])(
    "that was %s is refused with CONFLICT and creates no key",
    async (what) => {
      const { ports, old, ref, caller } = await withKey();
      if (what === "revoked") old.revoke(ports.now());
      else await rotateApiKey(ports, caller, ref);
      const before = ports.memory.apiKeys.length;
      expect((await refusalOf(() => rotateApiKey(ports, caller, ref))).code).toBe("CONFLICT");
      expect(ports.memory.apiKeys).toHaveLength(before);
    },
  );
});
