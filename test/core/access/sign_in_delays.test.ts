import { describe, expect, test } from "vitest";
import { changePassword } from "../../../core/access/change_password.ts";
import { type KnownBrowser, withUser } from "../../../core/access/known_browser.ts";
import { signIn } from "../../../core/access/sign_in.ts";
import { proveIdentity } from "../../../core/access/step_up.ts";
import { codeOf } from "../../support/in_memory/factors.ts";
import { refusalOf } from "../refusal.ts";
import { ipAddress, openStaff, password } from "./staff_samples.ts";

/** Opens an organization with a user, whose attempts are delayed for everybody. */
async function openDelayed() {
  const staff = await openStaff();
  const user = await staff.newUser("ADMIN");
  const { caller } = await staff.signIn(user);
  const code = () => codeOf(Math.floor(staff.ports.now().epochMilliseconds / 30_000));
  const attempt = (more: object = {}, browser?: KnownBrowser) =>
    signIn(staff.ports, { ipAddress, browser }, { email: user.email, password, ...more });
  const delayed = { all: 17, known: 17 };
  Object.assign(staff.delays, delayed);
  return {
    ...staff,
    user,
    caller,
    attempt,
    code,
    browser: withUser(undefined, user),
    refusal: async (...more: Parameters<typeof attempt>) => await refusalOf(() => attempt(...more)),
    async addApp() {
      Object.assign(staff.delays, { all: 0, known: 0 });
      const app = { name: "App", secret: "A".repeat(32), code: code() };
      await staff.application.staff.addTotp(caller, app);
      staff.pass({ seconds: 30 });
      Object.assign(staff.delays, delayed);
    },
  };
}

describe("a delayed sign-in", () => {
  test("is refused with the same answer after the same work, whether the password is right or not", async () => {
    const staff = await openDelayed();
    const checked: string[] = [];
    const { matchPassword } = staff.ports;
    staff.ports.matchPassword = async (...given) => {
      checked.push(given[0]);
      return await matchPassword(...given);
    };
    staff.ports.factors.list = () => {
      throw new Error("the factors are read only without a delay, or with a code");
    };
    const refusals = [
      await staff.refusal(),
      await staff.refusal({ password: "wrong" }),
      await staff.refusal({ email: "x@y.z" }),
    ];
    for (const { code, retryAfterSeconds, message } of refusals) {
      expect([code, retryAfterSeconds, message])
        .toEqual(["RATE_LIMIT_EXCEEDED", 17, refusals[0]!.message]);
    }
    expect(checked).toEqual([password, "wrong", password]);
    expect(staff.failures).toHaveLength(3);
  });

  test("succeeds with the right password and a second factor, and with nothing less", async () => {
    const staff = await openDelayed();
    await staff.addApp();
    const code = staff.code();
    for (const more of [{}, { code: "000000" }, { code, password: "wrong" }]) {
      expect((await staff.refusal(more)).code).toBe("RATE_LIMIT_EXCEEDED");
    }
    const { session } = await staff.attempt({ code });
    expect(session.withFactor).toBe(true);
    expect(staff.failures).toHaveLength(3);
  });

  test("does not show by its answer that too many codes were wrong for the right password", async () => {
    const staff = await openDelayed();
    await staff.addApp();
    const wrong = { code: "000000" };
    for (let guess = 0; guess < 12; guess += 1) {
      const { code, message } = await staff.refusal(wrong);
      expect([code, message]).toEqual([
        "RATE_LIMIT_EXCEEDED",
        expect.stringContaining("second factor"),
      ]);
    }
    expect(staff.failures).toHaveLength(12);
    const first = staff.code();
    staff.pass({ seconds: 30 });
    await staff.attempt({ code: first + staff.code() });
  });

  test("is refused with any code if the user has no second factor", async () => {
    const staff = await openDelayed();
    expect((await staff.refusal({ code: "000000" })).code).toBe("RATE_LIMIT_EXCEEDED");
  });
});

describe("in a browser that knows the user", () => {
  test("strangers delay no sign-in of this user, and every sign-in of others", async () => {
    const staff = await openDelayed();
    staff.delays.known = 0;
    const other = await staff.newUser("ADMIN");
    // Not as a wrong password: the page asks for a code then.
    for (const email of [other.email, "x@y.z"]) {
      expect(await staff.refusal({ email }, staff.browser))
        .toMatchObject({ code: "RATE_LIMIT_EXCEEDED", retryAfterSeconds: 17 });
    }
    expect((await staff.refusal({ password: "wrong" }, staff.browser)).code)
      .toBe("INVALID_CREDENTIALS");
    const { caller } = await staff.attempt({}, staff.browser);
    expect(caller.staffUserId).toBe(staff.user.id);
    expect(staff.failures).toHaveLength(3);
    expect(staff.failures[0]!.known).toBe(staff.browser.id);
  });

  test("its own failures delay it", async () => {
    const staff = await openDelayed();
    staff.delays.all = 0;
    expect((await staff.refusal({}, staff.browser)).code).toBe("RATE_LIMIT_EXCEEDED");
  });

  test("the last 8 users are known, each once", () => {
    const user = (id: number) => ({ organizationId: 1, id });
    let browser: KnownBrowser | undefined;
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 2, 9]) browser = withUser(browser, user(id));
    expect(browser!.users).toEqual(["1/9", "1/2", "1/8", "1/7", "1/6", "1/5", "1/4", "1/3"]);
    expect(withUser(browser, user(1)).id).toBe(browser!.id);
  });
});

describe("in a session", () => {
  test("a change of the password and a proof by password are delayed by failures of this user alone", async () => {
    const { ports, caller, delays, failures, user } = await openDelayed();
    const change = () =>
      changePassword(ports, caller, { currentPassword: password, newPassword: "zk3vq8tj5wn9x" });
    const prove = () => proveIdentity(ports, caller, { password });
    for (const attempt of [change, prove]) {
      expect((await refusalOf(attempt)).code).toBe("RATE_LIMIT_EXCEEDED");
    }
    expect(failures.map(({ known }) => known))
      .toEqual(Array(2).fill(`${user.organizationId}/${user.id}`));
    delays.known = 0;
    await prove();
    await change();
  });

  test("a proof by a second factor is never delayed", async () => {
    const staff = await openDelayed();
    await staff.addApp();
    const caller = { ...staff.caller, hasFactor: true };
    await expect(proveIdentity(staff.ports, caller, { code: staff.code() })).resolves
      .toBeUndefined();
  });
});

test("wrong codes, wrong proofs and a wrong current password are audited as failed sign-ins", async () => {
  const staff = await openDelayed();
  await staff.addApp();
  Object.assign(staff.delays, { all: 0, known: 0 });
  const { ports, caller, user } = staff;
  const withFactor = { ...caller, hasFactor: true };
  const change = { currentPassword: "wrong", newPassword: "zk3vq8tj5wn9x" };
  const attempts = [
    () => staff.attempt({ code: "000000" }),
    () => changePassword(ports, caller, change),
    () => proveIdentity(ports, caller, { password: "wrong" }),
    () => proveIdentity(ports, withFactor, { code: "000000" }),
  ];
  const counts: number[] = [];
  for (const attempt of attempts) {
    staff.failures.length = 0;
    await refusalOf(attempt);
    await staff.settled();
    const found = ports.memory.audit.filter(({ action }) => action === "staff.sign_in_failed");
    expect(found.every(({ subjectId, actor }) => subjectId === user.id && actor.id === user.id))
      .toBe(true);
    counts.push(found.length);
  }
  expect(counts).toEqual([1, 2, 3, 4]);
});
