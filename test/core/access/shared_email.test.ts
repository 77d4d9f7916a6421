import { describe, expect, test } from "vitest";
import { changePassword } from "../../../core/access/change_password.ts";
import { disableStaffUser, resetPassword } from "../../../core/access/change_staff_users.ts";
import { inviteStaffUser } from "../../../core/access/create_staff_user.ts";
import { signIn } from "../../../core/access/sign_in.ts";
import { refusalOf } from "../refusal.ts";
import { ipAddress, openStaff, password } from "./staff_samples.ts";
import { operatorCaller, operatorIn } from "../../../core/access/caller.ts";

const email = "ada@clinic.example";

/** Makes two organizations, an OWNER of the second, and an account of the first. */
async function openTwo() {
  const staff = await openStaff();
  const ownerEmail = "owner@other.example";
  const { organization } = await staff.application.createOrganization({
    name: "Other",
    ownerEmail,
    ownerPassword: password,
  });
  const owner = await signIn(staff.ports, { ipAddress }, { email: ownerEmail, password });
  return {
    ...staff,
    otherId: organization.id,
    account: await staff.newUser("ADMIN", email),
    enter: async (password: string) =>
      (await signIn(staff.ports, { ipAddress }, { email, password })).caller.organizationId,
    invite: (email: string) =>
      inviteStaffUser(staff.ports, owner.caller, { email, name: "Ada", role: "STAFF" }),
  };
}

describe("an e-mail address that another organization also has", () => {
  test("can be invited like any other, and each password signs in to its own account", async () => {
    const { invite, enter, organizationId, otherId } = await openTwo();
    const made = await invite(email);
    expect(made).toEqual({
      id: expect.any(Number),
      oneTimePassword: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
    });
    expect(Object.keys(await invite("nobody@clinic.example"))).toEqual(Object.keys(made));
    expect(await enter(made.oneTimePassword)).toBe(otherId);
    expect(await enter(password)).toBe(organizationId);
    expect((await refusalOf(() => enter("wrong"))).code).toBe("INVALID_CREDENTIALS");
  });

  test("is checked at sign-in by one call, whose time does not show the number of accounts", async () => {
    const { ports, invite, enter } = await openTwo();
    await invite(email);
    const counts: number[] = [];
    ports.matchPassword = async (_, hashes) => {
      counts.push(hashes.length);
      return [];
    };
    await refusalOf(() => enter("wrong"));
    expect(counts).toEqual([2]);
  });

  test("hashes every password of its accounts with the salt of the oldest", async () => {
    const { ports, account, invite, otherId } = await openTwo();
    const { hashPassword } = ports;
    const saltsOf: (string | undefined)[] = [];
    ports.hashPassword = (text, options) => {
      saltsOf.push(options?.saltOf);
      return hashPassword(text);
    };
    const { id } = await invite(email);
    await resetPassword(ports, operatorIn(otherId), { id });
    expect(saltsOf).toEqual([account.passwordHash, account.passwordHash]);
  });

  test("keeps the passwords of its accounts separate", async () => {
    const { ports, invite, enter, organizationId, otherId } = await openTwo();
    const { oneTimePassword: currentPassword } = await invite(email);
    const { caller } = await signIn(ports, { ipAddress }, { email, password: currentPassword });
    const newPassword = "another password of a test";
    await changePassword(ports, caller, { currentPassword, newPassword });
    expect([await enter(newPassword), await enter(password)]).toEqual([otherId, organizationId]);
  });

  test("with the same password for both signs in to the oldest account that is not disabled", async () => {
    const { ports, application, enter, organizationId, otherId } = await openTwo();
    await application.createStaffUser(otherId, { email, name: "Ada", role: "STAFF", password });
    expect(await enter(password)).toBe(organizationId);
    await disableStaffUser(ports, operatorIn(organizationId), { email });
    expect(await enter(password)).toBe(otherId);
  });

  test("needs the organization if an operator names an account by it", async () => {
    const { ports, invite, enter, otherId, organizationId } = await openTwo();
    const { id } = await invite(email);
    const refusal = await refusalOf(() => resetPassword(ports, operatorCaller, { email }));
    expect(refusal.code).toBe("CONFLICT");
    expect(refusal.message).toContain(`${organizationId}, ${otherId}`);
    const reset = await resetPassword(ports, operatorIn(otherId), { email });
    expect(reset.id).toBe(id);
    expect([await enter(reset.oneTimePassword), await enter(password)]).toEqual([
      otherId,
      organizationId,
    ]);
    const attempt = () => resetPassword(ports, operatorIn(999), { email });
    expect((await refusalOf(attempt)).code).toBe("STAFF_USER_NOT_FOUND");
  });
});
