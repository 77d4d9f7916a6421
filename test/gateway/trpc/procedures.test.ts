import { describe, expect, test } from "vitest";
import { procedureTypes } from "../../../gateway/trpc/router.ts";
import { procedureTests } from "./procedure_tests.ts";
import {
  type Answer,
  type Browser,
  openTrpc,
  refusalOf,
  type Role,
  roles,
  staffLimitsAt,
  type TrpcApi,
} from "./support.ts";
import type { ProcedureTest } from "./tables/procedure_test.ts";

const names = [...procedureTypes.keys()];

test("every procedure has its tests, and nothing else has", () => {
  expect(Object.keys(procedureTests).toSorted()).toEqual(names.toSorted());
});

test.each(Object.entries(procedureTests))("the tests of %s leave nothing out", (name, tests) => {
  // What takes an input has faults; what names something has an id that is another's.
  expect(tests.input !== undefined).toBe(tests.faults !== undefined);
  if (tests.faults?.some(([, fields]) => fields.includes("id"))) {
    expect([name, tests.named]).toEqual([name, expect.anything()]);
  }
});

function call(browser: Browser, name: string, input?: unknown): Promise<Answer> {
  return browser.call(procedureTypes.get(name) as "query" | "mutation", name, input);
}

/** A browser of somebody who may call it. */
function allowed(api: TrpcApi, { role }: ProcedureTest): Promise<Browser> {
  return role === null ? Promise.resolve(api.newBrowser()) : api.signedInAs(role);
}

/** All that a call could have changed. */
function standOf({ ports: { memory } }: TrpcApi): string {
  return JSON.stringify({
    ...memory,
    balances: [...memory.balances],
    remembered: [...memory.remembered],
  });
}

describe.each(Object.entries(procedureTests))("%s", (name, tests) => {
  const isMutation = procedureTypes.get(name) === "mutation";
  const needsSession = tests.role === null ? [] : [tests.role];
  const mayCall = (role: Role) => roles.indexOf(role) >= roles.indexOf(tests.role ?? "STAFF");

  test.each(roles.filter(mayCall))("is answered for %s", async (role) => {
    const api = await openTrpc();
    const browser = tests.role === null ? api.newBrowser() : await api.signedInAs(role);
    const input = await tests.input?.(api);
    const before = standOf(api);
    const { response, data, error } = await call(browser, name, input);
    expect(error).toBeUndefined();
    expect([response.status, data]).toEqual([200, tests.output]);
    if (!isMutation) expect(standOf(api)).toBe(before);
    expect(api.defects).toEqual([]);
  });

  test.each(needsSession)("is 401 without a session of a %s", async () => {
    const api = await openTrpc();
    const input = await tests.input?.(api);
    const before = standOf(api);
    for (const cookie of ["", "session=x", `session=${api.own.keys.full.key}`]) {
      const browser = Object.assign(api.newBrowser(), { cookie });
      expect(refusalOf(await call(browser, name, input))).toEqual({
        status: 401,
        code: "UNAUTHENTICATED",
      });
    }
    expect(standOf(api)).toBe(before);
  });

  test.each(roles.filter((role) => !mayCall(role)))(
    "is 403 for %s, whatever the input",
    async (role) => {
      const api = await openTrpc();
      const browser = await api.signedInAs(role);
      const input = await tests.input?.(api);
      const before = standOf(api);
      for (const given of [input, undefined, { id: 1 }]) {
        const refusal = refusalOf(await call(browser, name, given));
        expect(refusal).toEqual({ status: 403, code: "FORBIDDEN" });
      }
      expect(standOf(api)).toBe(before);
    },
  );

  test.each(tests.role === null ? [] : roles)(
    "for %s with a one-time password is 403, or works",
    async (role) => {
      const api = await openTrpc();
      const browser = await api.signedInAs(role, { isOneTime: true });
      const answer = await call(browser, name, await tests.input?.(api));
      const refusal = { status: 403, code: "PASSWORD_CHANGE_REQUIRED" };
      expect(refusalOf(answer)).toEqual(tests.worksFirst ? { status: 200 } : refusal);
    },
  );

  test.each(needsSession)("is 429 beyond the limit of a %s, with its headers", async () => {
    const api = await openTrpc();
    const browser = await allowed(api, tests);
    const input = await tests.input?.(api);
    api.ports.staffLimits = staffLimitsAt(0);
    const before = standOf(api);
    const answer = await call(browser, name, input);
    expect(refusalOf(answer)).toEqual({ status: 429, code: "RATE_LIMIT_EXCEEDED" });
    expect(answer.error?.data["code"]).toBe("TOO_MANY_REQUESTS");
    expect(Object.fromEntries(answer.response.headers)).toMatchObject({
      "x-ratelimit-limit": "1200",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "12",
      "retry-after": "12",
    });
    expect(standOf(api)).toBe(before);
  });

  test.each(tests.faults ?? [])("of %j is 400 with every field at fault", async (...fault) => {
    const [input, fields] = fault;
    const api = await openTrpc();
    const answer = await call(await allowed(api, tests), name, input);
    expect(refusalOf(answer)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields });
    expect(answer.error?.data["details"]).toEqual(
      fields.map((field) => ({ field, message: expect.stringMatching(/\S/) })),
    );
  });

  test.each(tests.named ? [tests.named] : [])("knows no id but its own: %o", async (named) => {
    const api = await openTrpc();
    const browser = await allowed(api, tests);
    const { code, foreignId } = named;
    const input = await tests.input?.(api) as object;
    const foreign = await foreignId(api);
    const before = standOf(api);
    const shapes = new Set<string>();
    for (const id of [foreign, 999_999, 0, -1, 2 ** 31, 2 ** 53, 1e300]) {
      const answer = await call(browser, name, { ...input, id });
      expect(refusalOf(answer)).toEqual({ status: 404, code });
      shapes.add(JSON.stringify(answer.error));
    }
    expect(shapes.size).toBe(1);
    expect(standOf(api)).toBe(before);
  });

  test.each(Object.entries(tests.refusals ?? {}))("can be refused with %s", async (code, make) => {
    const api = await openTrpc();
    const browser = await allowed(api, tests);
    const input = await make(api);
    const answer = await call(browser, name, input);
    expect(refusalOf(answer)).toMatchObject({ code });
    expect(refusalOf(answer).fields !== undefined).toBe(code === "VALIDATION_ERROR");
    expect(answer.response.headers.has("Set-Cookie")).toBe(false);
    expect(api.defects).toEqual([]);
  });

  test("is 405 by any other method, and so changes nothing by GET", async () => {
    const api = await openTrpc();
    const browser = await allowed(api, tests);
    const input = await tests.input?.(api);
    const before = standOf(api);
    const wrong = await browser.call(isMutation ? "query" : "mutation", name, input);
    expect(refusalOf(wrong)).toEqual({ status: 405, code: "METHOD_NOT_ALLOWED" });
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]) {
      const response = await browser.fetch(`http://api.test/trpc/${name}`, { method });
      expect([method, response.status]).toEqual([method, 405]);
      expect(response.headers.get("Allow")).toBe(isMutation ? "POST" : "GET");
    }
    expect(standOf(api)).toBe(before);
  });
});
