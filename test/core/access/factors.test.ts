import { describe, expect, test } from "vitest";
import { signIn, signInWithPasskey } from "../../../core/access/sign_in.ts";
import { maxGuesses } from "../../../core/access/factor_proof.ts";
import type { Ports } from "../../../core/ports.ts";
import { codeOf, fakePasskeys, passkeyAnswer } from "../../support/in_memory/factors.ts";
import { provedForEver } from "../../support/staff_callers.ts";
import { faultsOf, refusalOf } from "../refusal.ts";
import { ipAddress, openStaff, password } from "./staff_samples.ts";

/** Opens an organization with a user who is signed in. */
async function openFactors() {
  const staff = await openStaff();
  const { ports, application } = staff;
  const user = await staff.newUser("ADMIN");
  const { session, caller } = await staff.signIn(user);
  const code = (drift = 0) => codeOf(Math.floor(ports.now().epochMilliseconds / 30_000) + drift);
  const app = (more: object = {}) => ({
    name: "App",
    secret: "A".repeat(32),
    code: code(),
    ...more,
  });
  const challenge = (purpose: string) => ({ purpose, issuedAt: ports.now().toString() });
  const answer = (purpose: string, credentialId = "phone") =>
    passkeyAnswer(challenge(purpose), { organizationId: staff.organizationId, credentialId });
  return {
    ...staff,
    user,
    session,
    caller,
    code,
    app,
    answer,
    own: application.staff,
    /** Reads the caller of the session again. */
    present: () => application.authenticateSession(session.id, { isActivity: true, ipAddress }),
    signInWith: (more: object) =>
      signIn(ports, { ipAddress }, { email: user.email, password, ...more }),
    /** Adds an app, and passes the time step of its code. */
    async withApp() {
      const added = await application.staff.addTotp(caller, app());
      staff.pass({ seconds: 30 });
      return added;
    },
    async withPasskey() {
      const passkey = answer(`add ${session.id}`);
      const added = await application.staff.addPasskey(caller, { name: "Phone", passkey });
      staff.pass({ seconds: 30 });
      return added;
    },
  };
}

const codeOfRefusal = async (attempt: () => unknown) => (await refusalOf(attempt)).code;

describe("adding a factor", () => {
  test("needs a code that the app shows now, so that nobody adds an app that does not work", async () => {
    const { own, caller, app, code, ports } = await openFactors();
    for (const wrong of ["", "000000", code(-2), code(2), "abcdef"]) {
      expect(await faultsOf(() => own.addTotp(caller, app({ code: wrong })))).toEqual(["code"]);
    }
    expect(ports.memory.factors).toEqual([]);
  });

  test("keeps this session and ends the others, and gives ten recovery codes once", async () => {
    const staff = await openFactors();
    const other = await staff.signIn(staff.user);
    const { recoveryCodes } = await staff.withApp();
    expect(new Set(recoveryCodes)).toHaveProperty("size", 10);
    expect(recoveryCodes![0]).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect([await staff.isLive(staff.session), await staff.isLive(other.session)])
      .toEqual([true, false]);
    const further = await staff.withPasskey();
    expect(further.recoveryCodes).toBeNull();
    expect(await staff.own.listFactors(staff.caller)).toMatchObject({
      factors: [{ kind: "TOTP", name: "App" }, { kind: "PASSKEY", name: "Phone" }],
      recoveryCodes: 10,
    });
  });

  test("stores no plain seed and no plain code", async () => {
    const { withApp, ports } = await openFactors();
    const { recoveryCodes } = await withApp();
    const stored = JSON.stringify(ports.memory.recoveryCodes);
    expect(recoveryCodes!.filter((code) => stored.includes(code))).toEqual([]);
    const { factors: [factor], recoveryCodes: codes } = ports.memory;
    expect(() => ports.secretBox.open(factor!.sealedSecret!, "another user")).toThrow(
      /Cannot open/,
    );
    expect(codes.every(({ codeHash }) => /^[0-9a-f]{64}$/.test(codeHash))).toBe(true);
  });

  test("is refused with CONFLICT at ten, and a passkey is added once", async () => {
    const { own, caller, app, answer, session } = await openFactors();
    const passkey = () => answer(`add ${session.id}`);
    await own.addPasskey(caller, { name: "Phone", passkey: passkey() });
    const again = () => own.addPasskey(caller, { name: "Phone", passkey: passkey() });
    expect(await faultsOf(again)).toEqual(["passkey"]);
    for (let n = 2; n <= 10; n += 1) await own.addTotp(caller, app());
    expect(await codeOfRefusal(() => own.addTotp(caller, app()))).toBe("CONFLICT");
  });

  test("accepts no answer to the challenge of another session or purpose", async () => {
    const { own, caller, answer, session } = await openFactors();
    for (const purpose of ["sign in", `prove ${session.id}`, "add another"]) {
      const add = () => own.addPasskey(caller, { name: "Phone", passkey: answer(purpose) });
      expect(await faultsOf(add)).toEqual(["passkey"]);
    }
  });

  test("of a passkey is refused with CONFLICT where passkeys cannot be used", async () => {
    const { ports, own, caller, answer } = await openFactors();
    ports.passkeys = { ...fakePasskeys(ports.now), refusal: "IP_ADDRESS" };
    expect(await own.listFactors(caller)).toMatchObject({ passkeyRefusal: "IP_ADDRESS" });
    for (
      const attempt of [
        () => own.startPasskey(caller),
        () => own.startProof(caller),
        () => own.addPasskey(caller, { name: "Phone", passkey: answer("any") }),
      ]
    ) expect(await codeOfRefusal(attempt)).toBe("CONFLICT");
  });
});

describe("a user with an authenticator app", () => {
  test("signs in with password and code, and gets FACTOR_REQUIRED with the password alone", async () => {
    const { withApp, signInWith, code, failures } = await openFactors();
    await withApp();
    expect(await codeOfRefusal(() => signInWith({}))).toBe("FACTOR_REQUIRED");
    expect(failures).toEqual([]);
    const { caller, session } = await signInWith({ code: code() });
    expect([caller.hasFactor, session.withFactor]).toEqual([true, true]);
  });

  test("gets the same answer to a wrong password as everybody, with and without a code", async () => {
    const { withApp, signInWith, code } = await openFactors();
    await withApp();
    for (const more of [{}, { code: code() }, { code: "000000" }]) {
      const refusal = await refusalOf(() => signInWith({ password: "wrong", ...more }));
      expect([refusal.code, refusal.reason!.key]).toEqual(["INVALID_CREDENTIALS", "signInFailed"]);
    }
    // A code that came with a wrong password was not used up.
    expect((await signInWith({ code: code() })).session.withFactor).toBe(true);
  });

  test("uses each code once, and no code before it", async () => {
    const { withApp, signInWith, code } = await openFactors();
    await withApp();
    await signInWith({ code: code() });
    for (const used of [code(), code(-1)]) {
      expect(await codeOfRefusal(() => signInWith({ code: used }))).toBe("INVALID_CREDENTIALS");
    }
    expect((await signInWith({ code: code(1) })).session.withFactor).toBe(true);
  });

  test("whose wrong codes count as failed sign-ins, needs two codes in a row after ten of them", async () => {
    const { withApp, signInWith, code, failures, ports } = await openFactors();
    await withApp();
    for (let n = 1; n <= maxGuesses; n += 1) {
      expect(await codeOfRefusal(() => signInWith({ code: "000000" }))).toBe("INVALID_CREDENTIALS");
    }
    expect(failures).toHaveLength(maxGuesses);
    // The owner is not locked out: nobody guesses two codes.
    const refusal = await refusalOf(() => signInWith({ code: code() }));
    expect([refusal.code, refusal.reason!.key]).toEqual(["FACTOR_REQUIRED", "twoCodesNeeded"]);
    expect(failures).toHaveLength(maxGuesses);
    const reversed = code() + code(-1);
    expect(await codeOfRefusal(() => signInWith({ code: reversed }))).toBe("INVALID_CREDENTIALS");
    await signInWith({ code: `${code(-1)} ${code()}` });
    expect(ports.memory.factors[0]!.failures).toBe(0);
  });

  test("signs in with the later of two apps any number of times, until ten wrong codes in a row", async () => {
    const { withApp, own, caller, app, signInWith, ports, pass } = await openFactors();
    const secret = "B".repeat(32);
    const { matches } = ports.totp;
    const shift = 500;
    const isOf = (seed: string, code: string, step: number) =>
      matches(seed, code, seed === secret ? step + shift : step);
    ports.totp = { ...ports.totp, matches: isOf };
    await withApp();
    const code = (drift = 0) =>
      codeOf(Math.floor(ports.now().epochMilliseconds / 30_000) + shift + drift);
    await own.addTotp(caller, app({ secret, code: code() }));
    const signInLater = async () => {
      pass({ seconds: 30 });
      await signInWith({ code: code() });
    };
    for (let n = 0; n <= maxGuesses; n += 1) await signInLater();
    for (let n = 0; n < maxGuesses; n += 1) await refusalOf(() => signInWith({ code: "000000" }));
    expect(await codeOfRefusal(signInLater)).toBe("FACTOR_REQUIRED");
    await signInWith({ code: code(-1) + code() });
    await signInLater();
  });

  test("uses a recovery code once, however it is written, also while codes are guessed", async () => {
    const { withApp, signInWith, ports } = await openFactors();
    const { recoveryCodes } = await withApp();
    ports.memory.factors[0]!.failures = 1000;
    const code = recoveryCodes![3]!.toUpperCase().replaceAll("-", " ");
    await signInWith({ code });
    expect(await codeOfRefusal(() => signInWith({ code }))).toBe("INVALID_CREDENTIALS");
    expect(ports.memory.recoveryCodes).toHaveLength(9);
    expect(ports.memory.audit.map(({ action }) => action)).toContain("staff.recovery_code_used");
  });

  test("has no session that gave no factor, as of a process that knows none", async () => {
    const staff = await openFactors();
    const { session } = await staff.signIn(staff.user);
    await staff.withApp();
    staff.ports.memory.sessions.push(session);
    expect(await staff.isLive(session)).toBe(false);
  });

  test("signs in without it after an operator has reset it, and all sessions have ended", async () => {
    const { withApp, signInWith, application, user, isLive, session, ports } = await openFactors();
    await withApp();
    await application.resetFactors(user.email);
    expect(await isLive(session)).toBe(false);
    expect((await signInWith({})).caller.hasFactor).toBe(false);
    expect(ports.memory.recoveryCodes).toEqual([]);
  });

  test("loses the recovery codes with the last factor, and can replace them before", async () => {
    const { withApp, own, caller, ports } = await openFactors();
    expect(await codeOfRefusal(() => own.replaceRecoveryCodes(caller))).toBe("CONFLICT");
    const { factor } = await withApp();
    const before = [...ports.memory.recoveryCodes];
    const proved = { ...caller, provedAt: provedForEver };
    await own.replaceRecoveryCodes(proved);
    expect(ports.memory.recoveryCodes).toHaveLength(10);
    expect(before.some((code) => ports.memory.recoveryCodes.includes(code))).toBe(false);
    await own.removeFactor(proved, { id: factor.id });
    expect(ports.memory.recoveryCodes).toEqual([]);
  });

  test("changes only their own factors", async () => {
    const staff = await openFactors();
    const { factor: { id } } = await staff.withApp();
    const stranger = (await staff.signIn(await staff.newUser("OWNER"))).caller;
    for (
      const attempt of [
        () => staff.own.renameFactor(stranger, { id, name: "Mine" }),
        () => staff.own.removeFactor(stranger, { id }),
      ]
    ) expect(await codeOfRefusal(attempt)).toBe("FACTOR_NOT_FOUND");
  });
});

describe("a passkey", () => {
  const inTwoMinutes = { minutes: 2 };

  test("signs in alone, because it verifies its user, and each answer counts once", async () => {
    const { withPasskey, ports, answer, user, pass } = await openFactors();
    await withPasskey();
    pass(inTwoMinutes);
    const passkey = answer("sign in");
    const { caller } = await signInWithPasskey(ports, { ipAddress }, { passkey });
    expect([caller.staffUserId, caller.hasFactor]).toEqual([user.id, true]);
    expect(ports.memory.audit.at(-1)).toMatchObject({
      action: "staff.signed_in",
      subjectId: user.id,
    });
    const again = () => signInWithPasskey(ports, { ipAddress }, { passkey });
    expect(await codeOfRefusal(again)).toBe("INVALID_CREDENTIALS");
  });

  test.each<[string, (given: Awaited<ReturnType<typeof openFactors>>) => unknown]>([
    ["is unknown", ({ answer }) => answer("sign in", "another")],
    ["answers another challenge", ({ answer, session }) => answer(`prove ${session.id}`)],
    ["was issued before", ({ answer, pass }) => (pass({ minutes: -1 }), answer("sign in"))],
    ["is of a disabled user", async ({ answer, application, user }) => {
      await application.disableStaffUser(user.email);
      return answer("sign in");
    }],
  ])("that %s is refused with INVALID_CREDENTIALS, which counts as a failure", async (_, make) => {
    const given = await openFactors();
    await given.withPasskey();
    const passkey = await make(given) as object;
    const attempt = () => signInWithPasskey(given.ports, { ipAddress }, { passkey });
    expect(await codeOfRefusal(attempt)).toBe("INVALID_CREDENTIALS");
    expect(given.failures).toEqual([{ email: "", ipAddress }]);
    expect(given.ports.memory.sessions).toHaveLength(given.user.disabledAt ? 0 : 1);
  });
});

test("whoever must have a factor and has none may only add it", async () => {
  const { own, caller, present, withApp, organizationId, ports } = await openFactors();
  const owner = { ...caller, role: "OWNER" as const, organizationId };
  await own.requireFactors(owner, { roles: ["ADMIN"] });
  const required = await present();
  expect(required.mustAddFactor).toBe(true);
  expect(await codeOfRefusal(() => own.listDepartments(required))).toBe("FACTOR_SETUP_REQUIRED");
  expect(await own.listFactors(required)).toMatchObject({ factors: [] });
  await withApp();
  expect(await own.listDepartments(await present())).toMatchObject({ items: [] });
  // Another role is not concerned.
  ports.memory.organizations[0]!.factorRequiredRoles = ["OWNER"];
  expect((await present()).mustAddFactor).toBe(false);
});

test("the work of a sign-in is the same for a user with a factor until the password was right", async () => {
  const { withApp, ports, user } = await openFactors();
  await withApp();
  const untouched = new Proxy({} as Ports["factors"], {
    get: () => {
      throw new Error("factors were read before the password was right");
    },
  });
  ports.factors = untouched;
  const attempt = () => signIn(ports, { ipAddress }, { email: user.email, password: "wrong" });
  expect(await codeOfRefusal(attempt)).toBe("INVALID_CREDENTIALS");
});
