import { describe, expect, test } from "vitest";
import { checkArchive } from "../../../gateway/doctor/checks/archive.ts";
import { checkCertificates } from "../../../gateway/doctor/checks/certificates.ts";
import { checkClocks, type ClockDifference } from "../../../gateway/doctor/checks/clocks.ts";
import {
  checkConfiguration,
  type ConfigurationFacts,
} from "../../../gateway/doctor/checks/configuration.ts";
import { checkDeliveries } from "../../../gateway/doctor/checks/deliveries.ts";
import { checkDisk } from "../../../gateway/doctor/checks/disk.ts";
import { checkEmail } from "../../../gateway/doctor/checks/email.ts";
import { checkErasureList } from "../../../gateway/doctor/checks/erasure_list.ts";
import { checkHousekeeping } from "../../../gateway/doctor/checks/housekeeping.ts";
import { checkMigrations } from "../../../gateway/doctor/checks/migrations.ts";
import { checkPostgres, type PostgresHost } from "../../../gateway/doctor/checks/postgres.ts";
import {
  checkPostgresSettings,
  type SettingsFacts,
} from "../../../gateway/doctor/checks/postgres_settings.ts";
import { checkRedis } from "../../../gateway/doctor/checks/redis.ts";
import type { RedisState } from "../../../gateway/limits/mod.ts";
import { checkReplication } from "../../../gateway/doctor/checks/replication.ts";
import { checkReporting, type ReportingFacts } from "../../../gateway/doctor/checks/reporting.ts";
import { checkRollups } from "../../../gateway/doctor/checks/rollups.ts";
import { checkSecrets, type SecretsFacts } from "../../../gateway/doctor/checks/secrets.ts";
import { checkTables } from "../../../gateway/doctor/checks/tables.ts";
import {
  conclude,
  failing,
  type Finding,
  type State,
  warning,
} from "../../../gateway/doctor/finding.ts";
import type { MigrationFacts, ReplicationFacts } from "../../../gateway/persistence/mod.ts";

const gib = 1024 ** 3;

/** Expects a state and a part of the finding. Only a finding that is not ok has advice. */
function expectFinding(found: Finding, state: State, part: string | RegExp = ""): void {
  expect(found).toEqual({
    state,
    finding: typeof part === "string" ? expect.stringContaining(part) : expect.stringMatching(part),
    ...(state !== "ok" && { fix: expect.stringMatching(/\S/) }),
  });
}

test("several problems of a check become one finding with the worst state", () => {
  const found = conclude(
    [warning("a", "do x"), false, failing("b", "do y"), warning("c", "do x")],
    "",
  );
  expect(found).toEqual({ state: "failing", finding: "a; b; c", fix: "do x; do y" });
});

describe("configuration", () => {
  const good: ConfigurationFacts["configuration"] = {
    isProduction: true,
    publicUrl: "https://book.example",
    trustedProxies: 1,
    allowsPrivateWebhooks: false,
    logLevel: "info",
    sessionSecret: "x8Kq2mVb0ZrT5wYc7HnJ4dLf9GsP1aEu",
    secretsKey: new Uint8Array(32).map((_, i) => i),
  };
  test.each<[Partial<typeof good>, State, string]>([
    [{}, "ok", "production"],
    [
      { publicUrl: "http://book.example" },
      "warning",
      "PUBLIC_URL is http://book.example, not https",
    ],
    [{ publicUrl: undefined }, "warning", "PUBLIC_URL is not set"],
    [{ trustedProxies: 0 }, "warning", "TRUST_PROXY is 0"],
    [{ allowsPrivateWebhooks: true }, "warning", "WEBHOOK_ALLOW_PRIVATE_NETWORK"],
    [{ logLevel: "silent" }, "warning", "LOG_LEVEL"],
    [{ sessionSecret: "s".repeat(40) }, "warning", "SESSION_SECRET"],
    [{ sessionSecret: "only-for-development-8Kq2mVb0ZrT5" }, "warning", "SESSION_SECRET"],
    [{ secretsKey: new Uint8Array(32).fill(7) }, "warning", "SECRETS_KEY"],
    [{ isProduction: false, publicUrl: undefined }, "ok", "development"],
  ])("%j is %s", (change, state, part) => {
    expectFinding(
      checkConfiguration({ problems: [], unknown: [], configuration: { ...good, ...change } }),
      state,
      part,
    );
  });

  test("an invalid variable fails, also in development", () => {
    const facts = {
      problems: ["PORT must be a number"],
      unknown: [],
      configuration: { ...good, isProduction: false },
    };
    expectFinding(checkConfiguration(facts), "failing", "PORT must be a number");
  });

  test.each([true, false])("a misspelled variable warns (production: %s)", (isProduction) => {
    const unknown = [{ name: "PUBLIC_URI", nearest: "PUBLIC_URL" }];
    const facts = { problems: [], unknown, configuration: { ...good, isProduction } };
    const finding = checkConfiguration(facts);
    expectFinding(finding, "warning", "PUBLIC_URI is unknown");
    expect(finding.fix).toBe("Rename it to PUBLIC_URL, or remove it");
  });
});

describe("postgres", () => {
  const answers = (versionNumber: number, timeline: string | null = "00000001"): PostgresHost => ({
    host: "db1",
    server: { version: `${versionNumber / 10_000}`, versionNumber, database: "booking", timeline },
  });
  const away: PostgresHost = { host: "db2", fault: { why: "refused", fix: "Start it" } };
  test.each<[string, PostgresHost[], State, string]>([
    ["version 14", [answers(140_000)], "failing", "too old"],
    ["version 15", [answers(150_000)], "ok", "PostgreSQL 15"],
    ["version 18", [answers(180_000)], "ok", 'PostgreSQL 18, database "booking" at db1, answers'],
    ["version 19", [answers(190_000)], "warning", "newer"],
    ["no answer", [away], "failing", "db2: refused"],
    ["one of two hosts that is away", [away, answers(180_000)], "warning", "db2: refused"],
    ["the name of the other one", [away, answers(180_000)], "warning", '"booking" at db1'],
    ["a standby before the primary", [answers(140_000, null), answers(180_000)], "ok", "18"],
    ["an older primary", [answers(140_000, "00000009"), answers(180_000, "0000000A")], "ok", "18"],
  ])("%s", (_, hosts, state, part) => expectFinding(checkPostgres(hosts), state, part));
});

describe("postgres-settings", () => {
  const good: SettingsFacts = {
    fsync: "on",
    fullPageWrites: "on",
    synchronousCommit: "on",
    encoding: "UTF8",
    triggers: "origin",
    maxConnections: 34,
    needs: { services: 1, needed: 34, pools: 1, perService: 34, databasePoolSize: 20 },
  };
  const four = { ...good.needs, services: 4, needed: 136, pools: 4 };
  test.each<[Partial<SettingsFacts>, State, string]>([
    [{}, "ok", "34 connections are allowed"],
    [{ fsync: "off" }, "failing", "fsync"],
    [{ fullPageWrites: "off" }, "failing", "full_page_writes"],
    [{ synchronousCommit: "local" }, "warning", "synchronous_commit is local"],
    [{ synchronousCommit: "remote_apply" }, "ok", ""],
    [{ encoding: "LATIN1" }, "failing", "LATIN1"],
    [{ triggers: "replica" }, "failing", "triggers"],
    [{ maxConnections: 33 }, "failing", "allows 33 connections, and one service needs 34"],
    [
      { maxConnections: 136, needs: four },
      "ok",
      "136 connections are allowed, and the 4 services and workers that run may open 136",
    ],
    [
      { maxConnections: 97, needs: four },
      "warning",
      "the 4 services and workers that run may open 136 connections, and the server allows 97",
    ],
    [{ maxConnections: undefined, needs: four }, "ok", "pooler"],
  ])("%j is %s", (change, state, part) => {
    expectFinding(checkPostgresSettings({ ...good, ...change }), state, part);
  });
});

test.each<[string, Partial<MigrationFacts>, State, string]>([
  ["all applied", {}, "ok", "all 7"],
  ["one missing", { missing: ["0007_usage.sql"] }, "failing", "not applied: 0007_usage.sql"],
  ["one changed", { changed: ["0001_access.sql"] }, "failing", "0001_access.sql"],
  ["one unknown", { unknown: ["0008_new.sql"] }, "warning", "0008_new.sql"],
])("migrations: %s", (_, change, state, part) => {
  const facts = { applied: 7, missing: [], unknown: [], changed: [], ...change };
  expectFinding(checkMigrations(facts), state, part);
});

describe("replication", () => {
  const primary: ReplicationFacts = {
    isInRecovery: false,
    synchronousNames: "",
    role: "booking",
    standbys: [],
    slots: [],
  };
  const hidden = { name: "db2", isSynchronous: null, lagSeconds: null, lagBytes: null };
  const standby = { name: "db2", isSynchronous: false, lagSeconds: null, lagBytes: null };
  test.each<[string, Partial<ReplicationFacts>, State, string]>([
    ["no standby", {}, "ok", "no standby"],
    ["in recovery", { isInRecovery: true }, "failing", "accepts no writes"],
    ["an asynchronous standby", { standbys: [standby] }, "ok", "asynchronous, to db2"],
    ["names without a standby", { synchronousNames: "db2" }, "warning", "commits wait"],
    [
      "names and an asynchronous standby",
      { synchronousNames: "db3", standbys: [standby] },
      "warning",
      "no synchronous standby",
    ],
    [
      "a synchronous standby",
      { synchronousNames: "db2", standbys: [{ ...standby, isSynchronous: true }] },
      "ok",
      "synchronous, to db2",
    ],
    [
      "names and a standby that the role may not see",
      { synchronousNames: "db2", standbys: [hidden] },
      "warning",
      "not visible to this role",
    ],
    [
      "a hidden standby without names",
      { standbys: [hidden] },
      "warning",
      "how far they are behind",
    ],
    [
      "names without a standby, seen by a role that sees nothing",
      { synchronousNames: "db2", standbys: [] },
      "warning",
      "commits wait",
    ],
    ["a standby 60 s behind", { standbys: [{ ...standby, lagSeconds: 60 }] }, "ok", ""],
    [
      "a standby 61 s behind",
      { standbys: [{ ...standby, lagSeconds: 61 }] },
      "warning",
      "db2 by 61 s",
    ],
    ["a standby 1 GiB behind", { standbys: [{ ...standby, lagBytes: gib }] }, "warning", "1.0 GiB"],
    [
      "a slot that keeps 1 GiB",
      { slots: [{ name: "s", isActive: false, keptBytes: gib }] },
      "ok",
      "",
    ],
    [
      "a slot that keeps more",
      { slots: [{ name: "s", isActive: false, keptBytes: gib + 1 }] },
      "warning",
      "s (inactive) 1.0 GiB",
    ],
    [
      "a lost slot",
      { slots: [{ name: "s", isActive: false, keptBytes: null }] },
      "warning",
      "lost",
    ],
  ])("%s", (_, change, state, part) => {
    expectFinding(checkReplication({ ...primary, ...change }), state, part);
  });
});

describe("reporting", () => {
  // Heartbeats of a process that ended, and of one that runs.
  const server = { isInRecovery: false };
  const primary = { ...server, writtenMs: { ended: 1000, running: 500_000 } };
  const standby = (running: number) => ({
    ...server,
    host: "db2:5432",
    isInRecovery: true,
    writtenMs: { ended: 1000, running },
  });
  const promoted = { ...standby(500_000), isInRecovery: false };
  const foreign = { ...standby(0), host: "db3:5432", writtenMs: { other: 499_000 } };
  const away = { host: "db4:5432", fault: { why: "it is away", fix: "Start it" } };
  test.each<[string, Partial<ReportingFacts>, State, string]>([
    ["a standby 60 s behind", { standbys: [standby(440_000)] }, "ok", "read from db2:5432"],
    ["a standby 61 s behind", { standbys: [standby(439_000)] }, "failing", "61 s behind"],
    ["a promoted standby", { standbys: [promoted] }, "failing", "not a standby"],
    ["a standby of another database", { standbys: [foreign] }, "failing", "no heartbeat"],
    [
      "a standby that shows a later heartbeat than the primary",
      { standbys: [standby(500_001)] },
      "failing",
      "no heartbeat",
    ],
    ["a standby that does not answer", { standbys: [away] }, "failing", "db4:5432: it is away"],
    [
      "the primary and its standby",
      { standbys: [promoted, standby(500_000)] },
      "ok",
      "read from db2:5432",
    ],
    ["one of two", { standbys: [away, standby(500_000)] }, "warning", "db4:5432: it is away"],
    [
      "a primary without heartbeats",
      { primary: { ...server, writtenMs: {} }, standbys: [foreign] },
      "failing",
      "the primary has no heartbeat",
    ],
  ])("%s", (_, change, state, part) => {
    const facts = { maxLagSeconds: 60, primary, standbys: [], ...change };
    expectFinding(checkReporting(facts), state, part);
  });
  test("without standbys", () => expectFinding(checkReporting(undefined), "ok", "the primary"));
});

describe("redis", () => {
  const good = {
    server: "10.0.0.5:6379",
    version: "7.2.4",
    isReadOnly: false,
    maxMemoryBytes: 0,
    usedMemoryBytes: 1,
    evictionPolicy: "noeviction",
    replicas: 1,
  };
  const limited = { ...good, maxMemoryBytes: gib, usedMemoryBytes: gib };
  test.each<[string, typeof good | { fault: string } | undefined, State, string]>([
    ["without replicas", { ...good, replicas: 0 }, "ok", ""],
    ["not configured", undefined, "ok", "each service"],
    ["away", { fault: "refused" }, "failing", "does not answer (refused)"],
    ["writable", good, "ok", "7.2.4"],
    ["a read-only replica", { ...good, isReadOnly: true }, "failing", "read-only"],
    ["an old version", { ...good, version: "5.0.14" }, "warning", "5.0.14"],
    [
      "evicting, with a limit",
      { ...limited, evictionPolicy: "allkeys-lru" },
      "warning",
      "allkeys-lru",
    ],
    ["evicting, without a limit", { ...good, evictionPolicy: "allkeys-lru" }, "ok", ""],
    ["full", limited, "failing", "full"],
    ["with a limit and space", { ...limited, usedMemoryBytes: gib - 1 }, "ok", ""],
  ])("%s", (_, facts, state, part) => {
    const isServer = facts !== undefined && "version" in facts;
    const found = isServer
      ? { form: "server" as const, servers: [facts], cluster: undefined }
      : facts;
    expectFinding(checkRedis(found), state, part);
  });

  const other = { ...good, server: "10.0.0.6:6379" };
  const healthy = { state: "ok", unservedSlots: 0 };
  test.each<[string, RedisState, State, string]>([
    [
      "a Sentinel group",
      { form: "sentinel", servers: [good], cluster: undefined },
      "ok",
      "master 10.0.0.5:6379",
    ],
    [
      "a Sentinel group without replicas",
      { form: "sentinel", servers: [{ ...good, replicas: 0 }], cluster: undefined },
      "warning",
      "10.0.0.5:6379: the master has no connected replica",
    ],
    [
      "a Cluster",
      { form: "cluster", servers: [good, other], cluster: healthy },
      "ok",
      "2 masters",
    ],
    [
      "a Cluster with one full master",
      { form: "cluster", servers: [good, { ...limited, server: other.server }], cluster: healthy },
      "failing",
      "10.0.0.6:6379: the memory is full",
    ],
    [
      "a Cluster with a master that is gone",
      { form: "cluster", servers: [good], cluster: { state: "fail", unservedSlots: 5461 } },
      "failing",
      "5461 of its 16384 slots have no master",
    ],
  ])("%s is evaluated by its masters", (_, redis, state, part) => {
    expectFinding(checkRedis(redis), state, part);
  });
});

describe("clocks", () => {
  const differing = (aheadMs: number, uncertaintyMs = 0): ClockDifference => ({
    name: "Postgres",
    aheadMs,
    uncertaintyMs,
  });
  test.each<[ClockDifference, State, string]>([
    [differing(1000), "ok", "Postgres 1000 ms ahead of"],
    [differing(-1000), "ok", "1000 ms behind"],
    [differing(1001), "warning", "1001 ms ahead of"],
    [differing(-1001), "warning", "1001 ms behind"],
    [differing(1500, 500), "ok", ""],
    [differing(60_000), "warning", "60 s"],
    [differing(-60_001), "failing", "60 s behind"],
  ])("%j is %s", (difference, state, part) => {
    expectFinding(checkClocks([difference], { refusedMs: 60_000 }), state, part);
  });
});

describe("secrets", () => {
  const good: SecretsFacts = {
    source: "file",
    path: "/data/secrets.json",
    mode: 0o600,
    stored: { tried: 3, unopened: 0, needPrevious: 0 },
    hasPrevious: false,
  };
  test.each<[string, Partial<SecretsFacts>, State, string | RegExp]>([
    ["a key that decrypts", {}, "ok", "3 stored"],
    [
      "one secret",
      { stored: { tried: 1, unopened: 0, needPrevious: 0 } },
      "ok",
      /1 stored webhook secret$/,
    ],
    ["from the environment", { source: "environment", mode: undefined }, "ok", "environment"],
    ["another key", { stored: { tried: 3, unopened: 1, needPrevious: 0 } }, "failing", "1 of 3"],
    [
      "a rotation that is not finished",
      { stored: { tried: 3, unopened: 0, needPrevious: 2 }, hasPrevious: true },
      "warning",
      "2 of 3",
    ],
    ["a previous key that nothing needs", { hasPrevious: true }, "warning", "no secret"],
    ["a file for all", { mode: 0o644 }, "warning", "mode 0644"],
    ["no database", { stored: undefined }, "warning", "not tried"],
    [
      "none yet",
      { source: undefined, stored: { tried: 0, unopened: 0, needPrevious: 0 } },
      "warning",
      "not set",
    ],
    [
      "lost",
      { source: undefined, stored: { tried: 3, unopened: 3, needPrevious: 0 } },
      "failing",
      "3 webhook secrets",
    ],
  ])(
    "%s",
    (_, change, state, part) => expectFinding(checkSecrets({ ...good, ...change }), state, part),
  );
});

test.each<[number, number, State]>([
  [2 * gib, 100 * gib, "ok"],
  [2 * gib - 1, 100 * gib, "warning"],
  [gib, 5 * gib, "ok"],
  [gib / 2 - 1, 5 * gib, "failing"],
])("disk: %d free bytes of %d are %s", (freeBytes, totalBytes, state) => {
  expectFinding(checkDisk({ dataDir: "/data", freeBytes, totalBytes }), state, "/data");
});

test.each<[boolean | undefined, State, string]>([
  [true, "ok", "can write files"],
  [false, "failing", "the disk of the database server is full"],
  [undefined, "ok", "is not visible from here"],
])("disk: a server elsewhere that has space (%s) is %s", (hasSpace, state, part) => {
  expectFinding(checkDisk({ hasSpace }), state, part);
});

test.each<[number, number, State, string]>([
  [100_000, 200_000, "ok", "appointments 1.0 GiB"],
  [100_001, 200_000, "warning", "appointments has 100001"],
  [99_999, 0, "ok", ""],
])("tables: %d dead rows of %d live ones are %s", (deadRows, liveRows, state, part) => {
  expectFinding(
    checkTables([{ name: "appointments", bytes: gib, liveRows, deadRows }]),
    state,
    part,
  );
});

test.each<[number | null, number, State, string]>([
  [null, 0, "ok", "no delivery is due"],
  [300, 0, "ok", "4 deliveries are due, the oldest for 5 min"],
  [301, 0, "warning", "4 deliveries"],
  [43_201, 0, "failing", "abandoned"],
  [1, 2, "warning", "2 claimed deliveries"],
])(
  "webhooks: due for %j s with %d overdue leases is %s",
  (oldestDueSeconds, overdueLeases, state, part) => {
    const due = oldestDueSeconds === null ? 0 : 4;
    expectFinding(checkDeliveries({ due, oldestDueSeconds, overdueLeases }), state, part);
  },
);

test.each<[number, number | null, State, string]>([
  [3, null, "ok", ""],
  [2, 27, "ok", ""],
  [1, null, "warning", "next month: usage_entries"],
  [0, null, "failing", "this month: usage_entries"],
  [3, 27.5, "warning", "28 h old"],
])("housekeeping: %d months and a key of %j h are %s", (months, oldestKeyHours, state, part) => {
  const monthsAhead = [{ table: "usage_entries", months }];
  const facts = { monthsAhead, missingMonths: [], oldestKeyHours };
  expectFinding(checkHousekeeping(facts, { keyHours: 24 }), state, part);
});

test("housekeeping: a past month without a partition is named, with the statement that adds it", () => {
  const missingMonths = [{ table: "usage_entries", month: new Temporal.PlainYearMonth(2026, 12) }];
  const facts = { monthsAhead: [], missingMonths, oldestKeyHours: null };
  const finding = checkHousekeeping(facts, { keyHours: 24 });
  expectFinding(finding, "warning", "2026-12 of usage_entries");
  expect(finding.fix).toContain(
    "create table usage_entries_2026_12 partition of usage_entries for values " +
      "from ('2026-12-01T00:00:00Z') to ('2027-01-01T00:00:00Z')",
  );
});

test.each<[number, number, State]>([
  [100_000, 60, "ok"],
  [100_001, 0, "warning"],
  [1, 61, "warning"],
])("rollups: %d sums that wait for %d s are %s", (waitingDeltas, lagSeconds, state) => {
  expectFinding(checkRollups({ waitingDeltas, lagSeconds }), state, `${waitingDeltas} sums`);
});

test("a mail server that cannot be used is failing, and none is fine", () => {
  expectFinding(checkEmail(undefined), "ok", "sends no e-mail");
  expectFinding(checkEmail({ fault: undefined }), "ok", "accepts the sign-in");
  expectFinding(checkEmail({ fault: "The mail server refused the sign-in" }), "failing", "sign-in");
});

test.each<[Parameters<typeof checkArchive>[0], State, string]>([
  [null, "ok", "archives no WAL"],
  [{ isFailing: false, lastSeconds: 9990, dueSeconds: 17_190 }, "ok", "archived 10 s ago"],
  [{ isFailing: true, lastSeconds: 9990, dueSeconds: 17_190 }, "warning", "takes no WAL"],
  [{ isFailing: true, lastSeconds: 0, dueSeconds: 17_190 }, "warning", "none was archived since"],
  [{ isFailing: false, lastSeconds: 2799, dueSeconds: 9999 }, "warning", "although none fails"],
  // Only full files are archived.
  [{ isFailing: false, lastSeconds: 2799, dueSeconds: null }, "ok", "archived 2 h ago"],
])("archive: %j is %s", (archive, state, part) => {
  expectFinding(checkArchive(archive, { nowSeconds: 10_000 }), state, part);
});

test.each<[number | null, State, string]>([
  [null, "ok", "no list of erasures was ever written"],
  [3 * 3600, "ok", "written 3 h ago"],
  [3 * 3600 + 1, "warning", "written 3 h ago: a restore does not repeat later ones"],
])("a list of erasures that was written %j s ago is %s", (age, state, part) => {
  const nowSeconds = 100_000;
  const erasuresListedMs = age === null ? null : (nowSeconds - age) * 1000;
  expectFinding(checkErasureList({ erasuresListedMs }, { nowSeconds }), state, part);
});

describe("certificates", () => {
  const day = 86_400;
  const ending = (of: "public_url" | "postgres" | "redis", days: number) =>
    ({ of, first: { server: "db:5432", endSeconds: days * day }, unread: [] }) as const;
  const unread = [{ server: "db2:5432", fault: "no answer" }];
  test.each<[Parameters<typeof checkCertificates>[0], State, string]>([
    [[], "ok", "no certificate is needed"],
    [[ending("postgres", 30), ending("public_url", 14)], "ok", "Postgres for 30 days, PUBLIC_URL"],
    [[ending("postgres", 29.9)], "warning", "of Postgres (db:5432) ends in 29 days"],
    [[ending("redis", 29.9)], "warning", "of Redis (db:5432) ends in 29 days"],
    [[ending("redis", -3)], "warning", "of Redis (db:5432) ended 3 days ago"],
    [[ending("public_url", 13.9)], "warning", "of PUBLIC_URL (db:5432) ends in 13 days"],
    [[{ of: "public_url", fault: "no answer" }], "warning", "no alert warns of its end: no answer"],
    [[{ ...ending("redis", 29.9), unread }], "warning", "of Redis (db:5432) ends in 29 days; the "],
    [
      [{ ...ending("postgres", 90), unread }],
      "warning",
      "the certificate of Postgres (db2:5432) cannot be read from here, and no alert warns of its " +
      "end: no answer. The first of the others: the certificate of Postgres (db:5432) ends in 90 days",
    ],
  ])("%j is %s", (facts, state, part) => {
    expectFinding(checkCertificates(facts, { nowSeconds: 0 }), state, part);
  });

  test("one that cannot be read has a command that reads it elsewhere", () => {
    const { fix } = checkCertificates([{ of: "public_url", fault: "no answer" }], {
      nowSeconds: 0,
    });
    expect(fix).toContain("openssl s_client -connect HOST:443 -servername HOST");
  });
});
