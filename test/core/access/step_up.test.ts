import { describe, expect, test } from "vitest";
import type { StaffCaller } from "../../../core/mod.ts";
import { codeOf, passkeyAnswer } from "../../support/in_memory/factors.ts";
import { faultsOf, refusalOf } from "../refusal.ts";
import { ipAddress, openStaff, password } from "./staff_samples.ts";

/** Opens an organization with an OWNER whose sign-in was ten minutes ago. */
async function openStale() {
  const staff = await openStaff();
  const user = await staff.newUser("OWNER");
  const { session } = await staff.signIn(user);
  const present = () =>
    staff.application.authenticateSession(session.id, { isActivity: true, ipAddress });
  staff.pass({ minutes: 10 });
  return { ...staff, user, session, present, own: staff.application.staff };
}

const key = { name: "Website", scopes: ["READ_APPOINTMENTS"] };
const person = { name: "Grace", email: "grace@clinic.example" };
type Acts = ReturnType<typeof openStaff> extends Promise<infer S>
  ? S extends { application: { staff: infer A } } ? A : never
  : never;

describe("without a proof of the last ten minutes", () => {
  const needing: [string, (own: Acts, caller: StaffCaller) => unknown][] = [
    ["a LIVE key", (own, caller) => own.createApiKey(caller, { ...key, environment: "LIVE" })],
    ["a reporting token", (own, caller) => own.createReportingToken(caller, { name: "Metabase" })],
    [
      "an invited OWNER",
      (own, caller) => own.inviteStaffUser(caller, { ...person, role: "OWNER" }),
    ],
    [
      "an invited ADMIN",
      (own, caller) => own.inviteStaffUser(caller, { ...person, role: "ADMIN" }),
    ],
    ["a new ADMIN", (own, caller) => own.setStaffUserRole(caller, { id: 1, role: "ADMIN" })],
    ["a new password of somebody", (own, caller) => own.resetStaffUserPassword(caller, { id: 1 })],
    ["an account that is enabled", (own, caller) => own.enableStaffUser(caller, { id: 1 })],
    ["a new OWNER", (own, caller) => own.setStaffUserRole(caller, { id: 1, role: "OWNER" })],
    ["an erasure", (own, caller) => own.eraseAppointment(caller, { id: 1 })],
    ["the erasure of a person", (own, caller) => own.erasePerson(caller, { id: 1 })],
    ["a file of a person", (own, caller) => own.exportPerson(caller, { id: 1 })],
    ["an export of appointments", (own, caller) => own.exportAppointments(caller, {})],
    ["a rule of retention", (own, caller) => own.setRetention(caller, {})],
    ["the end of a legal hold", (own, caller) => own.liftLegalHold(caller, { id: 1 })],
    ["a new factor", (own, caller) => own.addTotp(caller, {})],
    ["a new passkey", (own, caller) => own.addPasskey(caller, {})],
    ["the removal of a factor", (own, caller) => own.removeFactor(caller, { id: 1 })],
    ["new recovery codes", (own, caller) => own.replaceRecoveryCodes(caller)],
  ];

  test.each(needing)("%s is refused with STEP_UP_REQUIRED", async (_, act) => {
    const { own, present, ports } = await openStale();
    const before = ports.memory.audit.length;
    const caller = await present();
    expect((await refusalOf(() => act(own, caller))).code).toBe("STEP_UP_REQUIRED");
    expect(ports.memory.audit).toHaveLength(before);
  });

  test("rotating and changing a LIVE key are refused, and those of a TEST key are not", async () => {
    const { own, present, application, organizationId } = await openStale();
    const [live, testing] = await Promise.all(
      (["LIVE", "TEST"] as const).map((environment) =>
        application.createApiKey(organizationId, { ...key, environment })
      ),
    );
    const caller = await present();
    const rotate = () => own.rotateApiKey(caller, { id: live!.id });
    expect((await refusalOf(rotate)).code).toBe("STEP_UP_REQUIRED");
    const change = ({ id }: { id: number }) =>
      own.updateApiKey(caller, {
        id,
        expiresAt: null,
        allowedNetworks: null,
        dailyCreditCap: null,
      });
    expect((await refusalOf(() => change(live!))).code).toBe("STEP_UP_REQUIRED");
    expect(await change(testing!)).toMatchObject({ environment: "TEST" });
    expect(await own.rotateApiKey(caller, { id: testing!.id })).toHaveProperty("key");
  });

  test("a TEST key, a STAFF and a stricter requirement are allowed, and a weaker one is not", async () => {
    const { own, present } = await openStale();
    const caller = await present();
    await own.createApiKey(caller, { ...key, environment: "TEST" });
    await own.inviteStaffUser(caller, { ...person, role: "STAFF" });
    await own.requireFactors(caller, { roles: ["ADMIN"] });
    await own.requireFactors(caller, { roles: ["ADMIN", "STAFF"] });
    for (const roles of [[], ["STAFF"]]) {
      const weaken = () => own.requireFactors(caller, { roles });
      expect((await refusalOf(weaken)).code).toBe("STEP_UP_REQUIRED");
    }
  });

  test("the role is checked first", async () => {
    const { own, present } = await openStale();
    const caller = { ...await present(), role: "STAFF" as const };
    const act = () => own.createReportingToken(caller, { name: "Metabase" });
    expect((await refusalOf(act)).code).toBe("FORBIDDEN");
  });
});

describe("a proof", () => {
  const act = (own: Acts, caller: StaffCaller) =>
    own.createReportingToken(caller, { name: "Metabase" });

  test("is the password of a user without a factor, and is fresh for ten minutes", async () => {
    const { application, own, present, pass, failures } = await openStale();
    await application.proveIdentity(await present(), { password });
    pass({ minutes: 9 });
    expect(await act(own, await present())).toHaveProperty("token");
    pass({ minutes: 1 });
    const caller = await present();
    expect((await refusalOf(() => act(own, caller))).code).toBe("STEP_UP_REQUIRED");
    expect(failures).toEqual([]);
  });

  test.each([{}, { password: "wrong" }, { code: "123456" }])(
    "%j is refused with VALIDATION_ERROR and counts as a failed sign-in",
    async (input) => {
      const { application, present, failures, user } = await openStale();
      const caller = await present();
      const prove = () => application.proveIdentity(caller, input);
      expect(await faultsOf(prove)).toEqual(["password"]);
      expect(failures).toMatchObject([{ email: user.email, ipAddress }]);
    },
  );

  test("of a user with a factor is the factor and not the password", async () => {
    const { application, own, present, ports, session, pass, user, organizationId } =
      await openStale();
    await application.proveIdentity(await present(), { password });
    const code = () => codeOf(Math.floor(ports.now().epochMilliseconds / 30_000));
    await own.addTotp(await present(), { name: "App", secret: "A".repeat(32), code: code() });
    const answer = (purpose: string) =>
      passkeyAnswer(
        { purpose, issuedAt: ports.now().toString() },
        { organizationId, credentialId: "phone" },
      );
    const passkey = answer(`add ${session.id}`);
    await own.addPasskey(await present(), { name: "Phone", passkey });
    pass({ minutes: 10 });
    const caller = await present();
    expect(await faultsOf(() => application.proveIdentity(caller, { password }))).toEqual(["code"]);
    expect((await refusalOf(() => act(own, caller))).code).toBe("STEP_UP_REQUIRED");
    await application.proveIdentity(caller, { code: code() });
    expect(await act(own, await present())).toHaveProperty("token");
    pass({ minutes: 10 });
    const proof = { passkey: answer(`prove ${session.id}`) };
    await application.proveIdentity(await present(), proof);
    expect(await act(own, await present())).toHaveProperty("token");
    // A second time it is a replay.
    const replayed = await present();
    expect(await faultsOf(() => application.proveIdentity(replayed, proof))).toEqual(["passkey"]);
    expect(user.role).toBe("OWNER");
  });

  test("of another user's passkey is refused", async () => {
    const { application, own, newUser, signIn, ports, session, organizationId, present } =
      await openStale();
    const answer = (purpose: string, credentialId: string) =>
      passkeyAnswer(
        { purpose, issuedAt: ports.now().toString() },
        { organizationId, credentialId },
      );
    const { caller: other } = await signIn(await newUser("STAFF"));
    const passkey = answer(`add ${other.sessionId}`, "theirs");
    await own.addPasskey(other, { name: "Phone", passkey });
    await application.proveIdentity(await present(), { password });
    const mine = answer(`add ${session.id}`, "mine");
    await own.addPasskey(await present(), { name: "Phone", passkey: mine });
    const caller = await present();
    const proof = { passkey: answer(`prove ${session.id}`, "theirs") };
    expect(await faultsOf(() => application.proveIdentity(caller, proof))).toEqual(["passkey"]);
  });

  test("in the future counts as none: the clock was set back", async () => {
    const { ports, session, present } = await openStale();
    ports.memory.sessions.at(-1)!.provedAt = ports.now().add({ minutes: 2 });
    expect((await present()).provedAt).toEqual(session.createdAt);
  });
});
