import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import {
  openService,
  type Seeded,
  seedOrganization,
  type TestService,
} from "../../support/seeded.ts";

let client: Client;
let service: TestService;
let own: Seeded;
beforeAll(async () => {
  const url = await freshDatabase();
  client = new Client({ connectionString: url });
  await client.connect();
  service = await openService(url);
  own = await seedOrganization(service, { slotCapacity: 10 });
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
