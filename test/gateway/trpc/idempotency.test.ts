import { describe, expect, test } from "vitest";
import { procedureTypes } from "../../../gateway/trpc/router.ts";
import { procedureCases } from "./procedure_cases.ts";
import { openTrpc, refusalOf, type TrpcApi } from "./support.ts";

// A sign-in has no user whose key it could be. A proof is no change, and counts once by itself. After `signOut` the session that sent the key has ended. A number that an
// appointment was given is the same in each answer.
const withoutKey = new Set([
  "session.signIn",
  "session.signInWithPasskey",
  "session.prove",
  "session.signOut",
  "appointments.giveShortNumber",
]);

const mutations = [...procedureTypes].flatMap(([name, type]) =>
  type === "mutation" && !withoutKey.has(name) ? [name] : []
);

const secretNames = new Set(["key", "secret", "token", "link", "oneTimePassword", "recoveryCodes"]);

function hasSecret(data: unknown): boolean {
  return Object.keys(data as object).some((name) => secretNames.has(name));
}

/** The number of actions so far: each one is audited. */
const actionsIn = ({ ports: { memory } }: TrpcApi) => memory.audit.length;

describe("with the same Idempotency-Key", () => {
  test.each(mutations)("%s acts once, and another input is 400", async (name) => {
    const { role, input } = procedureCases[name]!;
    const api = await openTrpc();
    const browser = await api.signedInAs(role!);
    const valid = await input?.(api);
    const send = (given: unknown) => browser.call("mutation", name, given);
    browser.sending.headers = { "Idempotency-Key": "one act" };
    const first = await send(valid);
    expect(first.error).toBeUndefined();
    const actions = actionsIn(api);
    const again = await send(valid);
    if (hasSecret(first.data)) {
      expect(refusalOf(again)).toEqual({ status: 409, code: "CONFLICT" });
      expect(again.error!.data.alreadyDone).toBe("secret");
    } else {
      expect(again.error).toBeUndefined();
      expect(again.data).toMatchObject(first.data as object);
    }
    if (name !== "session.changePassword") {
      const other = await send({ ...valid as object, other: true });
      expect(refusalOf(other)).toEqual({
        status: 400,
        code: "VALIDATION_ERROR",
        fields: ["Idempotency-Key"],
      });
    }
    expect(actionsIn(api)).toBe(actions);
    expect(api.defects).toEqual([]);
  });
});

describe("an Idempotency-Key", () => {
  async function openDesk() {
    const api = await openTrpc();
    const browser = await api.signedInAs("ADMIN");
    const send = (key: string, name = "Eye Care") => {
      browser.sending.headers = { "Idempotency-Key": key };
      return browser.call("mutation", "departments.create", { name });
    };
    return { api, browser, send };
  }

  test("counts for one staff user", async () => {
    const { api, send } = await openDesk();
    const colleague = await api.signedInAs("ADMIN");
    colleague.sending.headers = { "Idempotency-Key": "k" };
    const mine = await send("k");
    const theirs = await colleague.call("mutation", "departments.create", { name: "Eye Care" });
    expect((theirs.data as { id: number }).id).not.toBe((mine.data as { id: number }).id);
  });

  test("of a booking books once", async () => {
    const { api, browser } = await openDesk();
    const input = await procedureCases["appointments.create"]!.input!(api);
    const book = async () => {
      browser.sending.headers = { "Idempotency-Key": "k" };
      const { data } = await browser.call("mutation", "appointments.create", input);
      return (data as { id: number }).id;
    };
    const id = await book();
    expect(await book()).toBe(id);
    expect(api.balanceOf(api.own.organizationId)).toBe(99);
  });

  test("is not remembered for a refused request", async () => {
    const { send } = await openDesk();
    expect(refusalOf(await send("k", ""))).toMatchObject({ status: 400, fields: ["name"] });
    expect((await send("k")).error).toBeUndefined();
  });

  test.each(["", "é", "x".repeat(256)])("is 400 if it is %j", async (key) => {
    const { send } = await openDesk();
    expect(refusalOf(await send(key))).toMatchObject({ status: 400, fields: ["Idempotency-Key"] });
  });

  test("that was sent several times with different values is 400, before the call acts", async () => {
    const { api, browser } = await openDesk();
    const before = actionsIn(api);
    const headers = {
      Cookie: browser.cookie,
      "Content-Type": "application/json",
      "Idempotency-Key": "k1, k2",
    };
    const init = { method: "POST", headers, body: JSON.stringify({ name: "Eye Care" }) };
    const request = new Request("http://api.test/trpc/departments.create", init);
    const connection = { ipAddress: "", conflictingHeaders: ["idempotency-key"] };
    const response = await api.handle(request, connection);
    const { error } = await response.json() as { error: { data: object } };
    expect(error.data).toMatchObject({
      httpStatus: 400,
      appCode: "VALIDATION_ERROR",
      details: [{ field: "Idempotency-Key" }],
    });
    expect(actionsIn(api)).toBe(before);
  });

  test("of a batch with several calls is 400, before any of them acts", async () => {
    const { api, browser } = await openDesk();
    const before = actionsIn(api);
    browser.sending.headers = { "Idempotency-Key": "k" };
    const calls = ["Eye Care", "Ear Care"].map((name) =>
      browser.batching.departments.create.mutate({ name }).catch((error: Error) => error.message)
    );
    expect(await Promise.all(calls)).toEqual([
      "The request is not valid: see Idempotency-Key",
      "The request is not valid: see Idempotency-Key",
    ]);
    expect(actionsIn(api)).toBe(before);
  });

  test("of a test that is still being sent says so, and then gets its result", async () => {
    const sent = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const result = { isDelivered: true, statusCode: 200, responseTimeMs: 84, error: null };
    const { api, browser } = await openDesk();
    api.ports.sendDelivery = async () => {
      sent.resolve();
      await answered.promise;
      return result;
    };
    const { id } = await api.own.newWebhook();
    browser.sending.headers = { "Idempotency-Key": "k" };
    const send = () => browser.call("mutation", "webhooks.test", { id });
    const first = send();
    await sent.promise;
    const second = await send();
    expect(refusalOf(second)).toEqual({ status: 409, code: "CONFLICT" });
    expect(second.error!.data.alreadyDone).toBe("running");
    answered.resolve();
    const { data } = await first;
    expect(data).toMatchObject({ success: true, statusCode: 200 });
    expect((await send()).data).toEqual(data);
  });
});
