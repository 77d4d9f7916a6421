import { expect, test } from "vitest";
import type { EventName } from "../../../core/mod.ts";
import { warnOfEndingKeys } from "../../../gateway/persistence/access/key_warnings.ts";
import { Gates } from "../../../gateway/persistence/booking/gates.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { openDatabase } from "../../../gateway/persistence/database/database.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { addWebhook, inDatabase, publishedEvents } from "../../support/published_events.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";

/** An organization with a webhook for ending keys, and any number of processes that publish the warnings. */
async function openKeys() {
  const url = await freshDatabase();
  const stack = new AsyncDisposableStack();
  const service = stack.use(await openService(url));
  service.setNow("2026-11-01T12:00:00Z");
  const { organizationId } = await seedOrganization(service);
  const events: EventName[] = ["API_KEY_EXPIRING"];
  const webhookId = await addWebhook(service, organizationId, { events, includeTest: true });
  const newProcess = () => {
    const { pool } = openDatabase(new Connections(url), 4);
    stack.defer(() => pool.end());
    const gates = new Gates(pool);
    return (at: string, onEvents = () => {}) =>
      warnOfEndingKeys({ pool, gates, now: () => Temporal.Instant.from(at), onEvents });
  };
  return {
    url,
    service,
    organizationId,
    webhookId,
    newProcess,
    newKey: (more: object = {}, of = organizationId) =>
      service.application.createApiKey(of, {
        name: "Website",
        environment: "LIVE",
        scopes: ["READ_APPOINTMENTS"],
        expiresAt: "2026-12-31T12:00:00",
        ...more,
      }),
    feedOf: async () =>
      (await inDatabase<{ bodies: string }>(
        url,
        "select bodies from feed_entries order by position",
      ))
        .flatMap(({ bodies }) => bodies.split("\n").map((body) => JSON.parse(body).type)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test("a key has a warning 14 and 3 days before its end, once each, in its environment and in the feed", async () => {
  await using keys = await openKeys();
  const { id, maskedKey } = await keys.newKey({ environment: "TEST" });
  await keys.newKey({ expiresAt: null });
  const warn = keys.newProcess();
  let woken = 0;
  const counts = [];
  for (
    const at of [
      "2026-12-17T11:59:59Z",
      "2026-12-17T12:00:00Z",
      "2026-12-17T13:00:00Z",
      "2026-12-28T12:00:00Z",
      "2026-12-28T13:00:00Z",
      "2027-01-01T00:00:00Z",
    ]
  ) counts.push(await warn(at, () => void (woken += 1)));
  expect([counts, woken]).toEqual([[0, 1, 0, 1, 0, 0], 2]);
  const about = {
    id,
    name: "Website",
    maskedKey,
    expiresAt: "2026-12-31T12:00:00.000Z",
    type: "api_key.expiring",
    environment: "TEST",
    webhookIds: [keys.webhookId],
  };
  expect(
    (await publishedEvents(keys.url)).toSorted((a, b) =>
      Number(b["daysBefore"]) - Number(a["daysBefore"])
    ),
  )
    .toEqual([{ ...about, daysBefore: 14 }, { ...about, daysBefore: 3 }]);
  expect(await keys.feedOf()).toEqual(["api_key.expiring", "api_key.expiring"]);
});

test("a later end of a key has warnings of its own, and no version is raised by a warning", async () => {
  await using keys = await openKeys();
  const { id } = await keys.newKey();
  const warn = keys.newProcess();
  await warn("2026-12-29T00:00:00Z");
  const [row] = await inDatabase<{ version: number }>(keys.url, "select version from api_keys");
  expect(row!.version).toBe(1);
  await inDatabase(keys.url, `update api_keys set expires_at = '2027-02-01' where id = ${id}`);
  const counts = [];
  for (const at of ["2026-12-29T00:00:00Z", "2027-01-20T00:00:00Z", "2027-01-30T00:00:00Z"]) {
    counts.push(await warn(at));
  }
  expect(counts).toEqual([0, 1, 1]);
});

test("processes at once publish each warning once", async () => {
  await using keys = await openKeys();
  for (let i = 0; i < 20; i += 1) {
    await keys.newKey({ name: `Key ${i}`, environment: i % 2 === 0 ? "LIVE" : "TEST" });
  }
  const at = "2026-12-20T00:00:00Z";
  const processes = Array.from({ length: 4 }, () => keys.newProcess());
  const counts = await Promise.all(processes.map((warn) => warn(at)));
  const left = await processes[0]!(at);
  expect(counts.reduce((sum, one) => sum + one, left)).toBe(20);
  const names = (await publishedEvents(keys.url)).map(({ name }) => name);
  expect([names.length, new Set(names).size]).toEqual([20, 20]);
  expect(await keys.feedOf()).toHaveLength(20);
});

test("a transaction that fails leaves no warning and no event, and the next one has both", async () => {
  await using keys = await openKeys();
  await keys.newKey();
  const warn = keys.newProcess();
  await inDatabase(
    keys.url,
    "alter table feed_entries add constraint refused check (bodies = '') not valid",
  );
  const at = "2026-12-20T00:00:00Z";
  await expect(warn(at)).rejects.toThrow("refused");
  expect(await inDatabase(keys.url, "select 1 from api_keys where warned_end is not null"))
    .toEqual([]);
  expect(await publishedEvents(keys.url)).toEqual([]);
  await inDatabase(keys.url, "alter table feed_entries drop constraint refused");
  expect(await warn(at)).toBe(1);
});

test("keys of a closed organization and revoked keys have no warnings", async () => {
  await using keys = await openKeys();
  const { id } = await keys.newKey();
  const warn = keys.newProcess();
  const at = "2026-12-20T00:00:00Z";
  await inDatabase(keys.url, `update organizations set closed_at = now()`);
  expect(await warn(at)).toBe(0);
  await inDatabase(keys.url, `update organizations set closed_at = null`);
  await inDatabase(keys.url, `update api_keys set revoked_at = now() where id = ${id}`);
  expect(await warn(at)).toBe(0);
});

test("an organization that fails keeps no other one from its warnings", async () => {
  await using keys = await openKeys();
  await keys.newKey();
  const { organizationId } = await seedOrganization(keys.service);
  await keys.newKey({}, organizationId);
  await inDatabase(
    keys.url,
    `alter table feed_entries add constraint refused
       check (organization_id <> ${keys.organizationId}) not valid`,
  );
  let woken = 0;
  const warn = keys.newProcess();
  await expect(warn("2026-12-20T00:00:00Z", () => void (woken += 1))).rejects.toThrow("refused");
  expect([await keys.feedOf(), woken]).toEqual([["api_key.expiring"], 1]);
});
