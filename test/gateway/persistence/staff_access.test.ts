import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { maxSessions, Session, type StaffUser } from "../../../core/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { seedOrganization, type TestService } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { unaudited } from "../../support/unaudited.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";

// Two services on one database, which share nothing but it.

const password = "a password of a test";
const origin = { ipAddress: "203.0.113.7" };

const connectionString = await freshDatabase();
const one = await servicePerFile(connectionString);
const two = await servicePerFile(connectionString);
const client = await clientPerFile(connectionString);
const { organizationId } = await seedOrganization(one);

async function newUser(role: StaffUser["role"] = "STAFF", organization = organizationId) {
  const wanted = { email: `${randomUUID()}@clinic.example`, name: "Ada", role, password };
  return (await one.application.createStaffUser(organization, wanted)).user;
}

const signIn = ({ application }: TestService, { email }: StaffUser) =>
  application.signIn(origin, { email, password });

/** The sessions that the database holds of a user. */
async function sessionsOf({ id }: StaffUser): Promise<string[]> {
  const { rows } = await client.query("select id from sessions where staff_user_id = $1", [id]);
  return rows.map((row) => row.id);
}

const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => result.status === "rejected" ? result.reason.code : "done");

describe("a sign-in that races", () => {
  const rounds = 40;
  const ends = {
    "a disabling": (email: string) => two.application.disableStaffUser(email),
    "a password reset": (email: string) => two.application.resetPassword(email),
  };

  test.each(Object.entries(ends))("with %s leaves no session", async (_, end) => {
    const outcomes = new Set<string>();
    // Until some have come before it and some after, or nothing was raced.
    for (let round = 0; round < rounds || outcomes.size < 2; round += 1) {
      const user = await newUser();
      const before = await signIn(one, user);
      // From either process and a little apart, so that each falls into another moment of the other.
      const place = round % 5;
      const attempts = await Promise.allSettled(
        Array.from(
          { length: 5 },
          (_, i) => i === place ? end(user.email) : signIn(i % 2 === 0 ? one : two, user),
        ),
      );
      const [end_, ...codes] = [attempts[place]!, ...codesOf(attempts.toSpliced(place, 1))];
      expect(end_.status).toBe("fulfilled");
      for (const code of codes) outcomes.add(String(code));
      expect(await sessionsOf(user)).toEqual([]);
      expect(await one.persistence.sessions.find(before.session.id)).toBeUndefined();
    }
    expect([...outcomes].sort()).toEqual(["INVALID_CREDENTIALS", "done"]);
  });

  test("with a change of the password leaves only the session that changed it", async () => {
    const user = await newUser();
    const { caller } = await signIn(one, user);
    const input = { currentPassword: password, newPassword: "another password of it" };
    await Promise.allSettled([
      signIn(two, user),
      two.application.changePassword(caller, input),
      signIn(two, user),
    ]);
    expect(await sessionsOf(user)).toEqual([caller.sessionId]);
  });

  test("waits for the lock of a disabling and then finds the user disabled", async () => {
    const user = await newUser();
    await client.query("begin");
    await client.query("select 1 from staff_users where id = $1 for update", [user.id]);
    await client.query("update staff_users set disabled_at = now() where id = $1", [user.id]);
    const refused = signIn(one, user).catch((error: unknown) => error);
    // It has read the user already, and has its session still to add.
    await expect.poll(async () => {
      // What it reads of others' activity is kept for the whole transaction otherwise.
      await client.query("select pg_stat_clear_snapshot()");
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'sessions' " +
          "and datname = current_database()",
      );
      return rows.length;
    }, { timeout: 60_000 }).toBe(1);
    await client.query("commit");
    expect(await refused).toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(await sessionsOf(user)).toEqual([]);
  });
});

test("many sign-ins of one user at once leave exactly 10 sessions, and each ended one is audited", async () => {
  const user = await newUser();
  for (let i = 0; i < 8; i += 1) await signIn(one, user);
  const begun = await Promise.all(
    Array.from({ length: 8 }, (_, i) => signIn(i % 2 === 0 ? one : two, user)),
  );
  const left = await sessionsOf(user);
  expect(left).toHaveLength(maxSessions);
  for (const { session } of begun) expect(left).toContain(session.id);
  const { rows } = await client.query(
    "select changes from audit_entries where subject_id = $1 and action = 'staff.sessions_ended'",
    [user.id],
  );
  const ended = rows.map(({ changes }) => changes[0].after);
  expect(ended.reduce((sum, one) => sum + one, 0)).toBe(16 - maxSessions);
});

test("a sign-in keeps its own session although the clock of the others was ahead", async () => {
  const user = await newUser();
  const { session } = await signIn(one, user);
  await client.query(
    "update sessions set created_at = created_at + interval '1 hour' where id = $1",
    [
      session.id,
    ],
  );
  for (let i = 1; i < maxSessions; i += 1) await signIn(one, user);
  const last = await signIn(two, user);
  expect(await sessionsOf(user)).toContain(last.session.id);
  expect(await sessionsOf(user)).toHaveLength(maxSessions);
});

test("sessions are listed with their device and address, and ended one by one or together", async () => {
  const user = await newUser();
  const from = (device: string) =>
    one.application.signIn({ ...origin, device }, { email: user.email, password });
  const [desk, phone, home] = [await from("desk"), await from("phone"), await from("home")];
  const { staff } = two.application;
  const seen = await staff.listOwnSessions(phone.caller);
  expect(seen[0]).toMatchObject({ device: "phone", ipAddress: origin.ipAddress, isCurrent: true });
  expect(seen.map(({ device }) => device).sort()).toEqual(["desk", "home", "phone"]);
  const stranger = staffOf(organizationId, { staffUserId: 999_999, sessionId: "none" });
  const foreign = staff.endOwnSession(stranger, { id: desk.session.id });
  await expect(foreign).rejects.toMatchObject({ code: "STAFF_USER_NOT_FOUND" });
  expect(await staff.endOwnSession(phone.caller, { id: desk.session.id })).toEqual({ ended: 1 });
  expect((await sessionsOf(user)).sort()).toEqual([phone.session.id, home.session.id].sort());
  expect(await staff.endOtherSessions(phone.caller)).toEqual({ ended: 1 });
  expect(await sessionsOf(user)).toEqual([phone.session.id]);
});

test("a one-time password is refused by every process from its end on, which is stored", async () => {
  const { email } = await newUser();
  const { oneTimePassword: password } = await one.application.resetPassword(email);
  const [{ left }] = (await client.query(
    "select round(extract(epoch from one_time_until - now()) / 3600)::int as left " +
      "from staff_users where email = $1",
    [email],
  )).rows;
  expect(left).toBe(7 * 24);
  await two.application.signIn(origin, { email, password });
  await client.query("update staff_users set one_time_until = now() where email = $1", [email]);
  await expect(two.application.signIn(origin, { email, password }))
    .rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
});

test("a change of a user that throws is rolled back, and its sessions stay", async () => {
  const user = await newUser();
  const { session } = await signIn(one, user);
  const defect = new Error("no");
  const attempt = one.persistence.staffUsers.change(user, {
    ends: "every session",
    change(found) {
      found.disable(Temporal.Now.instant());
      found.setPassword("another", { isOneTime: true, now: Temporal.Now.instant() });
      throw defect;
    },
    audit: unaudited,
  });
  await expect(attempt).rejects.toBe(defect);
  const caller = await two.application.authenticateSession(session.id, {
    isActivity: true,
    ipAddress: "",
  });
  expect(caller.mustChangePassword).toBe(false);
  expect((await signIn(two, user)).caller.staffUserId).toBe(user.id);
});

describe("a session in the database", () => {
  test("is found with its times to the millisecond and the current data of its user", async () => {
    const user = await newUser("ADMIN");
    const now = Temporal.Instant.from("2026-03-01T08:00:00.123Z");
    const session = new Session(user, now);
    expect(await one.persistence.sessions.add(session, user, () => [])).toBe(true);
    await client.query("update staff_users set role = 'OWNER', name = 'Grace' where id = $1", [
      user.id,
    ]);
    const found = (await two.persistence.sessions.find(session.id))!;
    expect(found.session).toEqual(session);
    expect(found.caller).toEqual({
      sessionId: session.id,
      staffUserId: user.id,
      email: user.email,
      name: "Grace",
      role: "OWNER",
      mustChangePassword: false,
      departmentIds: null,
      hasFactor: false,
      bySso: false,
      mustAddFactor: false,
      provedAt: now,
      organizationId,
      organizationName: "Test",
      timeZone: "UTC",
    });
  });

  test("is not stored for another password, a disabled user or an unknown user", async () => {
    const user = await newUser();
    const now = Temporal.Now.instant();
    const { sessions } = one.persistence;
    expect(await sessions.add(new Session(user, now), { passwordHash: "another hash" }, () => []))
      .toBe(false);
    const nobody = new Session({ id: 999_999, organizationId }, now);
    expect(await sessions.add(nobody, user, () => [])).toBe(false);
    await one.application.disableStaffUser(user.email);
    expect(await sessions.add(new Session(user, now), user, () => [])).toBe(false);
    expect(await sessionsOf(user)).toEqual([]);
  });

  test("never gets an earlier last activity, and stays ended", async () => {
    const user = await newUser();
    const now = Temporal.Instant.from("2026-03-01T08:00:00Z");
    const session = new Session(user, now);
    const { sessions } = one.persistence;
    await sessions.add(session, user, () => []);
    await sessions.touch(session.id, now.add({ minutes: 5 }));
    await two.persistence.sessions.touch(session.id, now.add({ minutes: 2 }));
    const { session: touched } = (await sessions.find(session.id))!;
    expect(touched.lastActiveAt).toEqual(now.add({ minutes: 5 }));
    const caller = staffOf(organizationId, { staffUserId: user.id, sessionId: session.id });
    await two.application.signOut(caller);
    await sessions.touch(session.id, now.add({ minutes: 6 }));
    expect(await sessions.find(session.id)).toBeUndefined();
  });

  test("is deleted after 12 hours, and no other session is", async () => {
    const user = await newUser();
    one.setNow("2026-03-02T08:00:00Z");
    const at = (instant: string) => new Session(user, Temporal.Instant.from(instant));
    const [over, going] = [at("2026-03-01T08:00:00Z"), at("2026-03-01T20:00:01Z")];
    for (const session of [over, going]) {
      await one.persistence.sessions.add(session, user, () => []);
    }
    await one.persistence.clean();
    expect(await sessionsOf(user)).toEqual([going.id]);
  });
});
