import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordOf } from "../../../core/audit/audit_record.ts";
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

const inOrder: {
  change: string;
  before?(): Promise<unknown>;
  act(): Promise<unknown>;
  locks: string;
}[] = [
  {
    change: "a removal of a time of reminders",
    before: () => changeReminders([60]),
    act: () => changeReminders([]),
    locks: "update reminder_marks set last_id = last_id where organization_id = $1",
  },
];

function changeReminders(reminderMinutes: number[]) {
  const { organizationId, departmentId: id } = own;
  return service.application.staff.changeQueueRules(staffOf(organizationId), {
    id,
    reminderMinutes,
  });
}

test.each(inOrder)("$change holds no row while it waits for its organization", async (one) => {
  const { before, act, locks } = one;
  await before?.();
  await client.query("begin");
  // The end of a deadlock is the fault of this session, and not one that the service answers.
  await client.query("set local deadlock_timeout = '10ms'");
  await client.query("select from organizations where id = $1 for no key update", [
    own.organizationId,
  ]);
  const changing = outcome(act());
  await waitForWaiter();
  expect((await client.query(locks, [own.organizationId])).rowCount).toBeGreaterThan(0);
  await client.query("commit");
  expect(await changing).toBe("done");
});
