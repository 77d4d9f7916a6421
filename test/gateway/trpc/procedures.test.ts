import { beforeAll, describe, expect, test } from "vitest";
import { procedureTypes } from "../../../gateway/trpc/router.ts";
import { procedureCases } from "./procedure_cases.ts";
import {
  type Browser,
  openTrpc,
  refusalOf,
  roles,
  staffLimitsAt,
  type TrpcApi,
} from "./support.ts";

const names = Object.keys(procedureCases);

function call(browser: Browser, name: string, input?: unknown) {
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

test("every procedure has a case", () => {
  expect(names.toSorted()).toEqual([...procedureTypes.keys()].toSorted());
});

test.each(Object.entries(procedureCases))(
  "%s calls its use case for its lowest role, and returns no stored secret",
  async (name, { role, input, output }) => {
    const api = await openTrpc();
    const browser = role === null ? api.newBrowser() : await api.signedInAs(role);
    const valid = await input?.(api);
    const before = contents(api);
    const { response, data, error } = await call(browser, name, valid);
    expect(error).toBeUndefined();
    expect(response.status).toBe(200);
    expect(data).toMatchObject(output as object);
    const text = JSON.stringify(data);
    expect(storedSecrets(api).filter((secret) => text.includes(secret))).toEqual([]);
    if (procedureTypes.get(name) === "query") expect(contents(api)).toBe(before);
    expect(api.defects).toEqual([]);
  },
);

// core/access tests the role of each use case; this tests that each procedure makes the checks.
describe("without effect a procedure is refused", () => {
  let api: TrpcApi;
  beforeAll(async () => void (api = await openTrpc()));

  /** Calls procedures with different inputs and expects one refusal of all of them. */
  async function expectRefusals(browser: Browser, called: string[], refusal: object) {
    const before = contents(api);
    for (const name of called) {
      for (const input of [undefined, { id: 1 }]) {
        expect([name, refusalOf(await call(browser, name, input))]).toEqual([name, refusal]);
      }
    }
    expect(contents(api)).toBe(before);
  }

  test("with 401 if there is no valid session", async () => {
    const needing = names.filter((name) => procedureCases[name]!.role !== null);
    expect(needing).toHaveLength(names.length - 3);
    for (const cookie of ["", "session=x", `session=${api.own.keys.full.key}`]) {
      const nobody = Object.assign(api.newBrowser(), { cookie });
      await expectRefusals(nobody, needing, { status: 401, code: "UNAUTHENTICATED" });
    }
  });

  test("with 403 if the role is too low, whatever the input is", async () => {
    for (const role of roles) {
      const higher = names.filter((name) =>
        roles.indexOf(procedureCases[name]!.role ?? "VIEWER") > roles.indexOf(role)
      );
      const refusal = { status: 403, code: "FORBIDDEN" };
      await expectRefusals(await api.signedInAs(role), higher, refusal);
    }
  });

  test("with 403 if a one-time password is not changed yet, except those of the session", async () => {
    const newcomer = await api.signedInAs("OWNER", { isOneTime: true });
    const others = names.filter((name) => !name.startsWith("session."));
    await expectRefusals(newcomer, others, { status: 403, code: "PASSWORD_CHANGE_REQUIRED" });
    for (const name of ["session.current", "session.signOut"]) {
      expect(refusalOf(await call(newcomer, name))).toEqual({ status: 200 });
    }
  });

  test("with 405 and Allow by every other method", async () => {
    for (const [name, type] of procedureTypes) {
      const allow = type === "mutation" ? "POST" : "GET, HEAD, POST";
      if (type === "mutation") {
        const answer = await api.newBrowser().call("query", name);
        expect(refusalOf(answer)).toEqual({ status: 405, code: "METHOD_NOT_ALLOWED" });
      }
      for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const { status, headers } = await api.send(`/${name}`, { method });
        expect([name, method, status, headers.get("Allow")]).toEqual([name, method, 405, allow]);
      }
    }
  });

  test("with 400 and every invalid field, and with 404 for an id of another organization", async () => {
    const browser = await api.signedInAs("ADMIN");
    const faulty = await call(browser, "apiKeys.create", { name: "" });
    expect(refusalOf(faulty)).toEqual({
      status: 400,
      code: "VALIDATION_ERROR",
      fields: ["name", "environment", "scopes"],
    });
    const errors = [];
    for (const id of [(await api.other.newKey()).id, 999_999, 2 ** 53]) {
      const answer = await call(browser, "apiKeys.revoke", { id });
      expect(refusalOf(answer)).toEqual({ status: 404, code: "API_KEY_NOT_FOUND" });
      errors.push(answer.error);
    }
    expect(errors).toEqual([errors[0], errors[0], errors[0]]);
  });

  test("with 429 over the limit of the user", async () => {
    const browser = await api.signedInAs("OWNER");
    api.ports.staffLimits = staffLimitsAt(0);
    const counted = names.filter((name) => procedureCases[name]!.role !== null);
    await expectRefusals(browser, counted, { status: 429, code: "RATE_LIMIT_EXCEEDED" });
  });
});
