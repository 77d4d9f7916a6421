import { describe, expect, test } from "vitest";
import type { StaffCaller, StaffUser } from "../../../core/mod.ts";
import { faultsOf, refusalOf } from "../refusal.ts";
import { provedForEver } from "../../support/staff_callers.ts";
import { ipAddress, openStaff, password } from "./staff_samples.ts";

/** Opens an organization whose OWNER is signed in. */
async function openTeam() {
  const staff = await openStaff();
  const [first] = staff.ports.memory.staffUsers;
  const owner: StaffCaller = {
    sessionId: "s",
    staffUserId: first!.id,
    email: first!.email,
    name: first!.name,
    role: "OWNER",
    departmentIds: null,
    mustChangePassword: false,
    hasFactor: false,
    mustAddFactor: false,
    bySso: false,
    provedAt: provedForEver,
    organizationId: staff.organizationId,
    organizationName: "Harbour Clinic",
    timeZone: "Europe/Oslo",
    ipAddress,
    actor: { kind: "STAFF", id: first!.id, name: first!.name, ipAddress },
  };
  const { organization } = await staff.application.createOrganization({
    name: "Other",
    ownerEmail: "other@other.example",
  });
  const stranger = staff.ports.memory.staffUsers.find((user) =>
    user.organizationId === organization.id
  )!;
  const { audit } = staff.ports.memory;
  return {
    ...staff,
    owner,
    stranger,
    team: staff.application.staff,
    /** Returns the audit records of staff about one user, without those of sign-ins, which failed ones write later. */
    records: ({ id }: { id: number }) =>
      audit.filter(({ subjectId, action }) => subjectId === id && action.startsWith("staff."))
        .filter(({ actor, action }) => actor.kind === "STAFF" && !action.startsWith("staff.sign")),
  };
}

describe("the team", () => {
  test("is listed by id with last activity, disabled users too, and without other organizations' users", async () => {
    const { owner, team, newUser, signIn, pass, application } = await openTeam();
    const ada = await newUser("ADMIN", "ada@clinic.example");
    const idle = await newUser("STAFF", "idle@clinic.example");
    await signIn(ada);
    pass({ minutes: 5 });
    const { session } = await signIn(ada);
    pass({ minutes: 2 });
    await application.authenticateSession(session.id, { isActivity: true, ipAddress });
    await team.disableStaffUser(owner, { id: idle.id });
    const view = {
      name: "Ada",
      departmentIds: null,
      mustChangePassword: false,
      oneTimePasswordEndsAt: null,
      createdAt: "2026-03-01T09:00:00",
    };
    expect(await team.listStaffUsers(owner)).toEqual([
      expect.objectContaining({ id: owner.staffUserId, role: "OWNER", lastActiveAt: null }),
      {
        ...view,
        id: ada.id,
        email: "ada@clinic.example",
        role: "ADMIN",
        isDisabled: false,
        lastActiveAt: "2026-03-01T09:07:00",
      },
      {
        ...view,
        id: idle.id,
        email: "idle@clinic.example",
        role: "STAFF",
        isDisabled: true,
        lastActiveAt: null,
      },
    ]);
  });

  test("gets a new member with a one-time password, which is returned once", async () => {
    const { owner, team, application, ports, records } = await openTeam();
    const input = { email: " Grace@Clinic.Example ", name: " Grace ", role: "ADMIN" };
    const made = await team.inviteStaffUser(owner, input);
    expect(made).toEqual({
      id: expect.any(Number),
      oneTimePassword: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
    });
    const { caller } = await application.signIn(
      { ipAddress },
      { email: "grace@clinic.example", password: made.oneTimePassword },
    );
    expect(caller).toMatchObject({
      staffUserId: made.id,
      name: "Grace",
      role: "ADMIN",
      mustChangePassword: true,
      organizationId: owner.organizationId,
    });
    expect(records(made)).toEqual([{
      organizationId: owner.organizationId,
      actor: { kind: "STAFF", id: owner.staffUserId, name: owner.name, ipAddress },
      action: "staff.created",
      subjectId: made.id,
      subjectName: "Grace",
      environment: null,
      changes: [
        { field: "role", before: null, after: "ADMIN" },
      ],
      at: ports.now(),
    }]);
  });
});

describe("a new role", () => {
  test("takes effect with the user's next request, and the session continues", async () => {
    const { owner, team, newUser, signIn, application, records } = await openTeam();
    const user = await newUser("STAFF");
    const { session } = await signIn(user);
    const view = await team.setStaffUserRole(owner, { id: user.id, role: "ADMIN" });
    expect(view).toMatchObject({ id: user.id, role: "ADMIN", lastActiveAt: "2026-03-01T09:00:00" });
    const now = { isActivity: false, ipAddress };
    expect((await application.authenticateSession(session.id, now)).role).toBe("ADMIN");
    expect(records(user).map(({ action, changes }) => [action, changes])).toEqual([
      ["staff.role_changed", [{ field: "role", before: "STAFF", after: "ADMIN" }]],
    ]);
  });

  test("can bind STAFF and VIEWER to departments, which the next request sees", async () => {
    const { owner, team, newUser, signIn, application, organizationId, records } = await openTeam();
    const { id: departmentId } = await application.createDepartment(organizationId, { name: "A" });
    const user = await newUser("STAFF");
    const { session } = await signIn(user);
    const departments = async () =>
      (await application.authenticateSession(session.id, { isActivity: false, ipAddress }))
        .departmentIds;
    const set = (input: object) => team.setStaffUserRole(owner, { id: user.id, ...input });
    const departmentIds = [departmentId, departmentId];
    expect(await set({ role: "STAFF", departmentIds })).toMatchObject({
      departmentIds: [departmentId],
    });
    expect(await departments()).toEqual([departmentId]);
    // Another role of the desk keeps the departments; ADMIN sees all again.
    await set({ role: "VIEWER" });
    expect(await departments()).toEqual([departmentId]);
    await set({ role: "ADMIN" });
    expect(await departments()).toBeNull();
    expect(records(user).map(({ changes }) => changes.map(({ field }) => field))).toEqual([
      ["departmentIds"],
      ["role"],
      ["role", "departmentIds"],
    ]);
  });

  test("binds nobody else, and to no department of another organization", async () => {
    const { owner, team, newUser, application, organizationId } = await openTeam();
    const { id: departmentId } = await application.createDepartment(organizationId, { name: "A" });
    const other = await application.createOrganization({ name: "O", ownerEmail: "o@o.example" });
    const { id: foreignId } = await application.createDepartment(other.organization.id, {
      name: "B",
    });
    const { id } = await newUser("STAFF");
    const set = (input: object) => () => team.setStaffUserRole(owner, { id, ...input });
    for (
      const input of [
        { role: "ADMIN", departmentIds: [departmentId] },
        { role: "OWNER", departmentIds: [departmentId] },
        { role: "STAFF", departmentIds: [] },
        { role: "STAFF", departmentIds: [departmentId, foreignId] },
        { role: "STAFF", departmentIds: [999_999] },
        { role: "STAFF", departmentIds: [2 ** 40] },
      ]
    ) expect(await faultsOf(set(input))).toEqual(["departmentIds"]);
    const messages = await Promise.all(
      [foreignId, 999_999].map((one) =>
        refusalOf(set({ role: "STAFF", departmentIds: [one] })).then(({ message }) =>
          message.replace(String(one), "N")
        )
      ),
    );
    expect(messages[0]).toBe(messages[1]);
    expect((await team.listStaffUsers(owner)).find((one) => one.id === id)?.departmentIds)
      .toBeNull();
  });

  test("that the user already has is not audited", async () => {
    const { owner, team, records } = await openTeam();
    const { id } = { id: owner.staffUserId };
    expect((await team.setStaffUserRole(owner, { id, role: "OWNER" })).role).toBe("OWNER");
    expect(records({ id })).toEqual([]);
  });

  test("that does not exist is a fault", async () => {
    const { owner, team } = await openTeam();
    const id = owner.staffUserId;
    expect(await faultsOf(() => team.setStaffUserRole(owner, { id, role: "owner" }))).toEqual([
      "role",
    ]);
    expect(await faultsOf(() => team.setStaffUserRole(owner, { id }))).toEqual(["role"]);
  });
});

describe("disabling a staff user", () => {
  test("ends the sessions, repeating it changes nothing, and enabling allows sign-in again", async () => {
    const { owner, team, newUser, signIn, isLive, pass, ports, records } = await openTeam();
    const user = await newUser("ADMIN");
    const { session } = await signIn(user);
    const disabled = await team.disableStaffUser(owner, { id: user.id });
    expect(disabled).toMatchObject({ id: user.id, isDisabled: true, lastActiveAt: null });
    expect(await isLive(session)).toBe(false);
    expect(ports.memory.sessions).toEqual([]);
    expect((await refusalOf(() => signIn(user))).code).toBe("INVALID_CREDENTIALS");
    const at = user.disabledAt;
    pass({ hours: 1 });
    expect(await team.disableStaffUser(owner, { id: user.id })).toEqual(disabled);
    expect(user.disabledAt).toEqual(at);

    for (const _ of ["first", "again"]) {
      const enabled = await team.enableStaffUser(owner, { id: user.id });
      expect(enabled).toEqual({ ...disabled, isDisabled: false });
    }
    expect(await isLive(session)).toBe(false);
    expect(await isLive((await signIn(user)).session)).toBe(true);
    expect(records(user).map(({ action }) => action)).toEqual(["staff.disabled", "staff.enabled"]);
  });
});

describe("a reset password", () => {
  test("is a one-time password and ends every session of the user", async () => {
    const { owner, team, newUser, signIn, isLive, application, records, ports } = await openTeam();
    const [user, other] = [await newUser("ADMIN"), await newUser("ADMIN")];
    const [one, another] = [await signIn(user), await signIn(other)];
    const made = await team.resetStaffUserPassword(owner, { id: user.id });
    expect(made).toEqual({
      id: user.id,
      oneTimePassword: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
    });
    expect([await isLive(one.session), await isLive(another.session)]).toEqual([false, true]);
    expect((await refusalOf(() => signIn(user))).code).toBe("INVALID_CREDENTIALS");
    const input = { email: user.email, password: made.oneTimePassword };
    const { caller } = await application.signIn({ ipAddress }, input);
    expect(caller.mustChangePassword).toBe(true);
    expect(records(user).map(({ action }) => action)).toEqual(["staff.password_reset"]);
    const written = JSON.stringify(ports.memory.audit);
    for (const secret of [made.oneTimePassword, user.passwordHash, password]) {
      expect(written).not.toContain(secret);
    }
  });

  test("of a disabled user leaves the user disabled", async () => {
    const { owner, team, newUser, application } = await openTeam();
    const { id, email } = await newUser("STAFF");
    await team.disableStaffUser(owner, { id });
    const { oneTimePassword: password } = await team.resetStaffUserPassword(owner, { id });
    const { code } = await refusalOf(() => application.signIn({ ipAddress }, { email, password }));
    expect(code).toBe("INVALID_CREDENTIALS");
  });
});

describe("the last OWNER", () => {
  const ends = {
    "be disabled": (team: Team, caller: StaffCaller, { id }: StaffUser) =>
      team.disableStaffUser(caller, { id }),
    "become an ADMIN": (team: Team, caller: StaffCaller, { id }: StaffUser) =>
      team.setStaffUserRole(caller, { id, role: "ADMIN" }),
  };
  type Team = Awaited<ReturnType<typeof openTeam>>["team"];

  test.each(Object.entries(ends))("cannot %s, and stays signed in", async (_, end) => {
    const staff = await openTeam();
    const { owner, team, ports, newUser, isLive, application, records } = staff;
    const user = ports.memory.staffUsers.find(({ id }) => id === owner.staffUserId)!;
    const { oneTimePassword: password } = await application.resetPassword(user.email);
    const { session } = await application.signIn({ ipAddress }, { email: user.email, password });
    // An ADMIN, another organization's OWNER and a disabled OWNER do not count.
    await newUser("ADMIN");
    const disabled = await newUser("OWNER");
    await team.disableStaffUser(owner, { id: disabled.id });
    expect((await refusalOf(() => end(team, owner, user))).code).toBe("CONFLICT");
    expect(user).toMatchObject({ role: "OWNER", disabledAt: null });
    expect(await isLive(session)).toBe(true);
    expect(records(user)).toEqual([]);

    // A disabled OWNER may get another role: it does not count as the last.
    expect((await end(team, owner, disabled)).isDisabled).toBe(true);
  });

  test.each(Object.entries(ends))(
    "is not the last if there is another OWNER: it may %s",
    async (_, end) => {
      const { owner, team, ports, newUser } = await openTeam();
      const user = ports.memory.staffUsers.find(({ id }) => id === owner.staffUserId)!;
      await newUser("OWNER");
      const view = await end(team, owner, user);
      expect(view.isDisabled || view.role === "ADMIN").toBe(true);
    },
  );
});
