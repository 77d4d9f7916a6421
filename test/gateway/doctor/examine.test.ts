import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type NamedFinding } from "../../../gateway/doctor/examine.ts";
import { emptyDatabase, freshDatabase } from "../../support/fresh_database.ts";
import { hasPgbouncer, startPgbouncer } from "../../support/pgbouncer.ts";
import { hasRedisServer, startRedis } from "../../support/redis_server.ts";
import { startPostgresPair } from "../../support/replication/postgres_pair.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { commitEvents, secretsEnvironment, subscribe } from "../../support/webhooks.ts";
import { adminHere, sayHere } from "../process/spawned.ts";

const secrets = { ...secretsEnvironment, SESSION_SECRET: "x8Kq2mVb0ZrT5wYc7HnJ4dLf9GsP1aEu" };

interface Result {
  code: number | string;
  healthy: boolean;
  find(name: string): NamedFinding;
}

async function doctor(environment: Record<string, string>): Promise<Result> {
  const { code, out, err } = await sayHere(["doctor", "--json"], { ...secrets, ...environment });
  expect(err).toBe("");
  const { healthy, checks } = JSON.parse(out) as { healthy: boolean; checks: NamedFinding[] };
  return { code, healthy, find: (name) => checks.find((one) => one.name === name)! };
}

async function sql(databaseUrl: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

test("a database of the service passes all checks of it, with one line for each check", async () => {
  const environment = { ...secrets, DATABASE_URL: await freshDatabase() };
  // Every other command creates the partitions of this month.
  expect((await adminHere(["organization", "list"], environment)).code).toBe(0);
  const { code, out } = await sayHere(["doctor"], environment);
  const lines = out.trimEnd().split("\n");
  // The servers of tests save time by unsafe settings, which is the one thing that fails.
  const others = lines.filter((line) => !line.includes("postgres-settings"));
  expect(others.filter((line) => !line.startsWith("ok "))).toEqual([]);
  expect(lines).toHaveLength(19);
  expect(lines.find((line) => line.includes("postgres-settings"))).toMatch(
    /^failing {2}postgres-settings +fsync is off: .* To fix it: Set fsync = on/,
  );
  expect(code).toBe(1);
});

describe("a Postgres that does not answer fails in seconds, and the other checks say why they were not made", () => {
  const sockets = new Set<Socket>();
  const hanging = createServer((socket) => void sockets.add(socket));
  let port: number;
  beforeAll(async () => {
    hanging.listen(0, "127.0.0.1");
    await once(hanging, "listening");
    port = (hanging.address() as { port: number }).port;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    hanging.close();
  });
  test.each([
    ["is down", () => 1, /the connection was refused/],
    ["hangs", () => port, /no answer within 5000 ms/],
  ])("%s", async (_, portOf, why) => {
    const url = `postgres://me:geheim@127.0.0.1:${portOf()}/booking`;
    const { code, out } = await sayHere(["doctor"], { ...secrets, DATABASE_URL: url });
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`^failing {2}postgres  .*${why.source}`, "m"));
    expect(out).toMatch(/^warning {2}migrations .*not checked: Postgres does not answer/m);
    expect(out).toMatch(/^ok {7}redis /m);
    expect(out).not.toContain("geheim");
  });
});

test("advice for an unreachable reporting or direct database names the variable of that database", async () => {
  const unreachable = "postgres://me@127.0.0.1:1/booking";
  const { find } = await doctor({
    DATABASE_URL: await freshDatabase(),
    DATABASE_POOLER: "transaction",
    DATABASE_DIRECT_URL: unreachable,
    REPORTING_DATABASE_URL: unreachable,
  });
  expect(find("pooler").fix).toMatch(/; Start Postgres there. Check DATABASE_DIRECT_URL$/);
  expect(find("reporting").fix).toMatch(/Start Postgres there. Check REPORTING_DATABASE_URL$/);
});

test("invalid variables are listed, and the rest is checked", async () => {
  const { find } = await doctor({ DATABASE_URL: await freshDatabase(), REDIS_URL: "x", PORT: "y" });
  expect(find("configuration")).toMatchObject({
    state: "failing",
    finding: expect.stringMatching(/^PORT .*; REDIS_URL /),
  });
  expect(find("redis").finding).toBe("not checked: REDIS_URL is invalid");
  expect(find("migrations").state).toBe("ok");
});

test("a variable that another one needs is named, and the rest is checked", async () => {
  const environment = { DATABASE_URL: await freshDatabase(), DATABASE_POOLER: "transaction" };
  const { find } = await doctor(environment);
  expect(find("configuration").finding).toMatch(/^DATABASE_POOLER needs DATABASE_DIRECT_URL/);
  expect(find("migrations").state).toBe("ok");
  const invalid = await doctor({ ...environment, DATABASE_URL: "x", REPORTING_DATABASE_URL: "y" });
  expect(invalid.find("configuration").finding).toMatch(/DATABASE_URL .*; REPORTING_DATABASE_URL /);
  expect(invalid.find("migrations").finding).toBe("not checked: DATABASE_URL is invalid");
});

test("doctor starts no database in an empty data folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "doctor-"));
  try {
    const { find } = await doctor({ DATA_DIR: folder });
    expect(find("postgres")).toMatchObject({
      state: "failing",
      finding: expect.stringMatching(/there is no database yet$/),
    });
    expect(find("disk")).toMatchObject({ state: expect.stringMatching(/ok|warning/) });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a database without tables lacks all migrations, and doctor applies none", async () => {
  const DATABASE_URL = await emptyDatabase();
  for (let time = 0; time < 2; time += 1) {
    const { find } = await doctor({ DATABASE_URL });
    expect(find("migrations")).toMatchObject({
      state: "failing",
      finding: expect.stringMatching(/not applied: 0001_access\.sql.*0007_usage\.sql/),
    });
    expect(find("webhooks")).toMatchObject({
      state: "failing",
      fix: "Apply the migrations with: npm run migrate",
    });
  }
});

test("a missing, an unknown and a changed migration are named", async () => {
  const DATABASE_URL = await freshDatabase();
  await sql(
    DATABASE_URL,
    "delete from schema_migrations where number = 7",
    "insert into schema_migrations values (99, '0099_later.sql', 'x', now())",
    "update schema_migrations set checksum = 'x' where number = 2",
  );
  const { finding } = (await doctor({ DATABASE_URL })).find("migrations");
  expect(finding.split("; ")).toEqual([
    "applied with other statements: 0002_audit.sql",
    "not applied: 0007_usage.sql",
    "the database has migrations of a newer version: 0099_later.sql",
  ]);
});

test("what waits in the database is found: deliveries, leases, sums of usage, old keys, missing partitions", async () => {
  const DATABASE_URL = await freshDatabase();
  await using service = await openService(DATABASE_URL);
  await service.persistence.migrate();
  const scope = await seedOrganization(service);
  const { webhookId } = await subscribe(service, scope, { url: "https://hooks.example/" });
  const off = await subscribe(service, scope, { url: "https://off.example/" });
  // The secret of e-mail, which is a webhook of another channel and hidden as a deleted one.
  const mail = await subscribe(service, scope, { url: "https://mail.example/" });
  const deleted = await subscribe(service, scope, { url: "https://deleted.example/" });
  await commitEvents(DATABASE_URL, scope, [{ webhookId, count: 3 }, { ...off, count: 2 }]);
  const month = Temporal.Now.zonedDateTimeISO("UTC").toPlainDate().toPlainYearMonth();
  const next = month.add({ months: 1 }).toString().replace("-", "_");
  await sql(
    DATABASE_URL,
    `update webhooks set is_active = false where id = ${off.webhookId}`,
    `update webhooks set channel = 'EMAIL', deleted_at = now() where id = ${mail.webhookId}`,
    `update webhooks set deleted_at = now() where id = ${deleted.webhookId}`,
    "update webhook_attempts set due_at = now() - interval '10 minutes'",
    `update webhook_attempts set leased_until = now() - interval '1 minute' where id =
      (select min(id) from webhook_attempts where webhook_id = ${webhookId})`,
    `update webhook_attempts set leased_until = now() + interval '10 s' where id =
      (select max(id) from webhook_attempts where webhook_id = ${webhookId})`,
    `insert into usage_deltas select ${scope.organizationId}, 'LIVE', now() - interval '3 hours',
      1, 'GET /', 200, 1, 1, 0, 1`,
    `insert into idempotency_keys (organization_id, environment, key, fingerprint, answer, created_at)
      values (${scope.organizationId}, 'LIVE', 'k', '', '{}', now() - interval '30 hours')`,
    `drop table feed_entries_${next}`,
  );
  const { find } = await doctor({ DATABASE_URL });
  expect(find("webhooks").finding).toBe(
    "2 deliveries are due, the oldest for 10 min; " +
      "1 claimed deliveries were neither settled nor claimed again after their lease",
  );
  expect(find("rollups").finding).toMatch(
    /^1 sums of usage wait, the oldest for (?:3 h|16\d min)$/,
  );
  expect(find("housekeeping").finding).toBe(
    "no partition for the next month: feed_entries; an Idempotency-Key is 30 h old, and they are kept for 24 h",
  );
  expect(find("secrets")).toMatchObject({
    state: "ok",
    finding: "from the environment; the key decrypts 3 stored webhook secrets",
  });

  const other = { SECRETS_KEY: Buffer.alloc(32, 1).toString("base64") };
  const withOther = await doctor({ DATABASE_URL, ...other });
  expect(withOther.find("secrets").finding).toBe(
    "SECRETS_KEY does not decrypt 3 of 3 stored webhook secrets",
  );
});

test("a read that waits for a lock ends after 5 s and does not stop the other checks", async () => {
  const DATABASE_URL = await freshDatabase();
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query("begin; lock table webhook_attempts in access exclusive mode");
  const { find } = await doctor({ DATABASE_URL });
  await client.end();
  expect(find("webhooks")).toMatchObject({
    state: "failing",
    finding: expect.stringMatching(/^not checked: (?:no answer within|canceling statement)/),
  });
  expect(find("rollups").state).toBe("ok");
});

test(
  "a standby fails as the main database, and its primary reports it",
  async () => {
    await using pair = await startPostgresPair();
    const urlOf = ({ port, password }: { port: number; password: string }) =>
      `postgres://postgres:${password}@127.0.0.1:${port}/appointments`;
    const standby = await doctor({ DATABASE_URL: urlOf(pair.standby) });
    expect(standby.find("replication")).toMatchObject({
      state: "failing",
      finding: "the server is a standby and accepts no writes",
    });
    expect((await adminHere(["organization", "list"], { DATABASE_URL: pair.url })).code).toBe(0);
    const both = await doctor({ DATABASE_URL: pair.url });
    expect(both).toMatchObject({ code: 0, healthy: true });
    expect(both.find("replication")).toMatchObject({
      state: "ok",
      finding: "the server accepts writes; synchronous, to standby",
    });

    // An ordinary role sees that a standby is connected, and nothing about it.
    await pair.primary.rows(`create role "The service" login password 'ordinary'`);
    await pair.primary.rows('grant pg_read_all_data to "The service"');
    const ordinaryUrl = new URL(urlOf(pair.primary));
    ordinaryUrl.username = "The service";
    ordinaryUrl.password = "ordinary";
    const ordinary = await doctor({ DATABASE_URL: ordinaryUrl.href });
    expect(ordinary.find("replication")).toEqual({
      name: "replication",
      state: "warning",
      finding:
        "standbys are connected: standby. Which of them is synchronous, and how far they are " +
        "behind, is not visible to this role",
      fix: 'As a superuser: grant pg_monitor to "The service"',
    });
    const states = (found: Result) =>
      ["postgres", "postgres-settings", "pooler", "migrations", "tables", "housekeeping"]
        .map((name) => found.find(name));
    expect(states(ordinary)).toEqual(states(await doctor({ DATABASE_URL: urlOf(pair.primary) })));
    await pair.primary.rows('grant pg_monitor to "The service"');
    const monitor = await doctor({ DATABASE_URL: ordinaryUrl.href });
    expect(monitor.find("replication")).toEqual(both.find("replication"));

    await pair.primary.rows("select pg_create_physical_replication_slot('unused', true)");
    await pair.standby.kill();
    const alone = await doctor({ DATABASE_URL: pair.url });
    expect(alone.find("replication")).toMatchObject({
      state: "warning",
      finding: expect.stringMatching(/^synchronous_standby_names is "standby"/),
    });
    expect(alone.find("postgres")).toMatchObject({ state: "warning" });
  },
);

test.runIf(hasPgbouncer)(
  "a pooler in transaction mode is found, and so are the settings that do not fit it",
  async () => {
    const url = await freshDatabase();
    await using shared = await startPgbouncer(url, "transaction", { poolSize: 2 });
    await using apart = await startPgbouncer(url, "session");
    const poolerOf = async (environment: Record<string, string>) =>
      (await doctor(environment)).find("pooler");
    const declared = { DATABASE_POOLER: "transaction", DATABASE_DIRECT_URL: url };

    expect(await poolerOf({ DATABASE_URL: shared.url })).toMatchObject({
      state: "failing",
      finding: expect.stringContaining("DATABASE_POOLER is not set"),
      fix: expect.stringMatching(/^Set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL/),
    });
    // The check of the configuration says that DATABASE_DIRECT_URL is missing.
    const withoutDirect = { DATABASE_URL: shared.url, DATABASE_POOLER: "transaction" };
    expect(await poolerOf(withoutDirect)).toMatchObject({
      state: "ok",
      finding: "DATABASE_URL leads to a pooler in transaction mode",
    });
    expect(await poolerOf({ DATABASE_URL: shared.url, ...declared })).toMatchObject({
      state: "ok",
      finding: "DATABASE_URL leads to a pooler in transaction mode, DATABASE_DIRECT_URL past it",
    });
    expect(await poolerOf({ DATABASE_URL: apart.url })).toMatchObject({
      state: "ok",
      finding: "DATABASE_URL leads to a pooler in session mode",
    });
    expect(await poolerOf({ DATABASE_URL: url })).toMatchObject({
      state: "ok",
      finding: "DATABASE_URL leads to Postgres itself",
    });
    expect(await poolerOf({ DATABASE_URL: apart.url, ...declared })).toMatchObject({
      state: "warning",
      finding: expect.stringContaining("leads to a pooler in session mode"),
    });

    const toPooler = { ...declared, DATABASE_DIRECT_URL: shared.url };
    expect(await poolerOf({ DATABASE_URL: shared.url, ...toPooler })).toMatchObject({
      state: "failing",
      finding: expect.stringMatching(/^DATABASE_DIRECT_URL leads to a pooler in transaction mode/),
    });
    const toOther = { ...declared, DATABASE_DIRECT_URL: await emptyDatabase() };
    expect(await poolerOf({ DATABASE_URL: shared.url, ...toOther })).toMatchObject({
      state: "failing",
      finding: "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases",
    });
    const toNobody = { ...declared, DATABASE_DIRECT_URL: "postgres://me:geheim@127.0.0.1:1/x" };
    const nobody = await poolerOf({ DATABASE_URL: shared.url, ...toNobody });
    expect(nobody).toMatchObject({
      state: "failing",
      finding: expect.stringMatching(/^DATABASE_DIRECT_URL: the connection was refused/),
    });
    expect(JSON.stringify(nobody)).not.toContain("geheim");
  },
);

describe.skipIf(!hasRedisServer)("redis", () => {
  test("a Redis with an evicting policy, a full one and a read-only replica are found", async () => {
    const DATABASE_URL = await freshDatabase();
    await using redis = await startRedis({ password: "geheim" });
    const environment = { DATABASE_URL, REDIS_URL: redis.url };
    const good = await doctor(environment);
    expect(good.find("redis")).toMatchObject({ state: "ok" });
    expect(good.find("clocks")).toMatchObject({
      state: "ok",
      finding: expect.stringMatching(/^Postgres .* this machine, Redis .* this machine$/),
    });

    await redis.client.config("SET", "maxmemory", "100mb", "maxmemory-policy", "volatile-ttl");
    expect((await doctor(environment)).find("redis").finding).toContain("volatile-ttl");
    await redis.client.config("SET", "maxmemory", "1kb", "maxmemory-policy", "noeviction");
    expect((await doctor(environment)).find("redis").finding).toContain("full");
    await redis.client.config("SET", "maxmemory", "0");
    await redis.client.replicaof("127.0.0.1", 1);
    expect((await doctor(environment)).find("redis").finding).toContain("read-only");

    const wrong = await doctor({
      ...environment,
      REDIS_URL: redis.url.replace("geheim", "falsch"),
    });
    expect(wrong.find("redis").state).toBe("failing");
    expect(JSON.stringify(wrong.find("redis"))).not.toContain("falsch");
  });

  test("a Redis that is down or hangs fails", async () => {
    const DATABASE_URL = await freshDatabase();
    await using redis = await startRedis();
    const environment = { DATABASE_URL, REDIS_URL: redis.url };
    redis.signal("SIGSTOP");
    expect((await doctor(environment)).find("redis").finding).toContain("no answer within 5000 ms");
    redis.signal("SIGCONT");
    await redis.kill();
    const { find, healthy } = await doctor(environment);
    expect(find("redis")).toMatchObject({
      state: "failing",
      finding:
        "Redis does not answer (the connection was refused), so each service counts limits by itself",
    });
    expect(healthy).toBe(false);
  });
});
