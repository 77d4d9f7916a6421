import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Factor, Session, type StaffUser } from "../../../core/mod.ts";
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
const start = Temporal.Instant.from("2026-03-01T08:00:00.123Z");
const both = [one.persistence, two.persistence];

async function newUser(organization = organizationId): Promise<StaffUser> {
  const password = "a password of a test";
  const wanted = { email: `${randomUUID()}@clinic.example`, name: "Ada", role: "ADMIN", password };
  return (await one.application.createStaffUser(organization, wanted)).user;
}

function newApp(user: StaffUser, more: Partial<Factor> = {}): Factor {
  const made = { kind: "TOTP", name: "App", sealedSecret: "sealed", createdAt: start } as const;
  return Object.assign(new Factor(user, { ...made, usedUntil: start }), more);
}

function newPasskey(user: StaffUser, credentialId: string = randomUUID()): Factor {
  const passkey = { credentialId, publicKey: "key", counter: 4_294_967_295 };
  const made = { kind: "PASSKEY", name: "Phone", passkey, createdAt: start } as const;
  return new Factor(user, { ...made, usedUntil: start });
}

async function newSession(user: StaffUser, { withFactor = false } = {}): Promise<Session> {
  const session = new Session(user, start, { withFactor });
  await one.persistence.sessions.add(session, user, () => []);
  return session;
}

const first = { sessionId: String(randomUUID()), codeHashes: ["one", "two"] };
const add = (factor: Factor, given = first, { factors } = one.persistence) =>
  factors.add(factor, given, unaudited);
const refOf = ({ id, organizationId, staffUserId }: Factor) => ({
  id,
  organizationId,
  staffUserId,
});

test("a factor is found as it was stored, by its user and by its passkey", async () => {
  const user = await newUser();
  const [app, passkey] = [newApp(user), newPasskey(user)];
  expect([await add(app), await add(passkey)]).toEqual(["first", "further"]);
  const { factors } = two.persistence;
  expect(await factors.list(user)).toEqual([app, passkey]);
  const { credentialId } = passkey.passkey!;
  expect(await factors.findPasskey({ organizationId, credentialId })).toEqual(passkey);
  const elsewhere = { organizationId: other.organizationId, credentialId };
  expect(await factors.findPasskey(elsewhere)).toBeUndefined();
  expect(await add(newPasskey(await newUser(), credentialId))).toBe("taken");
  // Another organization does not learn that the passkey is used here.
  expect(await add(newPasskey(await newUser(other.organizationId), credentialId))).toBe("first");
});

test("of two first factors at once one is the first, and its recovery codes are the ones", async () => {
  for (let round = 0; round < 20; round += 1) {
    const user = await newUser();
    const given = [{ ...first, codeHashes: ["a"] }, { ...first, codeHashes: ["b", "c"] }];
    const added = await Promise.all(both.map((ports, i) => add(newApp(user), given[i], ports)));
    expect(added.toSorted()).toEqual(["first", "further"]);
    const winner = given[added.indexOf("first")]!;
    expect(await one.persistence.factors.countRecoveryCodes(user))
      .toBe(winner.codeHashes.length);
  }
});

test("at most ten factors are added, however many requests come at once", async () => {
  const user = await newUser();
  const added = await Promise.all(
    Array.from({ length: 14 }, (_, i) => add(newApp(user), first, both[i % 2])),
  );
  expect(added.filter((one) => one !== "full")).toHaveLength(10);
});

test("a proof counts once, however many processes get it at once", async () => {
  const user = await newUser();
  const app = newApp(user);
  await add(app);
  const use = { usedUntil: start.add({ seconds: 30 }), at: start };
  const used = await Promise.all(
    Array.from({ length: 8 }, (_, i) => both[i % 2]!.factors.use(refOf(app), use)),
  );
  expect(used.filter(Boolean)).toHaveLength(1);
  const older = { ...use, usedUntil: start.add({ seconds: 29 }) };
  expect(await one.persistence.factors.use(refOf(app), older)).toBe(false);
});

test("a recovery code counts once, and only for its user", async () => {
  const [user, stranger] = [await newUser(), await newUser()];
  await add(newApp(user));
  await add(newApp(stranger), { ...first, codeHashes: [] });
  const useCode = (by: StaffUser, i = 0) =>
    both[i % 2]!.factors.useRecoveryCode(by, "one", {
      ...recordOf(by),
      action: "staff.recovery_code_used",
    });
  expect(await useCode(stranger)).toBe(false);
  const used = await Promise.all(Array.from({ length: 8 }, (_, i) => useCode(user, i)));
  expect(used.filter(Boolean)).toHaveLength(1);
  expect(await one.persistence.factors.countRecoveryCodes(user)).toBe(1);
});

function recordOf({ id, name }: StaffUser) {
  const { actor } = staffOf(organizationId);
  return {
    organizationId,
    actor,
    subjectId: id,
    subjectName: name,
    environment: null,
    changes: [],
    at: start,
  };
}

test("wrong codes at once are counted one by one, and a right one of any app starts again", async () => {
  const user = await newUser();
  const [app, passkey, later] = [newApp(user), newPasskey(user), newApp(user)];
  const { factors } = one.persistence;
  await add(app);
  await add(passkey);
  const counts = await Promise.all(
    Array.from({ length: 8 }, (_, i) => both[i % 2]!.factors.countFailure(user)),
  );
  expect(counts.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  // Neither a new app nor a passkey allows further guesses.
  await add(later);
  const use = { usedUntil: start.add({ hours: 1 }), at: start };
  expect(await factors.use(refOf(passkey), use)).toBe(true);
  expect(await factors.countFailure(user)).toBe(9);
  expect(await factors.use(refOf(later), { ...use, usedUntil: start })).toBe(false);
  expect(await factors.countFailure(user)).toBe(10);
  expect(await factors.use(refOf(later), use)).toBe(true);
  expect((await factors.list(user)).map(({ failures }) => failures)).toEqual([0, 0, 0]);
  expect(await factors.countFailure(user)).toBe(1);
});

test("right and wrong codes of several apps at once do not block each other", async () => {
  const user = await newUser();
  const apps = Array.from({ length: 4 }, () => newApp(user));
  for (const app of apps) await add(app);
  for (let round = 1; round <= 20; round += 1) {
    const use = { usedUntil: start.add({ hours: round }), at: start };
    const used = await Promise.all(
      apps.toReversed().map(async (app, i) => {
        const { factors } = both[i % 2]!;
        await factors.countFailure(user);
        return await factors.use(refOf(app), use);
      }),
    );
    expect(used).toEqual([true, true, true, true]);
  }
});

describe("the sessions of a user", () => {
  test("all but the present one end with the first factor, which it has then given", async () => {
    const user = await newUser();
    const [kept, ended] = [await newSession(user), await newSession(user)];
    await add(newApp(user), { ...first, sessionId: kept.id });
    const { sessions } = two.persistence;
    expect(await sessions.find(ended.id)).toBeUndefined();
    const found = await sessions.find(kept.id);
    expect(found).toMatchObject({ session: { withFactor: true }, caller: { hasFactor: true } });
    const { rows } = await client.query("select id from sessions where staff_user_id = $1", [
      user.id,
    ]);
    expect(rows).toEqual([{ id: kept.id }]);
  });

  test("without a factor do not count while the user has one, as of a process of the version before", async () => {
    const user = await newUser();
    await add(newApp(user));
    const id = randomUUID();
    await client.query(
      `insert into sessions (id, organization_id, staff_user_id, created_at, last_active_at)
      values ($1, $2, $3, $4, $4)`,
      [id, organizationId, user.id, start.toString()],
    );
    expect(await one.persistence.sessions.find(id)).toBeUndefined();
    const { id: given } = await newSession(user, { withFactor: true });
    expect(await one.persistence.sessions.find(given)).toBeDefined();
  });

  test("remember their last proof, and before it the sign-in", async () => {
    const user = await newUser();
    const session = await newSession(user);
    const { sessions } = one.persistence;
    const provedAt = async () => (await sessions.find(session.id))!.caller.provedAt.toString();
    expect(await provedAt()).toBe(start.toString());
    const at = start.add({ minutes: 7 });
    await sessions.prove({ ...session, organizationId: other.organizationId }, at);
    expect(await provedAt()).toBe(start.toString());
    await sessions.prove(session, at);
    expect(await provedAt()).toBe(at.toString());
  });

  test("say whether the organization requires a factor of the role", async () => {
    const user = await newUser();
    const session = await newSession(user);
    const mustAdd = async () =>
      (await two.persistence.sessions.find(session.id))!.caller.mustAddFactor;
    expect(await mustAdd()).toBe(false);
    const owner = staffOf(organizationId, { role: "OWNER" });
    await one.application.staff.requireFactors(owner, { roles: ["ADMIN"] });
    expect(await mustAdd()).toBe(true);
    await add(newApp(user), { ...first, sessionId: session.id });
    expect(await mustAdd()).toBe(false);
    await one.application.staff.requireFactors(owner, { roles: [] });
  });
});

test("a factor is changed and removed by its user alone, and the codes go with the last one", async () => {
  const [user, stranger] = [await newUser(), await newUser()];
  const [app, passkey] = [newApp(user), newPasskey(user)];
  await add(app);
  await add(passkey);
  const { factors } = two.persistence;
  const foreign = [
    { ...refOf(app), staffUserId: stranger.id },
    { ...refOf(app), organizationId: other.organizationId },
    { ...refOf(app), id: 2 ** 40 },
  ];
  for (const ref of foreign) {
    expect(await factors.rename(ref, "Mine", unaudited)).toBeUndefined();
    expect(await factors.remove(ref, unaudited)).toBeUndefined();
  }
  expect(await factors.countFailure({ ...user, organizationId: other.organizationId })).toBe(0);
  expect(await factors.rename(refOf(app), "Old phone", unaudited)).toMatchObject({
    name: "Old phone",
  });
  expect(await factors.remove(refOf(app), unaudited)).toMatchObject({ name: "Old phone" });
  expect(await factors.countRecoveryCodes(user)).toBe(2);
  expect(await factors.remove(refOf(passkey), unaudited)).toEqual(passkey);
  expect(await factors.countRecoveryCodes(user)).toBe(0);
});
