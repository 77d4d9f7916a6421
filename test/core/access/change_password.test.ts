import { describe, expect, test } from "vitest";
import { changePassword } from "../../../core/access/change_password.ts";
import { resetPassword } from "../../../core/access/change_staff_users.ts";
import { signIn } from "../../../core/access/sign_in.ts";
import { operatorCaller, type StaffCaller } from "../../../core/access/caller.ts";
import { DomainError } from "../../../core/errors.ts";
import type { Ports } from "../../../core/ports.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { ipAddress, lengthy, openStaff, password } from "./staff_samples.ts";

const newPassword = "another password of a test";
const wanted = { currentPassword: password, newPassword };

async function signedIn() {
  const staff = await openStaff();
  const user = await staff.newUser("STAFF");
  const { session, caller } = await staff.signIn(user);
  const change = (input: unknown) => changePassword(staff.ports, caller, input);
  const signInWith = (password: string) =>
    signIn(staff.ports, { ipAddress }, { email: user.email, password });
  return { ...staff, user, session, caller, change, signInWith };
}

describe("changing the own password", () => {
  test("makes the new password valid and the old password invalid", async () => {
    const { change, signInWith } = await signedIn();
    await change(wanted);
    expect((await refusalOf(() => signInWith(password))).code).toBe("INVALID_CREDENTIALS");
    expect((await signInWith(newPassword)).caller.mustChangePassword).toBe(false);
  });

  test("ends every other session of the user and no session of other users", async () => {
    const staff = await signedIn();
    const other = await staff.signIn(staff.user);
    const another = await staff.signIn(await staff.newUser("STAFF"));
    await staff.change(wanted);
    const live = await Promise.all(
      [staff.session, other.session, another.session].map((session) => staff.isLive(session)),
    );
    expect(live).toEqual([true, false, true]);
  });

  test("of a one-time password allows every operation of the role", async () => {
    const { ports, user, signInWith, application } = await signedIn();
    const oneTime =
      (await resetPassword(ports, operatorCaller, { email: user.email })).oneTimePassword;
    const { session, caller } = await signInWith(oneTime);
    expect(caller.mustChangePassword).toBe(true);
    const input = { currentPassword: oneTime, newPassword };
    await changePassword(ports, caller, input);
    const now = await application.authenticateSession(session.id, {
      isActivity: true,
      ipAddress: "",
    });
    expect(now.mustChangePassword).toBe(false);
  });

  test.each([lengthy(12), lengthy(128), `🔑🗝️${lengthy(9)}`, ` ${lengthy(10)} `])(
    "accepts the password %s",
    async (newPassword) => {
      const { change, signInWith } = await signedIn();
      await change({ ...wanted, newPassword });
      expect((await signInWith(newPassword)).caller.role).toBe("STAFF");
    },
  );
});

describe("a change of the own password is refused", () => {
  test.each<[string, object, string[]]>([
    ["with nothing given", {}, ["currentPassword", "newPassword"]],
    ["with other types", { currentPassword: 1, newPassword: null }, [
      "currentPassword",
      "newPassword",
    ]],
    ["to 11 characters", { ...wanted, newPassword: "p".repeat(11) }, ["newPassword"]],
    ["to 6 emoji", { ...wanted, newPassword: "🔑".repeat(6) }, ["newPassword"]],
    ["to 129 characters", { ...wanted, newPassword: "p".repeat(129) }, ["newPassword"]],
    ["to one with a NUL", { ...wanted, newPassword: "p".repeat(12) + "\0" }, ["newPassword"]],
  ])("%s, before any lookup", async (_, input, fields) => {
    const caller = untouchable<StaffCaller>();
    const attempt = () => changePassword(untouchable<Ports>(), caller, input);
    expect(await faultsOf(attempt)).toEqual(fields);
  });

  test("with a wrong current password, which counts as a failed sign-in", async () => {
    const { change, signInWith, failures, user } = await signedIn();
    const input = { ...wanted, currentPassword: "wrong" };
    expect(await faultsOf(() => change(input))).toEqual(["currentPassword"]);
    expect(failures).toMatchObject([{ email: user.email, ipAddress }]);
    expect((await signInWith(password)).caller.email).toBe(user.email);
  });

  test("with the same password, which does not count as a failed sign-in", async () => {
    const { change, failures } = await signedIn();
    const input = { ...wanted, newPassword: password };
    expect(await faultsOf(() => change(input))).toEqual(["newPassword"]);
    expect(failures).toEqual([]);
  });

  test("with RATE_LIMIT_EXCEEDED after too many failures, even if the password is right", async () => {
    const { ports, change } = await signedIn();
    ports.signInLimits!.attempt = async () => ({ isAllowed: false, retryAfterSeconds: 9 });
    ports.matchPassword = () => Promise.reject(new Error("was verified"));
    const { code, retryAfterSeconds } = await refusalOf(() => change(wanted));
    expect([code, retryAfterSeconds]).toEqual(["RATE_LIMIT_EXCEEDED", 9]);
  });

  test("with CONFLICT if another request replaced the password, which stays", async () => {
    const { ports, user, session, change, isLive, signInWith } = await signedIn();
    const { hashPassword } = ports;
    let oneTime = "";
    ports.hashPassword = async (text) => {
      ports.hashPassword = hashPassword;
      oneTime = (await resetPassword(ports, operatorCaller, { email: user.email })).oneTimePassword;
      return await hashPassword(text);
    };
    expect((await refusalOf(() => change(wanted))).code).toBe("CONFLICT");
    expect(await isLive(session)).toBe(false);
    expect((await signInWith(oneTime)).caller.mustChangePassword).toBe(true);
  });
});

test("a change counts like a failed sign-in for the account, and not for the address", async () => {
  const { ports, change, user, failures } = await signedIn();
  const forgiven: unknown[] = [];
  ports.signInLimits!.forgive = async (attempt, scope) => void forgiven.push([attempt, scope]);
  await change(wanted);
  expect(failures).toMatchObject([{ email: user.email, ipAddress }]);
  expect(forgiven).toEqual([[failures[0], "address"]]);
});

test("a failure of the service does not count as a failed sign-in", async () => {
  const { ports, change, failures } = await signedIn();
  ports.matchPassword = () => Promise.reject(new DomainError("SERVICE_UNAVAILABLE", "Busy"));
  expect((await refusalOf(() => change(wanted))).code).toBe("SERVICE_UNAVAILABLE");
  expect(failures).toEqual([]);
});
