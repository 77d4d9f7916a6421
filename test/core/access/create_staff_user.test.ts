import { describe, expect, test } from "vitest";
import { createStaffUser } from "../../../core/access/create_staff_user.ts";
import { signIn } from "../../../core/access/sign_in.ts";
import type { Ports } from "../../../core/ports.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { ipAddress, openStaff, password } from "./staff_samples.ts";
import { operatorIn } from "../../../core/access/caller.ts";

const wanted = { email: "ada@clinic.example", name: "Ada", role: "STAFF" };

describe("a staff user is refused", () => {
  test.each<[string, object, string[]]>([
    ["without anything", { email: undefined, name: undefined, role: undefined }, [
      "email",
      "name",
      "role",
    ]],
    ["with a role in lower case", { role: "staff" }, ["role"]],
    ["with another role", { role: "ROOT" }, ["role"]],
    ["with a blank name", { name: " " }, ["name"]],
    ["with a name of 256 characters", { name: "n".repeat(256) }, ["name"]],
    ["with no e-mail address", { email: "ada" }, ["email"]],
    ["with two e-mail addresses", { email: "a@x.org,b@x.org" }, ["email"]],
    ["with a password of 11 characters", { password: "p".repeat(11) }, ["password"]],
    ["with a password of 129 characters", { password: "p".repeat(129) }, ["password"]],
    ["with an empty password", { password: "" }, ["password"]],
  ])("%s", async (_, change, fields) => {
    const ports = untouchable<Ports>();
    expect(await faultsOf(() => createStaffUser(ports, operatorIn(1), { ...wanted, ...change })))
      .toEqual(
        fields,
      );
  });

  test("in an unknown organization", async () => {
    const { ports, organizationId } = await openStaff();
    const { code } = await refusalOf(() =>
      createStaffUser(ports, operatorIn(organizationId + 1), wanted)
    );
    expect(code).toBe("ORGANIZATION_NOT_FOUND");
  });

  test("with CONFLICT if the organization has the e-mail address, in any spelling", async () => {
    const { ports, organizationId } = await openStaff();
    const email = " OWNER@clinic.example ";
    const attempt = () => createStaffUser(ports, operatorIn(organizationId), { ...wanted, email });
    expect((await refusalOf(attempt)).code).toBe("CONFLICT");
    expect(ports.memory.staffUsers).toHaveLength(1);
  });
});

describe("a new staff user", () => {
  test("without a password gets a one-time password, which is returned once and stored as a hash", async () => {
    const { ports, organizationId } = await openStaff();
    const made = await createStaffUser(ports, operatorIn(organizationId), wanted);
    expect(made.password).toMatch(/^[0-9A-Za-z]{22}$/);
    expect({ ...made.user }).toEqual({
      id: expect.any(Number),
      organizationId,
      ...wanted,
      departmentIds: null,
      passwordHash: await ports.hashPassword(made.password),
      mustChangePassword: true,
      oneTimeUntil: made.user.createdAt.add({ hours: 7 * 24 }),
      createdAt: ports.now(),
      disabledAt: null,
    });
    expect(JSON.stringify(ports.memory.staffUsers)).not.toContain(made.password);
    const input = { email: wanted.email, password: made.password };
    expect((await signIn(ports, { ipAddress }, input)).caller.mustChangePassword).toBe(true);
  });

  test("with a password need not change it", async () => {
    const { ports, organizationId } = await openStaff();
    const email = " Ada@Clinic.Example ";
    const made = await createStaffUser(ports, operatorIn(organizationId), {
      ...wanted,
      email,
      password,
    });
    expect([made.password, made.user.email]).toEqual([password, "ada@clinic.example"]);
    const { caller } = await signIn(ports, { ipAddress }, { email, password });
    expect([caller.mustChangePassword, caller.role]).toEqual([false, "STAFF"]);
  });

  test("never gets the same one-time password as another user", async () => {
    const { ports, organizationId } = await openStaff();
    const passwords = new Set<string>();
    for (let i = 0; i < 50; i += 1) {
      const input = { ...wanted, email: `user-${i}@clinic.example` };
      passwords.add((await createStaffUser(ports, operatorIn(organizationId), input)).password);
    }
    expect(passwords.size).toBe(50);
  });
});
