import { describe, expect, test } from "vitest";
import { operatorCaller } from "../../../core/access/caller.ts";
import { disableStaffUser, resetPassword } from "../../../core/access/change_staff_users.ts";
import { refusalOf } from "../refusal.ts";
import { openStaff } from "./staff_samples.ts";

// What these actions do is tested in team.test.ts; here an operator names the user by e-mail address.
describe.each([
  ["disableStaffUser", disableStaffUser],
  ["resetPassword", resetPassword],
])("%s()", (_, act) => {
  test("finds the user by an e-mail address in any spelling", async () => {
    const { ports, newUser } = await openStaff();
    const user = await newUser("STAFF");
    const before = { ...user };
    await act(ports, operatorCaller, { email: ` ${user.email.toUpperCase()} ` });
    expect({ ...user }).not.toEqual(before);
  });

  test("refuses an unknown user with STAFF_USER_NOT_FOUND", async () => {
    const { ports } = await openStaff();
    const { code } = await refusalOf(() =>
      act(ports, operatorCaller, { email: "nobody@clinic.example" })
    );
    expect(code).toBe("STAFF_USER_NOT_FOUND");
  });
});

test("the last OWNER is counted within the organization", async () => {
  const { ports, application } = await openStaff();
  const ownerEmail = "other@other.example";
  await application.createOrganization({ name: "Other", ownerEmail });
  for (const email of ["owner@clinic.example", ownerEmail]) {
    expect((await refusalOf(() => disableStaffUser(ports, operatorCaller, { email }))).code).toBe(
      "CONFLICT",
    );
  }
});
