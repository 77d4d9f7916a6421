import { describe, expect, test } from "vitest";
import { disableStaffUser } from "../../../core/access/disable_staff_user.ts";
import { resetPassword } from "../../../core/access/reset_password.ts";
import { signIn } from "../../../core/access/sign_in.ts";
import { refusalOf } from "../refusal.ts";
import { ipAddress, openStaff } from "./staff_samples.ts";

const owner = "owner@clinic.example";

describe("disabling a staff user", () => {
  test("ends every session of the user, refuses new ones, and does not affect other users", async () => {
    const staff = await openStaff();
    const [user, other] = [await staff.newUser("ADMIN"), await staff.newUser("ADMIN")];
    const sessions = [
      await staff.signIn(user),
      await staff.signIn(user),
      await staff.signIn(other),
    ];
    const disabled = await disableStaffUser(staff.ports, user.email);
    expect(disabled.disabledAt).toEqual(staff.ports.now());
    const live = await Promise.all(sessions.map(({ session }) => staff.isLive(session)));
    expect(live).toEqual([false, false, true]);
    expect(staff.ports.memory.sessions).toHaveLength(1);
    expect((await refusalOf(() => staff.signIn(user))).code).toBe("INVALID_CREDENTIALS");
  });

  test("again changes nothing and keeps the time of the first", async () => {
    const { ports, newUser, pass } = await openStaff();
    const { email } = await newUser("STAFF");
    const first = (await disableStaffUser(ports, email)).disabledAt;
    pass({ hours: 1 });
    expect((await disableStaffUser(ports, ` ${email.toUpperCase()} `)).disabledAt).toEqual(first);
  });

  test("who does not exist is refused with STAFF_USER_NOT_FOUND", async () => {
    const { ports } = await openStaff();
    const { code } = await refusalOf(() => disableStaffUser(ports, "nobody@clinic.example"));
    expect(code).toBe("STAFF_USER_NOT_FOUND");
  });
});

describe("the last OWNER", () => {
  test("cannot be disabled, and stays signed in", async () => {
    const staff = await openStaff();
    await staff.newUser("ADMIN");
    const { password } = await resetPassword(staff.ports, owner);
    const { session } = await signIn(staff.ports, { email: owner, password }, { ipAddress });
    expect((await refusalOf(() => disableStaffUser(staff.ports, owner))).code).toBe("CONFLICT");
    expect(await staff.isLive(session)).toBe(true);
  });

  test("is not the last if there is another OWNER, who then becomes the last", async () => {
    const { ports, newUser } = await openStaff();
    const { email } = await newUser("OWNER");
    expect((await disableStaffUser(ports, owner)).disabledAt).not.toBeNull();
    expect((await refusalOf(() => disableStaffUser(ports, email))).code).toBe("CONFLICT");
    expect((await disableStaffUser(ports, owner)).email).toBe(owner);
  });

  test("is counted within the organization", async () => {
    const { ports, application } = await openStaff();
    const ownerEmail = "other@other.example";
    await application.createOrganization({ name: "Other", ownerEmail });
    expect((await refusalOf(() => disableStaffUser(ports, owner))).code).toBe("CONFLICT");
    expect((await refusalOf(() => disableStaffUser(ports, ownerEmail))).code).toBe("CONFLICT");
  });
});

describe("resetting a password", () => {
  test("returns a one-time password once and ends every session of the user", async () => {
    const staff = await openStaff();
    const [user, other] = [await staff.newUser("ADMIN"), await staff.newUser("ADMIN")];
    const [one, another] = [await staff.signIn(user), await staff.signIn(other)];
    const made = await resetPassword(staff.ports, ` ${user.email.toUpperCase()} `);
    expect(made.user.email).toBe(user.email);
    expect(made.password).toMatch(/^[0-9A-Za-z]{20}$/);
    expect([await staff.isLive(one.session), await staff.isLive(another.session)]).toEqual([
      false,
      true,
    ]);
    expect((await refusalOf(() => staff.signIn(user))).code).toBe("INVALID_CREDENTIALS");
    const input = { email: user.email, password: made.password };
    const { caller } = await signIn(staff.ports, input, { ipAddress });
    expect(caller.mustChangePassword).toBe(true);
  });

  test("of a disabled user leaves the user disabled", async () => {
    const { ports, newUser } = await openStaff();
    const { email } = await newUser("STAFF");
    await disableStaffUser(ports, email);
    const { user, password } = await resetPassword(ports, email);
    expect(user.disabledAt).not.toBeNull();
    const attempt = () => signIn(ports, { email, password }, { ipAddress });
    expect((await refusalOf(attempt)).code).toBe("INVALID_CREDENTIALS");
  });

  test("of an unknown user is refused with STAFF_USER_NOT_FOUND", async () => {
    const { ports } = await openStaff();
    const { code } = await refusalOf(() => resetPassword(ports, "nobody@clinic.example"));
    expect(code).toBe("STAFF_USER_NOT_FOUND");
  });
});
