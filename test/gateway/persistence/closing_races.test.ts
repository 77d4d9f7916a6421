import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordOf } from "../../../core/audit/audit_record.ts";
import { Factor, Session, type StaffUser } from "../../../core/mod.ts";
import type { StaffUserRef } from "../../../core/ports.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import {
  openService,
  type Seeded,
  seedOrganization,
  type TestService,
} from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

let client: Client;
let service: TestService;
let own: Seeded;
beforeAll(async () => {
  const url = await freshDatabase();
  client = new Client({ connectionString: url });
  await client.connect();
  service = await openService(url);
  own = await seedOrganization(service, { slotCapacity: 10 });
  await saveProvider();
});
afterAll(async () => {
  await client.end();
  await service[Symbol.asyncDispose]();
});

/** Waits until a session of the service waits for a lock. */
async function waitForWaiter(): Promise<void> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await client.query(waiting)).rowCount, { interval: 5 })
    .toBeGreaterThan(0);
}

const outcome = (call: Promise<unknown>) =>
  call.then(() => "done", ({ code }: { code: string }) => code);

/** Gives the organization a provider with SSO only. */
async function saveProvider() {
  const { organizationId } = own;
  const provider = {
    organizationId,
    addressKey: "key",
    issuer: "https://login.example",
    clientId: "desk",
    sealedSecret: "sealed",
    groupsClaim: null,
    groupRules: [],
    ssoOnly: true,
    createdAt: Temporal.Instant.from("2026-03-01T08:00:00Z"),
    version: 0,
  };
  const audit = () =>
    recordOf({ id: organizationId, organizationId, name: "Clinic" }, {
      actor: staffOf(organizationId).actor,
      action: "organization.sso_changed",
      at: provider.createdAt,
    });
  return await service.persistence.identityProviders.save(provider, { endsSessions: true }, audit);
}

const racing: [string, () => Promise<unknown>][] = [
  ["a booking", () => {
    const { departmentId } = own;
    const wanted = { departmentId, dateTime: "2038-03-01T10:00", name: "Ada" };
    return service.application.bookAppointment(own, wanted);
  }],
  ["a grant of credits", () => service.application.grantCredits(own.organizationId, { amount: 1 })],
  ["a new key", () =>
    service.application.createApiKey(own.organizationId, {
      name: "Web",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS"],
    })],
  ["new settings", () => service.application.updateDepartment(own.departmentId, { name: "Late" })],
  ["an identity provider", saveProvider],
  ["a return to passwords", () => service.application.allowPasswords(own.organizationId)],
  ["a removal of the identity provider", () => {
    const owner = staffOf(own.organizationId, { role: "OWNER" });
    return service.application.staff.removeIdentityProvider(owner);
  }],
];

test.each(racing)("%s that waits for a closing is refused after it", async (_, act) => {
  await client.query("begin");
  await client.query("update organizations set closed_at = now() where id = $1", [
    own.organizationId,
  ]);
  const racer = outcome(act());
  await waitForWaiter();
  await client.query("commit");
  expect(await racer).toBe("SERVICE_UNAVAILABLE");
  await service.application.reopenOrganization(own.organizationId);
  expect(await outcome(act())).toBe("done");
});

test.each([
  ["holds the gate", "select from balances where organization_id = $1 for no key update"],
  ["has written an audit entry", "select from organizations where id = $1 for share"],
])("a closing waits for a transaction that %s", async (_, lock) => {
  await client.query("begin");
  await client.query(lock, [own.organizationId]);
  let isClosed = false;
  const closing = service.application.closeOrganization(own.organizationId)
    .then(() => void (isClosed = true));
  await waitForWaiter();
  expect(isClosed).toBe(false);
  await client.query("commit");
  await closing;
  await service.application.reopenOrganization(own.organizationId);
});

const ofProvider = "delete from sessions where organization_id = $1 and sso_subject is not null";
const at = Temporal.Now.instant();

/** Makes a user with a link, and with 10 sessions by the provider whose ids are in an order. */
async function newUser() {
  const { organizationId } = own;
  const wanted = {
    email: `${randomUUID()}@clinic.example`,
    name: "Ada",
    role: "ADMIN",
    password: "a password of a test",
  };
  const { user } = await service.application.createStaffUser(organizationId, wanted);
  const link = { hash: randomUUID(), endsAt: at };
  await service.persistence.identityProviders.addLink(user, link, () => null);
  await client.query(ofProvider, [organizationId]);
  await client.query(
    `insert into sessions
       (id, organization_id, staff_user_id, created_at, last_active_at, sso_subject)
     select ($3 || n)::uuid, $1, $2, now(), now(), 'ada' from generate_series(0, 9) n`,
    [organizationId, user.id, sessionIds],
  );
  return user;
}

const sessionIds = "00000000-0000-4000-8000-00000000000";
const firstSession = `${sessionIds}0`;
const signedOut = ({ id, organizationId }: StaffUserRef) =>
  recordOf({ id, organizationId, name: "Ada" }, {
    actor: staffOf(organizationId).actor,
    action: "staff.signed_out",
    at,
  });

const ending: [string, (user: StaffUser) => Promise<unknown>][] = [
  ["a sign-out", (user) => {
    const session = { id: firstSession, organizationId: user.organizationId };
    return service.persistence.sessions.end(session, signedOut(user));
  }],
  [
    "a sign-in that ends the oldest session",
    (user) =>
      service.persistence.sessions.add(new Session(user, at), user, () => [signedOut(user)]),
  ],
  [
    "an unlinking",
    (user) => service.persistence.identityProviders.unlink(user, () => signedOut(user)),
  ],
  ["a logout at the provider", (user) =>
    service.persistence.identityProviders.endSessions(
      user.organizationId,
      { subject: "ada" },
      () => signedOut(user),
    )],
  ["a change of a staff user", (user) =>
    service.persistence.staffUsers.change(user, {
      change: () => {},
      ends: "every session",
      removesFactors: false,
      audit: () => signedOut(user),
    })],
  ["a first factor", (user) => {
    const made = { kind: "TOTP", name: "App", sealedSecret: "sealed", createdAt: at } as const;
    const factor = new Factor(user, { ...made, usedUntil: at });
    const first = { sessionId: firstSession, codeHashes: ["one"] };
    return service.persistence.factors.add(factor, first, () => signedOut(user));
  }],
];

test.each(ending)("%s holds no session while it waits for its organization", async (_, act) => {
  await client.query("delete from identity_providers");
  const user = await newUser();
  expect(await duringChange({ act: () => act(user), locks: ofProvider })).toBe("done");
});

test.each(
  ending.filter(([name]) => name === "an unlinking" || name === "a logout at the provider"),
)(
  "%s waits for a change of the user that ends the same sessions in another order",
  async (_, act) => {
    await client.query("delete from identity_providers");
    const user = await newUser();
    const end = (n: number) =>
      `delete from sessions where organization_id = $1 and id = '${sessionIds}${n}'`;
    // The first id is now the last row, and a small table is read in the order of its rows.
    await client.query("update sessions set device = 'a' where id = $1", [firstSession]);
    await client.query("analyze sessions");
    const holder = `select from staff_users where id = ${user.id} for no key update`;
    const change = { mode: "key share", before: `${end(0)} and exists (${holder})`, locks: end(9) };
    expect(await duringChange({ ...change, act: () => act(user) })).toBe("done");
  },
);

test("a removal of a time of reminders holds no mark while it waits for its organization", async () => {
  const { organizationId, departmentId: id } = own;
  const change = (reminderMinutes: number[]) =>
    service.application.staff.changeQueueRules(staffOf(organizationId), { id, reminderMinutes });
  await change([60]);
  const locks = "update reminder_marks set last_id = last_id where organization_id = $1";
  expect(await duringChange({ act: () => change([]), locks })).toBe("done");
});

test("a removal of two times of reminders waits for a pass that moves their marks one by one", async () => {
  const { organizationId, departmentId: id } = own;
  const change = (reminderMinutes: number[]) =>
    service.application.staff.changeQueueRules(staffOf(organizationId), { id, reminderMinutes });
  await change([60, 120]);
  const move = (minutes: number) =>
    `update reminder_marks set last_id = last_id + 1
      where organization_id = $1 and environment = 'LIVE' and minutes_before = ${minutes}`;
  // Its row is now behind the other one, and a small table is read in the order of its rows.
  await client.query(move(60), [organizationId]);
  await client.query("analyze reminder_marks");
  const pass = { mode: "key share", before: move(60), act: () => change([]), locks: move(120) };
  expect(await duringChange(pass)).toBe("done");
});

test("a removal of the identity provider holds no session while it waits for a sign-out", async () => {
  await saveProvider();
  await newUser();
  const owner = staffOf(own.organizationId, { role: "OWNER" });
  const removal = await duringChange({
    mode: "share",
    before: `delete from sessions where organization_id = $1 and id = '${sessionIds}9'`,
    act: () => service.application.staff.removeIdentityProvider(owner),
    locks: `delete from sessions where organization_id = $1 and id = '${firstSession}'`,
  });
  expect(removal).toBe("done");
});

/** Locks the organization, and the rows of `locks` as soon as the action waits. Returns the outcome of the action. */
async function duringChange(
  { mode = "no key update", before, act, locks }: {
    mode?: string;
    before?: string;
    act(): Promise<unknown>;
    locks: string;
  },
) {
  const values = [own.organizationId];
  await client.query("begin");
  try {
    // Postgres ends a deadlock by a fault in this session, and not by one that the service answers.
    await client.query("set local deadlock_timeout = '10ms'");
    await client.query(`select from organizations where id = $1 for ${mode}`, values);
    if (before) await client.query(before, values);
    const acting = outcome(act());
    await waitForWaiter();
    expect((await client.query(locks, values)).rowCount).toBeGreaterThan(0);
    await client.query("commit");
    return await acting;
  } finally {
    await client.query("rollback");
  }
}
