import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ApiCaller, Scope } from "../../../core/access/api_key.ts";
import { authenticateApiKey, requireScope } from "../../../core/access/authenticate.ts";
import { createExpectedCallers } from "../../../core/access/expected_callers.ts";
import type { Ports } from "../../../core/ports.ts";
import { refusalOf, untouchable } from "../refusal.ts";
import { generateKey } from "../../../core/access/key_text.ts";

const untouched = {
  ...untouchable<Pick<Ports, "sha256" | "apiKeys">>(),
  expectedCallers: createExpectedCallers(),
};
const key = generateKey("LIVE", { randomBytes });

function callerWith(scopes: readonly Scope[]): ApiCaller {
  return {
    apiKeyId: 7,
    apiKeyName: "Kiosk",
    lineageId: "lineage",
    windowNumber: 0,
    allowedNetworks: null,
    dailyCreditCap: null,
    organizationId: 1,
    timeZone: "UTC",
    environment: "LIVE",
    scopes,
    rateLimitPerHour: 1000,
  };
}

/** Ports that know only one hash. */
function portsKnowing(hash: string, caller: ApiCaller) {
  return {
    expectedCallers: createExpectedCallers(),
    sha256: (text: string) => Promise.resolve(`hash of ${text}`),
    apiKeys: {
      ...untouchable<Ports["apiKeys"]>(),
      findCaller: (asked: string) => Promise.resolve(asked === hash ? caller : undefined),
    },
  };
}

describe("a request", () => {
  test.each([undefined, null, ""])(
    "without a key (%j) is refused with MISSING_API_KEY",
    async (absent) => {
      const { code } = await refusalOf(() => authenticateApiKey(untouched, absent));
      expect(code).toBe("MISSING_API_KEY");
    },
  );

  test.each([
    ["blank", " "],
    ["a prefix", "mk_live_"],
    ["a word", "secret"],
    ["a key with a wrong checksum", key.slice(0, -1) + (key.endsWith("a") ? "b" : "a")],
    ["a key and a space", `${key} `],
    ["a key and a line end", `${key}\n`],
    ["a key twice", `${key}, ${key}`],
    ["a NUL", `${key}\0`],
    ["very long", "a".repeat(100_000)],
  ])("with junk (%s) is refused with INVALID_API_KEY without a query", async (_, junk) => {
    const { code, faults } = await refusalOf(() => authenticateApiKey(untouched, junk));
    expect(code).toBe("INVALID_API_KEY");
    expect(faults).toEqual([]);
  });

  test("with a well-formed unknown key is refused with INVALID_API_KEY", async () => {
    const ports = portsKnowing("another hash", callerWith([]));
    const { code } = await refusalOf(() => authenticateApiKey(ports, key));
    expect(code).toBe("INVALID_API_KEY");
  });

  test("with a known key gets the caller of its hash", async () => {
    const caller = callerWith(["READ_APPOINTMENTS"]);
    const ports = portsKnowing(`hash of ${key}`, caller);
    expect(await authenticateApiKey(ports, key)).toEqual(caller);
  });
});

describe("a caller", () => {
  const read = ["READ_APPOINTMENTS"] as const;
  const write = ["WRITE_APPOINTMENTS"] as const;
  const either = [...read, ...write];

  test.each([
    [read, read],
    [write, write],
    [read, either],
    [write, either],
    [either, read],
    [either, write],
  ])("with %j may call an operation that needs one of %j", (scopes, anyOf) => {
    expect(requireScope(callerWith(scopes), anyOf)).toBeUndefined();
  });

  test.each([[read, write], [write, read], [[], either]])(
    "with %j is refused with INSUFFICIENT_SCOPE by an operation that needs one of %j",
    async (scopes, anyOf) => {
      const { code } = await refusalOf(() => requireScope(callerWith(scopes), anyOf));
      expect(code).toBe("INSUFFICIENT_SCOPE");
    },
  );
});
