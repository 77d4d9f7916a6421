import { describe, expect, test } from "vitest";
import { resetPassword } from "../../../core/access/change_staff_users.ts";
import { signIn, signOut } from "../../../core/access/sign_in.ts";
import { DomainError } from "../../../core/errors.ts";
import type { Ports } from "../../../core/ports.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { ipAddress, openStaff, password } from "./staff_samples.ts";
import { operatorCaller } from "../../../core/access/caller.ts";

describe("signing in", () => {
  test("begins a session of 12 hours and returns the user", async () => {
    const staff = await openStaff();
    const user = await staff.newUser("ADMIN", "ada@clinic.example");
    const { session, caller } = await staff.signIn(user);
    expect(staff.ports.memory.sessions).toEqual([session]);
    expect(session.createdAt.toString()).toBe("2026-03-01T08:00:00Z");
    expect(session.expiresAt.toString()).toBe("2026-03-01T20:00:00Z");
    expect(caller).toEqual({
      sessionId: session.id,
      staffUserId: user.id,
      email: "ada@clinic.example",
      name: "Ada",
      role: "ADMIN",
      departmentIds: null,
      mustChangePassword: false,
      hasFactor: false,
      bySso: false,
      mustAddFactor: false,
      provedAt: session.createdAt,
      organizationId: staff.organizationId,
      organizationName: "Harbour Clinic",
      timeZone: "Europe/Oslo",
      ipAddress,
      actor: { kind: "STAFF", id: user.id, name: "Ada", ipAddress },
    });
  });

  test("accepts a one-time password and reports that it must be changed", async () => {
    const { ports, newUser } = await openStaff();
    const { email } = await newUser("STAFF");
    const made = await resetPassword(ports, operatorCaller, { email });
    const input = { email, password: made.oneTimePassword };
    expect((await signIn(ports, { ipAddress }, input)).caller.mustChangePassword).toBe(true);
  });

  test("refuses a one-time password after 7 days like a wrong password, until it is reset", async () => {
    const { ports, newUser, pass, failures } = await openStaff();
    const { email } = await newUser("STAFF");
    const reset = () => resetPassword(ports, operatorCaller, { email });
    const made = await reset();
    const attempt = (password: string) => () => signIn(ports, { ipAddress }, { email, password });
    pass({ milliseconds: 7 * 24 * 3_600_000 - 1 });
    await attempt(made.oneTimePassword)();
    pass({ milliseconds: 1 });
    const refusal = await refusalOf(attempt(made.oneTimePassword));
    expect(refusal).toEqual(await refusalOf(attempt("wrong")));
    expect(failures).toHaveLength(2);
    await attempt((await reset()).oneTimePassword)();
  });

  test("accepts a chosen password for ever, also if an older service has chosen it", async () => {
    const { ports, newUser, pass } = await openStaff();
    const { id, email } = await newUser("STAFF");
    const stored = ports.memory.staffUsers.find((user) => user.id === id);
    stored!.oneTimeUntil = ports.now();
    pass({ hours: 10_000 });
    const { caller } = await signIn(ports, { ipAddress }, { email, password });
    expect(caller.staffUserId).toBe(id);
  });

  test.each([` ${password}`, password.toUpperCase()])(
    "accepts the password only exactly, not %j",
    async (other) => {
      const { ports, newUser } = await openStaff();
      const { email } = await newUser("STAFF");
      const attempt = () => signIn(ports, { ipAddress }, { email, password: other });
      expect((await refusalOf(attempt)).code).toBe("INVALID_CREDENTIALS");
    },
  );

  test.each<[string, object, string[]]>([
    ["nothing", {}, ["email", "password"]],
    ["nulls", { email: null, password: null }, ["email", "password"]],
    ["numbers", { email: 1, password: 2 }, ["email", "password"]],
    ["blanks", { email: " ", password: "" }, ["email", "password"]],
    ["a NUL", { email: "a\0b", password: "a\0b" }, ["email", "password"]],
    ["half a character", { email: "\ud800", password: "\ud800" }, ["email", "password"]],
    ["long texts", { email: "a".repeat(255), password: "p".repeat(129) }, ["email", "password"]],
  ])("with %s is refused with VALIDATION_ERROR before any lookup", async (_, input, fields) => {
    const ports = untouchable<Ports>();
    expect(await faultsOf(() => signIn(ports, { ipAddress }, input))).toEqual(fields);
  });

  test("ends the browser's previous session only if it succeeds", async () => {
    const staff = await openStaff();
    const user = await staff.newUser("ADMIN");
    const { session: before } = await staff.signIn(user);
    const origin = { ipAddress, previousSessionId: before.id };
    const { email } = user;
    await refusalOf(() => signIn(staff.ports, origin, { email, password: "wrong" }));
    expect(await staff.isLive(before)).toBe(true);
    const { session } = await signIn(staff.ports, origin, { email, password });
    expect([await staff.isLive(before), await staff.isLive(session)]).toEqual([false, true]);
  });
});

describe("INVALID_CREDENTIALS", () => {
  test("is the same answer to an unknown account, a disabled account and a wrong password", async () => {
    const { ports, application, newUser } = await openStaff();
    const [user, gone] = [await newUser("ADMIN"), await newUser("ADMIN")];
    await application.disableStaffUser(gone.email);
    const refusals = await Promise.all([
      refusalOf(() => signIn(ports, { ipAddress }, { email: "x@y.z", password })),
      refusalOf(() => signIn(ports, { ipAddress }, { email: gone.email, password })),
      refusalOf(() => signIn(ports, { ipAddress }, { email: user.email, password: "wrong" })),
    ]);
    expect(refusals[0].code).toBe("INVALID_CREDENTIALS");
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal) + refusal.message)).size)
      .toBe(1);
    expect(ports.memory.sessions).toEqual([]);
  });

  test("always takes the same work: each attempt checks one password", async () => {
    const { ports, application, newUser } = await openStaff();
    const [user, gone] = [await newUser("ADMIN"), await newUser("ADMIN")];
    await application.disableStaffUser(gone.email);
    const checked: [string, readonly string[]][] = [];
    ports.matchPassword = async (password, hashes) => {
      checked.push([password, hashes]);
      return [];
    };
    for (const email of [user.email, gone.email, "x@y.z"]) {
      await refusalOf(() => signIn(ports, { ipAddress }, { email, password: "wrong" }));
    }
    expect(checked).toEqual([
      ["wrong", [user.passwordHash]],
      ["wrong", [gone.passwordHash]],
      ["wrong", []],
    ]);
  });

  test.each(["disabled", "given another password"])(
    "is the answer to a user who is %s while the password is verified",
    async (what) => {
      const staff = await openStaff();
      const { ports } = staff;
      const user = await staff.newUser("ADMIN");
      const { matchPassword } = ports;
      ports.matchPassword = async (...asked) => {
        const isRight = await matchPassword(...asked);
        if (what === "disabled") await staff.application.disableStaffUser(user.email);
        else await resetPassword(ports, operatorCaller, { email: user.email });
        return isRight;
      };
      expect((await refusalOf(() => staff.signIn(user))).code).toBe("INVALID_CREDENTIALS");
      expect(ports.memory.sessions).toEqual([]);
    },
  );
});

describe("failed sign-ins", () => {
  test("are counted by normalized e-mail address and network address, and successes are not counted", async () => {
    const { ports, failures, newUser } = await openStaff();
    const { email } = await newUser("ADMIN", "ada@clinic.example");
    await signIn(ports, { ipAddress }, { email: ` ADA@Clinic.example `, password });
    expect(failures).toEqual([]);
    const wrong = { email: ` ADA@Clinic.example `, password: "wrong" };
    await refusalOf(() => signIn(ports, { ipAddress }, wrong));
    expect(failures).toEqual([{ email, ipAddress, known: undefined }]);
  });

  test("are audited for each account of the address, at each doubling, without what was typed", async () => {
    const staff = await openStaff();
    const { email, id } = await staff.newUser("ADMIN", "ada@clinic.example");
    const made = { name: "Other", ownerEmail: email, ownerPassword: password };
    const { organization, owner } = await staff.application.createOrganization(made);
    for (let i = 0; i < 9; i += 1) {
      await refusalOf(() => signIn(staff.ports, { ipAddress }, { email, password: "guessed" }));
      await refusalOf(() => signIn(staff.ports, { ipAddress }, { email: "x@y.z", password }));
      await staff.settled();
    }
    const found = staff.ports.memory.audit.filter(({ action }) =>
      action === "staff.sign_in_failed"
    );
    const of = (user: number) =>
      found.filter(({ subjectId }) => subjectId === user).map(({ changes }) => changes[0]!.after);
    expect([of(id), of(owner.id)]).toEqual([[1, 1, 2, 4], [1, 1, 2, 4]]);
    expect(found[1]).toMatchObject({
      organizationId: organization.id,
      actor: { kind: "STAFF", id: owner.id, ipAddress },
    });
    expect(JSON.stringify(found)).not.toContain("guessed");
  });

  test("are not counted if the service fails", async () => {
    const { ports, failures, newUser } = await openStaff();
    const { email } = await newUser("ADMIN");
    ports.matchPassword = () => Promise.reject(new DomainError("SERVICE_UNAVAILABLE", "Busy"));
    const { code } = await refusalOf(() => signIn(ports, { ipAddress }, { email, password }));
    expect([code, failures]).toEqual(["SERVICE_UNAVAILABLE", []]);
  });

  test("over the limit are refused with RATE_LIMIT_EXCEEDED before the account is looked up", async () => {
    const { signInLimits: _, ...ports } = untouchable<Ports>();
    const signInLimits = {
      ...untouchable<NonNullable<Ports["signInLimits"]>>(),
      attempt: async () => ({ isAllowed: false, retryAfterSeconds: 17 }),
    };
    const input = { email: "ada@clinic.example", password };
    const refusal = await refusalOf(() =>
      signIn({ ...ports, signInLimits } as Ports, { ipAddress }, input)
    );
    expect([refusal.code, refusal.retryAfterSeconds]).toEqual(["RATE_LIMIT_EXCEEDED", 17]);
  });
});

test("signing out ends only that session, and repeating it changes nothing", async () => {
  const staff = await openStaff();
  const user = await staff.newUser("STAFF");
  const [one, other] = [await staff.signIn(user), await staff.signIn(user)];
  await signOut(staff.ports, one.caller);
  await signOut(staff.ports, one.caller);
  expect([await staff.isLive(one.session), await staff.isLive(other.session)]).toEqual([
    false,
    true,
  ]);
});
