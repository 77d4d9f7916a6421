import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { ApiCaller } from "../../../core/access/api_key.ts";
import { authenticateApiKey } from "../../../core/access/authenticate.ts";
import { createExpectedCallers, isSameCaller } from "../../../core/access/expected_callers.ts";
import { generateKey } from "../../../core/access/key_text.ts";
import type { Ports } from "../../../core/ports.ts";
import { untouchable } from "../refusal.ts";

const caller: Required<Omit<ApiCaller, "requireStill">> = {
  apiKeyId: 7,
  apiKeyName: "Kiosk",
  lineageId: "lineage",
  windowNumber: 0,
  organizationId: 1,
  timeZone: "UTC",
  environment: "LIVE",
  scopes: ["READ_APPOINTMENTS"],
  rateLimitPerHour: 1000,
  allowedNetworks: null,
  dailyCreditCap: null,
};

test("the caller of a key is expected until a check refuses the key", async () => {
  let found: ApiCaller | undefined = caller;
  const ports = {
    sha256: (text: string) => text,
    apiKeys: { ...untouchable<Ports["apiKeys"]>(), findCaller: async () => found },
    expectedCallers: createExpectedCallers(),
  };
  const key = generateKey("LIVE", { randomBytes });
  const expected: ApiCaller[] = [];
  const check = () => authenticateApiKey(ports, key, (one) => expected.push(one));
  await check();
  expect(expected).toEqual([]);
  await check();
  expect(expected).toEqual([caller]);
  found = undefined;
  await expect(check()).rejects.toMatchObject({ code: "INVALID_API_KEY" });
  await expect(check()).rejects.toMatchObject({ code: "INVALID_API_KEY" });
  expect(expected).toEqual([caller, caller]);
});

test("the caller is expected before the check has ended", async () => {
  const { promise, resolve } = Promise.withResolvers<ApiCaller>();
  const ports = {
    sha256: (text: string) => text,
    apiKeys: { ...untouchable<Ports["apiKeys"]>(), findCaller: () => promise },
    expectedCallers: createExpectedCallers(),
  };
  const key = generateKey("LIVE", { randomBytes });
  ports.expectedCallers.note(key, caller);
  const expected = await new Promise<ApiCaller>((onExpected) => {
    void authenticateApiKey(ports, key, onExpected);
  });
  expect(expected).toBe(caller);
  resolve(caller);
});

test("the memory is bounded: the key that was added first is forgotten", () => {
  const callers = createExpectedCallers(2);
  for (const keyHash of ["a", "b", "a", "c"]) callers.note(keyHash, caller);
  expect(["a", "b", "c"].map((keyHash) => callers.get(keyHash) !== undefined))
    .toEqual([false, true, true]);
});

test("callers are the same only if every field is", () => {
  expect(isSameCaller(caller, { ...caller, scopes: [...caller.scopes] })).toBe(true);
  const others: Required<Omit<ApiCaller, "requireStill">> = {
    apiKeyId: 8,
    apiKeyName: "Website",
    lineageId: "another",
    windowNumber: 1,
    organizationId: 2,
    timeZone: "Europe/Oslo",
    environment: "TEST",
    scopes: ["WRITE_APPOINTMENTS"],
    rateLimitPerHour: 999,
    allowedNetworks: "203.0.113.0/24",
    dailyCreditCap: 7,
  };
  const ignored = Object.entries(others).filter(([field, value]) =>
    isSameCaller(caller, { ...caller, [field]: value })
  );
  expect(ignored).toEqual([]);
});
