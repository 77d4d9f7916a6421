import { describe, expect, test } from "vitest";
import { procedureTypes } from "../../../gateway/trpc/router.ts";
import { procedureCases, subjects } from "./procedure_cases.ts";
import {
  type Answer,
  type Browser,
  openTrpc,
  refusalOf,
  roles,
  staffLimitsAt,
  type TrpcApi,
} from "./support.ts";

test("every procedure has a case, and every case is complete", () => {
  expect(Object.keys(procedureCases).toSorted()).toEqual([...procedureTypes.keys()].toSorted());
  for (const [name, { input, fault, subject }] of Object.entries(procedureCases)) {
    expect([name, fault !== undefined]).toEqual([name, input !== undefined]);
    expect([name, subject !== undefined]).toEqual([name, fault?.[1].includes("id") ?? false]);
  }
});

function call(browser: Browser, name: string, input?: unknown): Promise<Answer> {
  return browser.call(procedureTypes.get(name) as "query" | "mutation", name, input);
}

/** Everything that a call could change. */
function contents({ ports: { memory } }: TrpcApi): string {
  return JSON.stringify({
    ...memory,
    balances: [...memory.balances],
    remembered: [...memory.remembered],
  });
}

/** The hashes and sealed secrets in memory, which no answer may contain. */
function storedSecrets({ ports: { memory } }: TrpcApi): string[] {
  return [
    ...memory.apiKeys.map(({ keyHash }) => keyHash),
    ...memory.staffUsers.map(({ passwordHash }) => passwordHash),
    ...memory.webhooks.map(({ sealedSecret }) => sealedSecret),
  ];
}

/** Expects that calls are refused and change nothing. */
async function expectRefusals(
  api: TrpcApi,
  calls: () => Promise<Answer>[],
  refusal: object,
): Promise<void> {
  const before = contents(api);
  for (const answer of await Promise.all(calls())) expect(refusalOf(answer)).toEqual(refusal);
  expect(contents(api)).toBe(before);
}

describe.each(Object.entries(procedureCases))("%s", (name, one) => {
  const isMutation = procedureTypes.get(name) === "mutation";
  const allowed = roles.filter((role) => roles.indexOf(role) >= roles.indexOf(one.role ?? "STAFF"));
  const open = async (role = one.role) => {
    const api = await openTrpc();
    const browser = role === null ? api.newBrowser() : await api.signedInAs(role);
    return { api, browser, input: await one.input?.(api) };
  };

  test.each(allowed)("is answered for %s", async (role) => {
    const { api, browser, input } = await open(one.role && role);
    const before = contents(api);
    const { response, data, error } = await call(browser, name, input);
    expect(error).toBeUndefined();
    expect(response.status).toBe(200);
    expect(data).toMatchObject(one.output as object);
    const text = JSON.stringify(data);
    expect(storedSecrets(api).filter((secret) => text.includes(secret))).toEqual([]);
    if (!isMutation) expect(contents(api)).toBe(before);
    expect(api.defects).toEqual([]);
  });

  test.each(roles.filter((role) => !allowed.includes(role)))(
    "is 403 for %s, whatever the input is",
    async (role) => {
      const { api, browser, input } = await open(role);
      const calls = () => [input, undefined, { id: 1 }].map((some) => call(browser, name, some));
      await expectRefusals(api, calls, { status: 403, code: "FORBIDDEN" });
    },
  );

  test.each(one.role ? [one.role] : [])(
    "needs a session, a password of the user's own and a free request",
    async () => {
      const { api, browser, input } = await open();
      for (const cookie of ["", "session=x", `session=${api.own.keys.full.key}`]) {
        const nobody = Object.assign(api.newBrowser(), { cookie });
        const calls = () => [call(nobody, name, input)];
        await expectRefusals(api, calls, { status: 401, code: "UNAUTHENTICATED" });
      }
      if (!one.allowsOneTimePassword) {
        const newcomer = await api.signedInAs(one.role!, { isOneTime: true });
        const calls = () => [call(newcomer, name, input)];
        await expectRefusals(api, calls, { status: 403, code: "PASSWORD_CHANGE_REQUIRED" });
      }
      api.ports.staffLimits = staffLimitsAt(0);
      const calls = () => [call(browser, name, input)];
      await expectRefusals(api, calls, { status: 429, code: "RATE_LIMIT_EXCEEDED" });
    },
  );

  test.each(one.allowsOneTimePassword ? ["STAFF" as const] : [])(
    "is answered for a one-time password",
    async () => {
      const api = await openTrpc();
      const browser = await api.signedInAs("STAFF", { isOneTime: true });
      const answer = await call(browser, name, await one.input?.(api));
      expect(refusalOf(answer)).toEqual({ status: 200 });
    },
  );

  test.each(one.fault ? [one.fault] : [])("of %j names every field at fault", async (...fault) => {
    const [invalid, fields] = fault;
    const { api, browser } = await open();
    const refusal = { status: 400, code: "VALIDATION_ERROR", fields };
    await expectRefusals(api, () => [call(browser, name, invalid)], refusal);
  });

  test.each(one.subject ? [subjects[one.subject]] : [])(
    "answers an id of another organization as one that nobody has",
    async ({ code, foreignId }) => {
      const { api, browser, input } = await open();
      const ids = [await foreignId(api), 999_999, 0, -1, 2 ** 31, 2 ** 53, 1e300];
      const shapes = new Set<string>();
      const calls = () =>
        ids.map(async (id) => {
          const answer = await call(browser, name, { ...input as object, id });
          shapes.add(JSON.stringify(answer.error));
          return answer;
        });
      await expectRefusals(api, calls, { status: 404, code });
      expect(shapes.size).toBe(1);
    },
  );

  test("is 405 by every other method", async () => {
    const { api, browser, input } = await open();
    const calls = () => [browser.call(isMutation ? "query" : "mutation", name, input)];
    await expectRefusals(api, calls, { status: 405, code: "METHOD_NOT_ALLOWED" });
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]) {
      const { status, headers } = await browser.fetch(`http://api.test/trpc/${name}`, { method });
      const allow = isMutation ? "POST" : "GET";
      expect([method, status, headers.get("Allow")]).toEqual([method, 405, allow]);
    }
  });
});
