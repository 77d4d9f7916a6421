import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Session, type StaffUser } from "../../../core/mod.ts";
import type { AuditRecord, IdentityProvider } from "../../../core/ports.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { unaudited } from "../../support/unaudited.ts";

// Two services on one database, which share nothing but it.

const connectionString = await freshDatabase();
const one = await servicePerFile(connectionString);
const two = await servicePerFile(connectionString);
const client = await clientPerFile(connectionString);
const { organizationId } = await seedOrganization(one);
const other = await seedOrganization(one);
const both = [one.persistence.identityProviders, two.persistence.identityProviders];
const [providers] = both as [typeof both[0], unknown];
const at = Temporal.Instant.from("2026-03-01T08:00:00.123Z");
const endsAt = at.add({ hours: 1 });
const issuer = "https://login.example";

async function newUser(organization = organizationId): Promise<StaffUser> {
  const password = "a password of a test";
  const wanted = { email: `${randomUUID()}@clinic.example`, name: "Ada", role: "ADMIN", password };
  return (await one.application.createStaffUser(organization, wanted)).user;
}

const provider: IdentityProvider = {
  organizationId,
  addressKey: "key",
  issuer,
  clientId: "desk",
  sealedSecret: "sealed",
  groupsClaim: "groups",
  groupRules: [{ group: "desk", role: "STAFF", departmentIds: [1] }],
  ssoOnly: false,
  createdAt: at,
  version: 0,
};
const recordOf = (
  action: AuditRecord["action"],
  subject: { id: number; organizationId: number },
): AuditRecord => ({
  organizationId: subject.organizationId,
  actor: staffOf(organizationId).actor,
  action,
  subjectId: subject.id,
  subjectName: "Ada",
  environment: null,
  changes: [],
  at,
});
const removal = recordOf("organization.sso_removed", { id: organizationId, organizationId });
const save = (more: Partial<IdentityProvider> = {}, endsSessions = false) =>
  providers.save({ ...provider, ...more }, { endsSessions }, unaudited);

async function newSession(
  user: StaffUser,
  sso?: { subject: string; sid: string | null },
  { persistence } = one,
) {
  const session = new Session(user, at, { withFactor: true, sso });
  const checked = { passwordHash: user.passwordHash, provider: sso && provider };
  const record = recordOf("staff.signed_in", user);
  const isAdded = await persistence.sessions.add(session, checked, () => [record]);
  const isOpen = async () => await two.persistence.sessions.find(session.id) !== undefined;
  return { session, isAdded, isOpen };
}

async function linked(subject: string, organization = organizationId) {
  const user = await newUser(organization);
  await providers.addLink(user, { hash: subject, endsAt }, unaudited);
  const link = { organizationId: organization, hash: subject, at };
  await providers.useLink(link, { issuer, subject }, unaudited);
  return user;
}

test("a provider is found as it was saved, the second one instead of the first", async () => {
  await Promise.all(both.map((ports) => ports.save(provider, { endsSessions: false }, unaudited)));
  const { version } = (await both[1]!.find(organizationId))!;
  expect(await both[1]!.find(organizationId)).toEqual({ ...provider, version });
  const changed = { issuer: "https://other.example", groupsClaim: null, groupRules: [] };
  const saved = await save({ ...changed, createdAt: endsAt, addressKey: "another" });
  // The address and the time of the first one stay.
  expect(saved).toEqual({ ...provider, ...changed, version: version + 1 });
  expect(await providers.find(organizationId)).toEqual(saved);
  expect(await providers.find(other.organizationId)).toBeUndefined();
  expect(await providers.find(2 ** 40)).toBeUndefined();
  const { rows } = await client.query("select count(*)::int as count from identity_providers");
  expect(rows).toEqual([{ count: 1 }]);
  await save();
});

test("the provider of a closed organization is not found", async () => {
  const closed = await seedOrganization(one);
  await save({ organizationId: closed.organizationId });
  await one.application.closeOrganization(closed.organizationId);
  expect(await providers.find(closed.organizationId)).toBeUndefined();
});

test("a link counts once, however many processes get it at once", async () => {
  const user = await newUser();
  const hash = randomUUID();
  await providers.addLink(user, { hash, endsAt }, unaudited);
  const used = await Promise.all(
    Array.from({ length: 8 }, (_, i) => {
      const identity = { issuer, subject: `${hash} ${i}` };
      return both[i % 2]!.useLink({ organizationId, hash, at }, identity, unaudited);
    }),
  );
  expect(used.filter(Boolean)).toEqual([{ id: user.id }]);
  const subject = `${hash} ${used.findIndex(Boolean)}`;
  expect(await providers.findUser(organizationId, { issuer, subject })).toBe(user.id);
  expect(await providers.findUser(other.organizationId, { issuer, subject })).toBeUndefined();
  const elsewhere = { issuer: "https://other.example", subject };
  expect(await providers.findUser(organizationId, elsewhere)).toBeUndefined();
});

test("a link of another organization, an old one and a replaced one do not count", async () => {
  const user = await newUser();
  await providers.addLink(user, { hash: "replaced", endsAt }, unaudited);
  await providers.addLink(user, { hash: "present", endsAt }, unaudited);
  const identity = { issuer, subject: "of no link" };
  for (
    const link of [
      { organizationId, hash: "replaced", at },
      { organizationId: other.organizationId, hash: "present", at },
      { organizationId, hash: "present", at: endsAt },
    ]
  ) expect(await providers.useLink(link, identity, unaudited)).toBeUndefined();
  const foreign = { id: user.id, organizationId: other.organizationId };
  expect(await providers.addLink(foreign, { hash: "x", endsAt }, unaudited)).toBe(false);
  const impossible = { id: 2 ** 40, organizationId };
  expect(await providers.addLink(impossible, { hash: "x", endsAt }, unaudited)).toBe(false);
});

test("an identity belongs to one user of an organization, and the refused link still counts", async () => {
  const holder = await linked("shared");
  await linked("shared", other.organizationId);
  const user = await newUser();
  await providers.addLink(user, { hash: "second", endsAt }, unaudited);
  const link = { organizationId, hash: "second", at };
  expect(await providers.useLink(link, { issuer, subject: "shared" }, unaudited)).toBe("taken");
  const own = { issuer, subject: "own" };
  expect(await providers.useLink(link, own, unaudited)).toEqual({ id: user.id });
  const list = await providers.listLinked(organizationId, issuer);
  expect(list).toEqual(expect.arrayContaining([holder.id, user.id]));
  expect(await providers.listLinked(organizationId, "https://other.example")).toEqual([]);
});

test("a token counts once in its organization until housekeeping deletes it", async () => {
  const once = { organizationId, hash: "token", endsAt };
  const used = await Promise.all(
    Array.from({ length: 8 }, (_, i) => both[i % 2]!.useOnce(once)),
  );
  expect(used.filter(Boolean)).toHaveLength(1);
  expect(await providers.useOnce({ ...once, organizationId: other.organizationId })).toBe(true);
});

test("a user is unlinked with the sessions by the provider alone", async () => {
  const user = await linked("leaves");
  const bySso = await newSession(user, { subject: "leaves", sid: null });
  const byPassword = await newSession(user);
  expect(await providers.unlink(user, unaudited)).toBe(true);
  expect([await bySso.isOpen(), await byPassword.isOpen()]).toEqual([false, true]);
  expect(await providers.unlink(user, unaudited)).toBe(false);
});

describe("a sign-in by the provider that races", () => {
  const ends: [string, (user: StaffUser) => Promise<unknown>][] = [
    ["a removal of the provider", () => both[1]!.remove(organizationId, removal)],
    ["another client", () => save({ clientId: "other" }, true)],
    ["an unlinking", (user) => both[1]!.unlink(user, unaudited)],
  ];

  test.each(ends)("with %s leaves no session", async (_, end) => {
    const outcomes = new Set<boolean>();
    // Until some have come before it and some after, or nothing was raced.
    for (let round = 0; round < 40 || outcomes.size < 2; round += 1) {
      await save();
      const subject = randomUUID();
      const user = await linked(subject);
      // From either process and a little apart, so that each falls into another moment of the other.
      const place = round % 5;
      const sessions = await Promise.all(
        Array.from({ length: 5 }, async (_, i) => {
          if (i === place) return void await end(user);
          return await newSession(user, { subject, sid: null }, i % 2 === 0 ? one : two);
        }),
      );
      for (const session of sessions) if (session) outcomes.add(session.isAdded);
      const { rows } = await client.query("select id from sessions where staff_user_id = $1", [
        user.id,
      ]);
      expect(rows).toEqual([]);
    }
    await save();
  });
});

test("a logout ends the sessions with its session and subject, in its organization", async () => {
  const user = await linked("logs out");
  const namesake = await linked("another");
  await save({ organizationId: other.organizationId });
  const subject = "logs out";
  const stranger = await linked(subject, other.organizationId);
  const sessions = await Promise.all([
    newSession(user, { subject, sid: "1" }),
    newSession(user, { subject, sid: "2" }),
    newSession(namesake, { subject: "another", sid: "1" }),
    newSession(stranger, { subject, sid: "1" }),
    newSession(user),
  ]);
  const open = () => Promise.all(sessions.map(({ isOpen }) => isOpen()));
  const end = (ended: object) => providers.endSessions(organizationId, ended, unaudited);
  expect([await end({}), await end({ sid: "1", subject })]).toEqual([0, 1]);
  expect(await open()).toEqual([false, true, true, true, true]);
  expect([await end({ sid: "1" }), await end({ subject })]).toEqual([1, 1]);
  expect(await open()).toEqual([false, false, false, true, true]);
});

test("a token that is used once ends sessions once, also by two services at once", async () => {
  const user = await linked("once");
  await newSession(user, { subject: "once", sid: "9" });
  const once = { hash: randomUUID(), endsAt: one.application.now().add({ hours: 1 }) };
  const ends = [one, two].map(({ persistence }) =>
    persistence.identityProviders.endSessions(organizationId, { subject: "once", once }, unaudited)
  );
  expect((await Promise.all(ends)).toSorted()).toEqual([1, "used"]);
});

test("SSO only refuses and ends every session that the provider did not begin", async () => {
  const user = await linked("only");
  const before = await newSession(user);
  await save({ ssoOnly: true });
  expect(await before.isOpen()).toBe(false);
  expect((await newSession(user)).isAdded).toBe(false);
  const bySso = await newSession(user, { subject: "only", sid: null });
  expect([bySso.isAdded, await bySso.isOpen()]).toEqual([true, true]);
  expect(await (await newSession(await newUser(other.organizationId))).isOpen()).toBe(true);
  const ids = [organizationId, other.organizationId];
  expect(await providers.listSsoOnly(ids)).toEqual([organizationId]);
  await one.application.allowPasswords(organizationId);
  expect(await providers.listSsoOnly(ids)).toEqual([]);
  expect((await newSession(user)).isAdded).toBe(true);
  await save({}, true);
  expect(await bySso.isOpen()).toBe(false);
});

test("in a session by the provider, neither a one-time password nor a required factor matters", async () => {
  const user = await linked("invited");
  await client.query(
    "update staff_users set must_change_password = true where id = $1",
    [user.id],
  );
  await client.query(
    "update organizations set factor_required_roles = '{ADMIN}' where id = $1",
    [organizationId],
  );
  const callerOf = async ({ session: { id } }: Awaited<ReturnType<typeof newSession>>) =>
    (await two.persistence.sessions.find(id))!.caller;
  const free = { mustChangePassword: false, mustAddFactor: false, bySso: true };
  const bound = { mustChangePassword: true, mustAddFactor: true, bySso: false };
  expect(await callerOf(await newSession(user, { subject: "invited", sid: null })))
    .toMatchObject(free);
  expect(await callerOf(await newSession(user))).toMatchObject(bound);
});
