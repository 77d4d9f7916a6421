import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  createDiagnosis,
  openPersistence,
  readSnapshot,
} from "../../../gateway/persistence/mod.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import {
  applyPending,
  inMigration,
  migrate,
  readOwnMigrations,
} from "../../../gateway/persistence/database/migrator.ts";
import { distribute } from "../../../gateway/persistence/distribution/distribute.ts";
import { Parts } from "../../../gateway/persistence/distribution/parts.ts";
import { BufferedUsageLog } from "../../../gateway/persistence/usage/usage_log.ts";
import {
  type CitusCluster,
  hasCitus,
  startCitusCluster,
} from "../../support/citus/citus_cluster.ts";
import { startCuttingProxy } from "../../support/cutting_proxy.ts";
import { killNodes } from "../../support/citus/node_kills.ts";
import { type SentStatement, statementsSentBy } from "../../support/citus/touched_shards.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { withClient } from "../../support/replication/with_client.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { subscribe } from "../../support/webhooks.ts";

test("a server without Citus is refused", async () => {
  const connections = new Connections(await freshDatabase());
  await expect(distribute(connections)).rejects.toThrow("Cannot distribute the database");
  connections.close();
});

describe.runIf(hasCitus)("on a coordinator and two workers", () => {
  const database = "appointments";
  let cluster: CitusCluster;
  let connections: Connections;
  beforeAll(async () => {
    cluster = await startCitusCluster({
      fsync: "off",
      "citus.log_remote_commands": "on",
      log_min_messages: "notice",
    });
    await cluster.createDatabase(database);
    connections = new Connections(cluster.urlOf(database));
    await migrate(connections);
  });
  afterAll(async () => {
    connections?.close();
    await cluster?.[Symbol.asyncDispose]();
  });

  function rows<Row extends object>(text: string): Promise<Row[]> {
    return withClient(
      { connectionString: cluster.urlOf(database) },
      async (client) => (await client.query<Row>(text)).rows,
    );
  }

  async function countForeignKeys(): Promise<number> {
    const [row] = await rows<{ count: number }>(`select count(*)::int from pg_constraint
      where contype = 'f' and conparentid = 0 and conrelid::regclass::text !~ '_\\d{6}$'`);
    return row!.count;
  }

  test("rows that were written before are moved, and no trigger runs for them again", async () => {
    const name = "filled";
    await cluster.createDatabase(name);
    const url = cluster.urlOf(name);
    const own = new Connections(url);
    await migrate(own);
    await using service = await openService(url);
    const { application } = service;
    const { departmentId, ...caller } = await seedOrganization(service);
    const book = (hour: number) =>
      application.bookAppointment(caller, {
        departmentId,
        dateTime: `2027-03-01T${hour}:00`,
        name: "Ada",
        idempotencyKey: randomUUID(),
      });
    const staff = staffOf(caller.organizationId);
    const state = async () => ({
      balances: await application.staff.getBalances(staff),
      appointments: await application.listAppointments(caller, {}),
      entries: await application.staff.listCreditEntries(staff, {}),
      audit: await application.staff.listAudit(staff, {}),
    });
    await book(10);
    const before = await state();
    expect(await distribute(own)).toContain("appointments");
    expect(await state()).toEqual(before);
    await book(11);
    expect(await state()).toMatchObject({
      balances: { live: before.balances.live - 1 },
      appointments: { totalElements: 2 },
    });
    const query = (text: string) =>
      withClient({ connectionString: url }, async (client) => (await client.query(text)).rows);
    // What was moved is not left on the coordinator, and what is append-only still is.
    for (const table of ["appointments", "audit_entries"]) {
      expect(await query(`select pg_relation_size('${table}')::int as size`)).toEqual([{
        size: 0,
      }]);
    }
    for (const statement of ["delete from audit_entries", "truncate credit_entries"]) {
      await expect(query(statement)).rejects.toThrow("append-only");
    }
    own.close();
  });

  test("of several processes that distribute at once, one does, and all keys remain", async () => {
    const keys = await countForeignKeys();
    const changed = await Promise.all([1, 2, 3].map(() => distribute(connections)));
    expect(changed.filter(({ length }) => length > 0)).toHaveLength(1);
    const tables = await rows<{ kind: string; names: string }>(`
      select citus_table_type as kind, string_agg(table_name::text, ' ' order by table_name::text) as names
      from citus_tables where table_name::text !~ '_(default|20\\d\\d_\\d\\d)$' group by 1 order by 1`);
    expect(tables).toEqual([
      {
        kind: "distributed",
        names: expect.stringContaining("appointments audit_entries balances"),
      },
      { kind: "local", names: "api_keys reporting_tokens screens sessions staff_users" },
      { kind: "reference", names: "organizations" },
    ]);
    expect(await countForeignKeys()).toBe(keys);
  });

  test("a distributed database gets the migrations of later versions", async () => {
    const name = "upgraded";
    await cluster.createDatabase(name);
    const own = new Connections(cluster.urlOf(name));
    const migrations = await readOwnMigrations();
    // The last one before tables could be distributed.
    await migrate(own, migrations.filter(({ number }) => number <= 11));
    await distribute(own);
    await migrate(own);
    expect(await distribute(own)).toEqual([]);
    own.close();
  });

  test("a table of a later migration is reported until it is distributed", async () => {
    await rows(`create table later (organization_id int not null, id int not null,
      primary key (organization_id, id),
      foreign key (organization_id) references organizations (id))`);
    const { migrations } = createDiagnosis(cluster.urlOf(database), { maxMs: 30_000 });
    expect((await migrations()).undistributed).toEqual(["later"]);
    expect(await distribute(connections)).toEqual(["later"]);
    expect((await migrations()).undistributed).toEqual([]);
  });

  test("reports from a standby of the coordinator are refused, also before the rows are moved", async () => {
    const connectionString = cluster.urlOf(database);
    const reporting = { connectionStrings: [connectionString], maxLagSeconds: 60 };
    const now = () => Temporal.Now.instant();
    const persistence = await openPersistence({ connectionString, poolSize: 2, reporting, now });
    for (const step of [() => persistence.migrate(), () => persistence.distribute()]) {
      await expect(step()).rejects.toThrow("Remove REPORTING_DATABASE_URL");
    }
    await persistence.close();
    const { heartbeats } = createDiagnosis(connectionString, { maxMs: 30_000 });
    expect(await heartbeats()).toMatchObject({ isDistributed: true });
  });

  test("a backup is refused", async () => {
    await expect(readSnapshot(cluster.urlOf(database), async () => {})).rejects
      .toThrow("Cannot back up a distributed database");
  });

  test("the coordinator sends nothing for a booking, a read by key and a claim, and asks one part for a list", async () => {
    await using service = await openService(cluster.urlOf(database));
    const { application, persistence } = service;
    const seeded = await seedOrganization(service, { slotCapacity: 100 });
    await subscribe(service, seeded, { url: "https://receiver.example" });
    const { departmentId, ...caller } = seeded;
    const book = () =>
      application.bookAppointment(caller, {
        departmentId,
        dateTime: "2027-03-01T10:00",
        name: randomUUID(),
        idempotencyKey: randomUUID(),
      });
    // The first ones read the settings, and make connections.
    const { appointment: { id } } = await book() as { appointment: { id: number } };
    // Citus itself looks for lost transactions and for deadlocks between nodes now and then.
    const isOfCitus = ({ text }: SentStatement) => /pg_prepared_xacts|_wait_edges/.test(text);
    const sent = async (work: () => Promise<unknown>) =>
      (await statementsSentBy(cluster, database, work)).filter((one) => !isOfCitus(one));
    const booking = await sent(book);
    const read = await sent(() => application.getAppointment(caller, id));
    const list = await sent(() => application.listAppointments(caller, {}));
    const claim = await sent(() => persistence.deliveryQueue.claim(10));
    expect({ booking, read, claim }).toEqual({ booking: [], read: [], claim: [] });
    expect(partsOf(list)).toHaveLength(1);
    expect(await rows("select from webhook_attempts where lease is not null")).toHaveLength(2);
    // One node commits by itself. A key is on the coordinator, and its audit record on another node.
    const key = await sent(() =>
      application.createApiKey(seeded.organizationId, {
        name: "Kiosk",
        environment: "LIVE",
        scopes: ["READ_APPOINTMENTS"],
      })
    );
    const isPrepared = ({ text }: SentStatement) => text.includes("PREPARE TRANSACTION");
    expect(key.some(isPrepared)).toBe(true);
  });

  test("a part that moves away and back is booked and read where it is, with ids in order", async () => {
    await using service = await openService(cluster.urlOf(database));
    const { departmentId, ...caller } = await seedOrganization(service, { slotCapacity: 100 });
    const bookings = () =>
      Promise.all([1, 2, 3].map(async () => {
        const dateTime = "2027-03-01T10:00";
        const booking = { departmentId, dateTime, name: randomUUID() };
        const { appointment } = await service.application.bookAppointment(caller, booking);
        return appointment.id;
      }));
    const ids = await bookings();
    for (const _ of ["away", "back"]) {
      await movePart(caller.organizationId);
      const made = await bookings();
      expect(Math.min(...made)).toBeGreaterThan(Math.max(...ids));
      ids.push(...made);
      expect(await service.application.getAppointment(caller, made[0]!)).toMatchObject({
        id: made[0],
      });
    }
    // A worker's own sequence begins far above.
    expect(Math.max(...ids)).toBeLessThan(1_000_000);
    const [stored] = await rows<{ entries: number; isInOrder: boolean }>(`
      select count(*)::int as entries, bool_and(balance_after = last - position) as "isInOrder"
      from (select balance_after, row_number() over (order by id) as position,
          max(balance_after + 1) over () as last
        from credit_entries where organization_id = ${caller.organizationId} and kind = 'CONSUMED') entry`);
    expect(stored).toEqual({ entries: 9, isInOrder: true });
  });

  async function placeOf(organizationId: number): Promise<{ shard: string; port: number }> {
    const [place] = await rows<{ shard: string; port: number }>(`
      select s.shardid as shard, n.nodeport as port
      from pg_dist_shard s join pg_dist_placement using (shardid) join pg_dist_node n using (groupid)
      where s.shardid = get_shard_id_for_distribution_column('departments', ${organizationId})`);
    return place!;
  }

  async function movePart(organizationId: number): Promise<void> {
    const from = await placeOf(organizationId);
    const to = cluster.workers.find(({ port }) => port !== from.port)!;
    await rows(`select citus_move_shard_placement(${from.shard}, '127.0.0.1', ${from.port},
      '127.0.0.1', ${to.port}, 'block_writes')`);
    // Citus removes the old copy later, and does not move the part back before.
    await rows("call citus_cleanup_orphaned_resources()");
  }

  test.each(["before", "late", "on answer"] as const)(
    "a booking whose COMMIT on its node is lost (%s) happens once and is answered with success",
    async (cut) => {
      const ports = cluster.workers.map(({ port }) => port);
      const proxies = await Promise.all(
        ports.map((port) => startCuttingProxy(`postgres://127.0.0.1:${port}`)),
      );
      const leadTo = (index: number, to: string | number) =>
        rows(`update pg_dist_node set nodeport = ${to} where groupid = (
          select groupid from pg_dist_node where nodeport in (${ports[index]}, ${
          new URL(proxies[index]!.url).port
        }))`);
      try {
        // Only the coordinator finds the proxies, which cut no COMMIT of Citus.
        for (const [i, { url }] of proxies.entries()) await leadTo(i, new URL(url).port);
        await using service = await openService(cluster.urlOf(database));
        const { application } = service;
        const { departmentId, ...caller } = await seedOrganization(service, { slotCapacity: 9 });
        const dateTime = "2027-03-01T10:00";
        const book = async () => {
          const booking = { departmentId, dateTime, name: randomUUID() };
          return (await application.bookAppointment(caller, booking)).appointment;
        };
        await book();
        for (const proxy of proxies) proxy.plan = [cut];
        const { id, name } = await book();
        expect(proxies.map(({ cutCount }) => cutCount).sort()).toEqual([0, 1]);
        expect(await application.getAppointment(caller, id)).toMatchObject({ name });
        expect(await application.listAppointments(caller, {})).toMatchObject({ totalElements: 2 });
      } finally {
        for (const [i, port] of ports.entries()) await leadTo(i, port);
        for (const proxy of proxies) await proxy[Symbol.asyncDispose]();
      }
    },
  );

  test("a migration may drop a column that the views of parts have", async () => {
    const all = await readOwnMigrations();
    const number = all.length + 1;
    const sql = "alter table appointments drop column note";
    const next = { number, sql, name: "contract.sql", checksum: "" };
    const countSchemas = async () =>
      (await Promise.all(
        cluster.workers.map((node) =>
          node.rows("select from pg_namespace where nspname like 'part%'", database)
        ),
      )).flat().length;
    expect(await countSchemas()).toBeGreaterThan(0);
    const undone = inMigration(connections, async (client) => {
      await applyPending(client, [...all, next]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await countSchemas()).toBe(0);
    await using service = await openService(cluster.urlOf(database));
    const { departmentId, ...caller } = await seedOrganization(service);
    const booking = { departmentId, dateTime: "2027-03-01T10:00", name: randomUUID() };
    await service.application.bookAppointment(caller, booking);
    expect(await countSchemas()).toBeGreaterThan(0);
  });

  test("a part that is moving delays neither claims nor sweeps of the deliveries of others", async () => {
    await rows("delete from webhook_attempts");
    await using service = await openService(cluster.urlOf(database));
    const { deliveryQueue } = service.persistence;
    const callers: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const { departmentId, ...caller } = await seedOrganization(service);
      await subscribe(service, caller, { url: "https://receiver.example" });
      const booking = { departmentId, dateTime: "2027-03-01T10:00", name: randomUUID() };
      await service.application.bookAppointment(caller, booking);
      callers.push(caller.organizationId);
    }
    const { shard, port } = await placeOf(callers[0]!);
    const shards = await Promise.all(callers.map(async (id) => (await placeOf(id)).shard));
    const moving = callers.filter((_, i) => shards[i] === shard);
    const others = callers.filter((_, i) => shards[i] !== shard);
    const connectionString = `postgres://postgres:secret@127.0.0.1:${port}/${database}`;
    const claimed = async () =>
      (await deliveryQueue.claim(10)).map(({ organizationId }) => organizationId).toSorted();
    await withClient({ connectionString }, async (client) => {
      // The lock of a move: 7 is ExclusiveLock.
      await client.query("begin");
      await client.query(`select lock_shard_metadata(7, array[${shard}]::bigint[])`);
      expect(await claimed()).toEqual(others.toSorted());
      await rows(
        "update webhook_attempts set lease = null, leased_until = null, abandon_at = now()",
      );
      await expect(deliveryQueue.abandonOverdue()).rejects.toMatchObject({
        code: "SERVICE_UNAVAILABLE",
      });
      await client.query("rollback");
    });
    const abandoned = await rows("select from webhook_attempts where status = 'ABANDONED'");
    expect(abandoned).toHaveLength(others.length);
    await rows("update webhook_attempts set abandon_at = now() + interval '1 hour'");
    expect(await claimed()).toEqual(moving.toSorted());
  });

  test("expired keys of requests are deleted on all nodes, and no others", async () => {
    await using service = await openService(cluster.urlOf(database));
    const keysOf = () =>
      rows<{ name: string; count: number }>(
        "select key as name, count(*)::int as count from idempotency_keys where key in ('old', 'new') group by 1",
      );
    for (let i = 0; i < 3; i += 1) {
      const { organizationId } = await seedOrganization(service);
      await rows(
        `insert into idempotency_keys (organization_id, environment, key, fingerprint, answer, created_at)
        select ${organizationId}, 'LIVE', key, '', '{}', at::timestamptz
        from (values ('old', '2020-01-01'), ('new', '2100-01-01')) as k (key, at)`,
      );
    }
    expect(await keysOf()).toHaveLength(2);
    await service.persistence.clean();
    expect(await keysOf()).toEqual([{ name: "new", count: 3 }]);
  });

  test("a service that books during a migration does not make it fail, and books after it", async () => {
    await using service = await openService(cluster.urlOf(database));
    const { departmentId, ...caller } = await seedOrganization(service, { slotCapacity: 1000 });
    const book = () =>
      service.application.bookAppointment(caller, {
        departmentId,
        dateTime: "2027-03-01T10:00",
        name: randomUUID(),
      });
    await book();
    const all = await readOwnMigrations();
    const sql = "select pg_sleep(1); alter table appointments drop column note";
    const next = { number: all.length + 1, sql, name: "contract.sql", checksum: "" };
    let isOver = false;
    const undone = inMigration(connections, async (client) => {
      await applyPending(client, [...all, next]);
      throw new Error("undone");
    }).finally(() => isOver = true);
    const booking = (async () => {
      while (!isOver) await book().catch(() => {});
    })();
    await expect(undone).rejects.toThrow("undone");
    await booking;
    await book();
  });

  test("usage entries are written once, on the new node, if their part moves after their ids were drawn", async () => {
    await using service = await openService(cluster.urlOf(database));
    const { organizationId } = await seedOrganization(service);
    const own = new Connections(cluster.urlOf(database));
    const pool = own.openPool({ applicationName: "usage", max: 2 });
    const parts = new Parts(pool, own);
    await parts.of(organizationId);
    let draws = 0;
    const moving = new Proxy(pool, {
      get(target, name: keyof Pool) {
        if (name !== "query") return Reflect.get(target, name);
        return async (...query: Parameters<Pool["query"]>) => {
          const drawn = await target.query(...query);
          draws += 1;
          if (draws === 1) await movePart(organizationId);
          return drawn;
        };
      },
    });
    const warnings: unknown[] = [];
    const log = new BufferedUsageLog(moving, {
      warn: (...warning: unknown[]) => void warnings.push(warning),
      error: (...lost: unknown[]) => expect.fail(JSON.stringify(lost)),
    }, parts);
    for (let i = 0; i < 5; i += 1) {
      log.record({
        organizationId,
        apiKeyId: 1,
        timestamp: Temporal.Now.instant(),
        environment: "LIVE",
        endpoint: "/api/v1/departments",
        routeTemplate: "GET /api/v1/departments",
        method: "GET",
        statusCode: 200,
        creditsConsumed: 0,
        responseTimeMs: 1,
        ipAddress: "192.0.2.1",
        userAgent: "test",
      });
    }
    // The first write finds that the part is not there.
    await vi.waitUntil(() => warnings.length > 0, 60_000);
    await log.close();
    expect(warnings).toHaveLength(1);
    const written = await rows<{ id: string; calls: number }>(
      `select id, (select sum(calls)::int from usage_deltas where organization_id = ${organizationId}) as calls
      from usage_entries where organization_id = ${organizationId}`,
    );
    expect(written.map(({ calls }) => calls)).toEqual([5, 5, 5, 5, 5]);
    // A node's own sequence begins far above.
    expect(Math.max(...written.map(({ id }) => Number(id)))).toBeLessThan(1_000_000);
    await parts.close();
    await pool.end();
    own.close();
  });

  test("the deliveries of all nodes that wait, and the overdue ones, are counted", async () => {
    await rows("delete from webhook_attempts");
    await using service = await openService(cluster.urlOf(database));
    for (const name of ["Ada", "Grace", "Edith"]) {
      const { departmentId, ...caller } = await seedOrganization(service);
      await subscribe(service, caller, { url: "https://receiver.example" });
      const dateTime = "2027-03-01T10:00";
      const idempotencyKey = randomUUID();
      await service.application.bookAppointment(caller, {
        departmentId,
        dateTime,
        name,
        idempotencyKey,
      });
    }
    const { deliveryQueue } = createDiagnosis(cluster.urlOf(database), { maxMs: 30_000 });
    expect(await deliveryQueue()).toMatchObject({ due: 3, overdueLeases: 0 });
    expect(await service.persistence.waitingWork()).toMatchObject({ due: 3, overdueLeases: 0 });
    await rows("update webhook_attempts set leased_until = '2026-01-01'");
    expect(await deliveryQueue()).toMatchObject({ due: 3, overdueLeases: 3 });
    await rows("update webhooks set is_active = false");
    expect(await deliveryQueue()).toEqual({ due: 0, oldestDueSeconds: null, overdueLeases: 0 });
  });

  test("a reader of changes gets one that commits after a later one", async () => {
    await using service = await openService(cluster.urlOf(database));
    const { organizationId } = await seedOrganization(service);
    const { changeFeed } = service.persistence;
    const reader = await changeFeed.follow(organizationId, null);
    expect(await reader.next()).toMatchObject({ isIncomplete: true });
    const subjects = async () => (await reader.next())!.changes.map(({ subjectId }) => subjectId);
    const insert = (subject: number) =>
      `insert into audit_entries (organization_id, actor_kind, actor_name, action, subject_kind,
        subject_id, subject_name, changes, created_at, transaction_tag)
      values (${organizationId}, 'OPERATOR', 'Operator', 'department.updated', 'department',
        ${subject}, '', '[]', now(), gen_random_uuid())`;
    await withClient({ connectionString: cluster.urlOf(database) }, async (client) => {
      await client.query("begin");
      await client.query(insert(1));
      await rows(insert(2));
      expect(await subjects()).toEqual([2]);
      await client.query("commit");
    });
    expect(await subjects()).toEqual([1]);
    reader.close();
  });

  test("an e-mail address that an organization already has is refused", async () => {
    await using service = await openService(cluster.urlOf(database));
    const { organizationId } = await seedOrganization(service);
    const email = `${randomUUID()}@clinic.example`;
    const add = () =>
      service.application.createStaffUser(organizationId, {
        email,
        name: "Ada",
        role: "STAFF",
        password: "a password of a test",
      });
    await add();
    await expect(add()).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("a worker and the coordinator that are killed under load lose nothing acknowledged", async () => {
    const result = await killNodes(cluster, database, { kills: 2, clients: 8 });
    expect(result.violations).toEqual([]);
    expect(result.created).toBeGreaterThan(0);
  });
});

function partsOf(statements: readonly SentStatement[]): string[] {
  return [...new Set(statements.flatMap(({ parts }) => parts))];
}
