import { Client } from "pg";
import { expect, test, vi } from "vitest";
import { noteBackup } from "../../../gateway/persistence/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { startPostgresPair } from "../../support/replication/postgres_pair.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";

test("the facts for alerts are the last backup and list of erasures, missing partitions, and keys in use that end soon", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  await service.persistence.migrate();
  const { organizationId } = await seedOrganization(service);
  const { partitions, ...before } = await service.persistence.upkeep();
  expect(before).toEqual({
    lastBackupSeconds: 0,
    lastErasureListSeconds: null,
    synchronousStandbys: 0,
    archive: null,
    ending: [{ kind: "api_key", count: 0 }, { kind: "reporting_token", count: 0 }],
  });
  expect(new Set(partitions.map(({ monthsAhead }) => monthsAhead))).toEqual(new Set([3]));
  expect(partitions.every(({ missingMonths }) => missingMonths === 0)).toBe(true);

  await service.persistence.noteErasureList();
  const { lastBackupSeconds, lastErasureListSeconds } = await service.persistence.upkeep();
  expect(lastBackupSeconds).toBe(0);
  expect(Math.abs(lastErasureListSeconds! - Date.now() / 1000)).toBeLessThan(60);
  await noteBackup(url, "2026-11-21T03:00:00.500Z");
  const client = new Client({ connectionString: url });
  await client.connect();
  // One key and two tokens count. Each other one is revoked, unused, new, or ends later or already.
  const rows = (columns: string, counted: number) => `
    select ${organizationId}, 'x', now() - age, now() + life, now() - used, revoked ${columns}
    from (values ${
    "('30 days'::interval, '13 days'::interval, '6 days'::interval, null::timestamptz),"
      .repeat(counted)
  }
      ('30 days', '13 days', '6 days', now()), ('30 days', '13 days', '8 days', null),
      ('30 days', '13 days', null, null), ('30 minutes', '13 days', '1 minute', null),
      ('30 days', '15 days', '6 days', null), ('30 days', '-1 minute', '6 days', null)
    ) as k (age, life, used, revoked)`;
  const columns = "organization_id, name, created_at, expires_at, last_used_at, revoked_at";
  await client.query(`insert into reporting_tokens (${columns}) ${rows("", 2)}`);
  await client.query(
    `insert into api_keys (${columns}, environment, key_hash, masked_key, scopes, rate_limit_per_hour, lineage_id)
      ${
      rows(
        ", 'LIVE', gen_random_uuid(), '', '{READ_APPOINTMENTS}', 1, gen_random_uuid()",
        1,
      )
    }`,
  );
  const { rows: [month] } = await client.query<{ next: string }>(
    "select to_char(now() + interval '1 month', 'YYYY_MM') as next",
  );
  await client.query(`drop table usage_entries_${month!.next}`);
  await client.end();
  const after = await service.persistence.upkeep();
  expect(after.lastBackupSeconds).toBe(Date.parse("2026-11-21T03:00:00.500Z") / 1000);
  expect(after.lastErasureListSeconds).toBe(lastErasureListSeconds);
  expect(after.ending).toEqual([
    { kind: "api_key", count: 1 },
    { kind: "reporting_token", count: 2 },
  ]);
  expect(after.partitions).toContainEqual({
    table: "usage_entries",
    monthsAhead: 1,
    missingMonths: 0,
  });
});

test("the facts of a replicated server are its archive, and its synchronous standbys as far as the role may see them", async () => {
  await using pair = await startPostgresPair({
    fsync: "off",
    archive_mode: "on",
  });
  await using service = await openService(pair.primaryUrl());
  const { primary } = pair;
  async function archiveBy(command: string, timeout: string): Promise<void> {
    await primary.rows(`alter system set archive_command = '${command}'`);
    await primary.rows(`alter system set archive_timeout = '${timeout}'`);
    await primary.rows("select pg_reload_conf()");
    await primary.rows("select pg_switch_wal()");
  }
  const standbys = async ({ persistence }: typeof service) =>
    (await persistence.upkeep()).synchronousStandbys;
  expect(await standbys(service)).toBe(1);
  await primary.rows("create role ordinary login password 'ordinary' in role pg_read_all_data");
  const ordinaryUrl = Object.assign(new URL(pair.primaryUrl()), {
    username: "ordinary",
    password: "ordinary",
  });
  await using ordinary = await openService(ordinaryUrl.href);
  expect(await standbys(ordinary)).toBe(null);
  await primary.rows("alter system set synchronous_standby_names = ''");
  await primary.rows("select pg_reload_conf()");
  await expect.poll(async () => await standbys(service)).toBe(0);
  await archiveBy("false", "1min");
  await vi.waitFor(async () => {
    expect((await service.persistence.upkeep()).archive)
      .toEqual({ isFailing: true, lastSeconds: 0, dueSeconds: expect.any(Number) });
  }, { timeout: 20_000, interval: 100 });
  await archiveBy("true", "1min");
  await vi.waitFor(async () => {
    const { archive } = await service.persistence.upkeep();
    expect(archive).toEqual({
      isFailing: false,
      lastSeconds: expect.any(Number),
      dueSeconds: archive!.lastSeconds + 2 * 3600,
    });
    expect(Math.abs(archive!.lastSeconds - Date.now() / 1000)).toBeLessThan(60);
  }, { timeout: 70_000, interval: 100 });
  await archiveBy("false", "3h");
  await primary.rows("select pg_stat_reset_shared('archiver')");
  await vi.waitFor(async () => {
    const { archive } = await service.persistence.upkeep();
    expect(archive!.lastSeconds).toBe(0);
    expect(Math.abs(archive!.dueSeconds! - Date.now() / 1000 - 6 * 3600)).toBeLessThan(60);
  }, { timeout: 20_000, interval: 100 });
});
