import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCaller } from "../../../core/mod.ts";
import { ssoSettings } from "../../support/audit_cases/sso_cases.ts";
import { answerOf, type FakeIdentity } from "../../support/in_memory/identity_providers.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { refusalOf } from "../refusal.ts";
import { ipAddress, openStaff, password } from "./staff_samples.ts";

let desk: Awaited<ReturnType<typeof openStaff>>;
let owner: StaffCaller;
let path: string;

const origin = "https://desk.example";

beforeEach(async () => {
  desk = await openStaff();
  owner = (await desk.signIn(await desk.newUser("OWNER"))).caller;
  path = (await save()).path;
});

function save(more: object = {}, caller = owner) {
  return desk.application.staff.saveIdentityProvider(caller, { ...ssoSettings, ...more });
}

async function start(more: { link?: string; caller?: StaffCaller } = {}) {
  return await desk.application.startSso({ path, origin, ...more });
}

async function signIn(
  answer: Partial<FakeIdentity> = {},
  more: { link?: string; caller?: StaffCaller } = {},
) {
  const { pending, address } = await start(more);
  const url = answerOf(address, answer);
  const { caller } = more;
  return await desk.application.finishSso({ ipAddress }, { url, pending, caller });
}

async function linkOf(id: number) {
  const made = await desk.application.staff.createSsoLink(owner, { id });
  return new URL(made.link, origin).searchParams.get("link")!;
}

/** Makes a user whose identity has the subject, signed in by the provider. */
async function linked(role: "OWNER" | "ADMIN" | "STAFF", subject = "ada", more: object = {}) {
  const user = await desk.newUser(role);
  const link = await linkOf(user.id);
  return { user, link, ...(await signIn({ subject, ...more }, { link }))! };
}

const codeOf = async (attempt: () => Promise<unknown>) => (await refusalOf(attempt)).code;

describe("an identity", () => {
  test("signs in once a one-time link has linked it, and the link counts once", async () => {
    const { user, link, caller } = await linked("ADMIN");
    expect(caller).toMatchObject({ staffUserId: user.id, bySso: true, mustChangePassword: false });
    expect((await signIn({ subject: "ada" }))!.caller.staffUserId).toBe(user.id);
    expect(await codeOf(() => signIn({ subject: "bob" }, { link }))).toBe("INVALID_CREDENTIALS");
    const { linkedStaffUserIds } = await desk.application.staff.getIdentityProvider(owner);
    expect(linkedStaffUserIds).toEqual([user.id]);
  });

  test("without a link cannot sign in, whatever its e-mail address", async () => {
    const { email } = await desk.newUser("ADMIN");
    expect(await codeOf(() => signIn({ subject: email }))).toBe("INVALID_CREDENTIALS");
  });

  test("cannot be linked to a second user", async () => {
    await linked("ADMIN");
    const link = await linkOf((await desk.newUser("ADMIN")).id);
    expect(await codeOf(() => signIn({ subject: "ada" }, { link }))).toBe("CONFLICT");
  });

  test("cannot be linked after 7 days", async () => {
    const link = await linkOf((await desk.newUser("ADMIN")).id);
    desk.pass({ hours: 7 * 24 });
    expect(await codeOf(() => signIn({}, { link }))).toBe("INVALID_CREDENTIALS");
  });

  test("of a disabled user cannot sign in", async () => {
    const { user } = await linked("ADMIN");
    await desk.application.staff.disableStaffUser(owner, { id: user.id });
    expect(await codeOf(() => signIn())).toBe("INVALID_CREDENTIALS");
  });

  test("is unlinked with its sessions, but not by its own session", async () => {
    const { caller, user, session } = await linked("OWNER");
    const { staff } = desk.application;
    expect(await codeOf(() => staff.unlinkStaffUser(caller, { id: user.id }))).toBe("CONFLICT");
    await staff.unlinkStaffUser(owner, { id: user.id });
    expect(await desk.ports.sessions.find(session.id)).toBeUndefined();
    expect(await codeOf(() => signIn())).toBe("INVALID_CREDENTIALS");
  });
});

describe("the answer of a provider", () => {
  const meanwhile: [string, () => Promise<unknown>][] = [
    ["was removed meanwhile", () => desk.application.staff.removeIdentityProvider(owner)],
    ["has another client by then", () => save({ clientId: "other" })],
    ["has another issuer by then", () => save({ issuer: "https://other.example" })],
  ];

  function onAnswer(change: () => Promise<unknown>): void {
    const { identityClient } = desk.ports;
    desk.ports.identityClient = {
      ...identityClient,
      async identityOf(...request) {
        const identity = await identityClient.identityOf(...request);
        await change();
        return identity;
      },
    };
  }

  test.each(meanwhile)("of a provider that %s changes no role", async (_, change) => {
    const { user } = await linked("STAFF");
    const groupRules = [{ group: "all", role: "ADMIN" }];
    await save({ groupsClaim: "groups", groupRules });
    onAnswer(change);
    expect(await codeOf(() => signIn({ groups: ["all"] }))).toBe("INVALID_CREDENTIALS");
    expect((await desk.ports.staffUsers.find(user))!.role).toBe("STAFF");
  });

  test.each(meanwhile)("of a provider that %s links nobody", async (_, change) => {
    const { id, organizationId } = await desk.newUser("STAFF");
    const link = await linkOf(id);
    onAnswer(change);
    expect(await codeOf(() => signIn({}, { link }))).toBe("INVALID_CREDENTIALS");
    const { issuer } = ssoSettings;
    const identity = { issuer, subject: "ada" };
    expect(await desk.ports.identityProviders.findUser(organizationId, identity)).toBeUndefined();
  });

  test.each(meanwhile)(
    "of a provider that %s in the last moment begins no session",
    async (_, change) => {
      await linked("ADMIN");
      const { staffUsers } = desk.ports;
      let isChanged = false;
      desk.ports.staffUsers = {
        ...staffUsers,
        async find(...ref) {
          const found = await staffUsers.find(...ref);
          if (!isChanged) {
            isChanged = true;
            await change();
          }
          return found;
        },
      };
      expect(await codeOf(() => signIn())).toBe("INVALID_CREDENTIALS");
      const sessions = desk.ports.memory.sessions;
      expect(sessions.filter(({ ssoSubject }) => ssoSubject !== null)).toEqual([]);
    },
  );

  test("counts once, for ten minutes, and only for the state of the browser", async () => {
    await linked("ADMIN");
    const { pending, address } = await start();
    const finish = (url: string) => desk.application.finishSso({ ipAddress }, { url, pending });
    await finish(answerOf(address));
    expect(await codeOf(() => finish(answerOf(address)))).toBe("INVALID_CREDENTIALS");
    expect(await codeOf(() => signIn({ state: "another" }))).toBe("INVALID_CREDENTIALS");
    const late = await start();
    desk.pass({ minutes: 10 });
    const attempt = () =>
      desk.application.finishSso({ ipAddress }, {
        url: answerOf(late.address),
        pending: late.pending,
      });
    expect(await codeOf(attempt)).toBe("INVALID_CREDENTIALS");
  });

  // A dishonest provider can send the browser on to the provider of another organization, to get the code of its answer.
  test("is refused at the path of another organization, before its code is sent to a provider", async () => {
    await linked("ADMIN");
    const { pending, address } = await start();
    const elsewhere = await seedOrganization(desk.application, {});
    const { path: otherPath } = await desk.application.staff.saveIdentityProvider(
      staffOf(elsewhere.organizationId, { role: "OWNER" }),
      ssoSettings,
    );
    const other = await desk.application.startSso({ path: otherPath, origin });
    const state = new URL(address).searchParams.get("state")!;
    const url = answerOf(other.address, { state });
    const finish = (at: string) => desk.application.finishSso({ ipAddress }, { url: at, pending });
    expect(await codeOf(() => finish(url))).toBe("INVALID_CREDENTIALS");
    // A state that was sent to a provider would be used up.
    expect(await finish(answerOf(address))).toBeDefined();
  });

  test("is refused with a changed state of the browser", async () => {
    const { address } = await start();
    const input = { url: answerOf(address), pending: "changed" };
    const attempt = () => desk.application.finishSso({ ipAddress }, input);
    expect(await codeOf(attempt)).toBe("INVALID_CREDENTIALS");
  });

  test.each(["/sso/1-unknown", "/sso/999999-x", "/sso/x", "/sso/99999999999-x"])(
    "is not requested at the unknown path %s",
    async (unknown) => {
      const attempt = () => desk.application.startSso({ path: unknown, origin });
      expect(await codeOf(attempt)).toBe("CONFLICT");
    },
  );
});

describe("groups", () => {
  const groupRules = [
    { group: "leads", role: "ADMIN" },
    { group: "desk", role: "STAFF" },
  ];
  const withRules = () => save({ groupsClaim: "groups", groupRules });

  test("give the role of the first rule at each sign-in", async () => {
    await linked("STAFF");
    await withRules();
    const role = async (groups: string[]) => (await signIn({ groups }))!.caller.role;
    expect(await role(["desk", "leads"])).toBe("ADMIN");
    expect(await role(["desk"])).toBe("STAFF");
    const changed = desk.ports.memory.audit.filter(({ action }) => action === "staff.role_changed");
    expect(changed.map(({ changes }) => changes)).toEqual([
      [{ field: "role", before: "STAFF", after: "ADMIN" }],
      [{ field: "role", before: "ADMIN", after: "STAFF" }],
    ]);
  });

  test("without a rule are refused", async () => {
    await linked("STAFF");
    await withRules();
    expect(await codeOf(() => signIn({ groups: ["others"] }))).toBe("FORBIDDEN");
  });

  test("leave the last OWNER", async () => {
    const { user } = await linked("OWNER");
    await withRules();
    for (const other of desk.ports.memory.staffUsers) {
      if (other.id !== user.id) other.disable(desk.ports.now());
    }
    expect((await signIn({ groups: ["desk"] }))!.caller.role).toBe("OWNER");
  });

  test("need a claim, roles of this service and departments of the organization", async () => {
    const rule = { group: "desk", role: "STAFF", departmentIds: [999] };
    const settings = [
      { groupRules },
      { groupsClaim: "groups", groupRules: [{ ...rule, role: "BOSS", departmentIds: null }] },
      { groupsClaim: "groups", groupRules: [rule] },
    ];
    for (const one of settings) expect(await codeOf(() => save(one))).toBe("VALIDATION_ERROR");
  });
});

describe("SSO only", () => {
  const ssoOnly = { ssoOnly: true };

  test("is switched on only in a session by the provider, of the present issuer and client", async () => {
    expect(await codeOf(() => save(ssoOnly))).toBe("CONFLICT");
    const { caller } = await linked("OWNER");
    for (const other of [{ issuer: "https://other.example" }, { clientId: "other" }]) {
      expect(await codeOf(() => save({ ...ssoOnly, ...other }, caller))).toBe("CONFLICT");
    }
    expect(await save(ssoOnly, caller)).toMatchObject(ssoOnly);
  });

  test("refuses passwords with the words of a wrong one and ends their sessions, until the operator allows them", async () => {
    const { caller } = await linked("OWNER");
    const user = await desk.newUser("ADMIN");
    const before = await desk.signIn(user);
    await save(ssoOnly, caller);
    const wrong = await refusalOf(() =>
      desk.application.signIn({ ipAddress }, { email: user.email, password: `not ${password}` })
    );
    const right = await refusalOf(() => desk.signIn(user));
    expect([right.code, right.message]).toEqual([wrong.code, wrong.message]);
    expect(desk.failures).toHaveLength(2);
    expect(await desk.ports.sessions.find(before.session.id)).toBeUndefined();
    expect((await signIn())!.caller.bySso).toBe(true);
    await desk.application.allowPasswords(desk.organizationId);
    await desk.signIn(user);
    const again = () => desk.application.allowPasswords(desk.organizationId);
    expect(await codeOf(again)).toBe("CONFLICT");
  });
});

describe("a provider", () => {
  test("that cannot be reached is not stored", async () => {
    const attempt = () => save({ issuer: "https://away.example" });
    expect((await refusalOf(attempt)).details[0]).toMatchObject({ field: "issuer" });
    expect((await desk.application.staff.getIdentityProvider(owner)).provider).toMatchObject({
      issuer: ssoSettings.issuer,
    });
  });

  test("keeps its secret and its path, and shows no secret", async () => {
    const changed = await save({ clientSecret: null, groupsClaim: "roles" });
    expect(changed.path).toBe(path);
    expect(JSON.stringify(changed)).not.toContain(ssoSettings.clientSecret);
  });

  test("that is replaced or removed ends the sessions that it began", async () => {
    const { session } = await linked("ADMIN");
    await save({ issuer: "https://other.example" });
    expect(await desk.ports.sessions.find(session.id)).toBeUndefined();
    expect(await codeOf(() => signIn())).toBe("INVALID_CREDENTIALS");
    await save();
    const later = (await signIn())!;
    await desk.application.staff.removeIdentityProvider(owner);
    expect(await desk.ports.sessions.find(later.session.id)).toBeUndefined();
    const attempt = () => desk.application.staff.createSsoLink(owner, { id: owner.staffUserId });
    expect(await codeOf(attempt)).toBe("CONFLICT");
  });
});

describe("a proof of a session by the provider", () => {
  test("is a new sign-in there, by the same person", async () => {
    const { caller } = await linked("ADMIN");
    await linked("ADMIN", "bob");
    desk.pass({ minutes: 20 });
    expect(await codeOf(() => desk.application.requireFresh(caller))).toBe("STEP_UP_REQUIRED");
    const now = () => desk.ports.now().toString();
    const old = desk.ports.now().subtract({ minutes: 2 }).toString();
    const late = desk.ports.now().add({ minutes: 2 }).toString();
    const wrong = [
      {},
      { authenticatedAt: old },
      { authenticatedAt: late },
      { subject: "bob", authenticatedAt: now() },
    ];
    for (const answer of wrong) {
      expect(await codeOf(() => signIn(answer, { caller }))).toBe("INVALID_CREDENTIALS");
    }
    expect(await signIn({ authenticatedAt: now() }, { caller })).toBeUndefined();
    const { caller: proved } = (await desk.ports.sessions.find(caller.sessionId))!;
    expect(proved.provedAt.toString()).toBe(now());
  });

  test("is no password", async () => {
    const { caller } = await linked("ADMIN");
    const attempt = () => desk.application.proveIdentity(caller, { password });
    expect(await codeOf(attempt)).toBe("VALIDATION_ERROR");
  });

  test("cannot begin in a session by password", async () => {
    expect(await codeOf(() => start({ caller: owner }))).toBe("CONFLICT");
  });
});

describe("a logout at the provider", () => {
  const logout = (more: object = {}) => {
    const issuedAt = desk.ports.now().toString();
    const token = JSON.stringify({ tokenId: "one", issuedAt, subject: "ada", ...more });
    return desk.application.endByBackChannel({ path, token });
  };
  const isOpen = async ({ session: { id } }: { session: { id: string } }) =>
    await desk.ports.sessions.find(id) !== undefined;

  test("ends the session with its id, or all sessions of the subject", async () => {
    const one = await linked("ADMIN", "ada", { sid: "1" });
    const two = (await signIn({ subject: "ada", sid: "2" }))!;
    const other = await linked("ADMIN", "bob", { sid: "3" });
    await logout({ sid: "1" });
    expect(await Promise.all([one, two, other].map(isOpen))).toEqual([false, true, true]);
    await logout({ tokenId: "two" });
    expect(await Promise.all([two, other].map(isOpen))).toEqual([false, true]);
    const { issuer } = ssoSettings;
    await desk.application.endByFrontChannel({ path, issuer: "https://other.example", sid: "3" });
    await desk.application.endByFrontChannel({ path, issuer, sid: "" });
    expect(await isOpen(other)).toBe(true);
    await desk.application.endByFrontChannel({ path, issuer, sid: "3" });
    expect(await isOpen(other)).toBe(false);
  });

  test("is refused with a token that is invalid, old, of the future or used", async () => {
    const first = await linked("ADMIN");
    const at = (minutes: number) => desk.ports.now().add({ minutes }).toString();
    expect(await codeOf(() => desk.application.endByBackChannel({ path, token: "no" })))
      .toBe("INVALID_CREDENTIALS");
    for (const issuedAt of [at(-5), at(1)]) {
      expect(await codeOf(() => logout({ issuedAt }))).toBe("INVALID_CREDENTIALS");
    }
    expect(await isOpen(first)).toBe(true);
    await logout();
    const later = (await signIn())!;
    expect(await codeOf(() => logout())).toBe("INVALID_CREDENTIALS");
    expect(await isOpen(later)).toBe(true);
  });
});
