import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepareServerLog } from "../../../gateway/embedded_postgres/server_log.ts";
import { openService } from "../../support/seeded.ts";
import { folderUsedBefore, query, queryWhenBack, start, temporaryFolder } from "./support.ts";

const usedFolder = folderUsedBefore();
const logIn = (dataDir: string) => readFileSync(join(dataDir, "postgres.log"), "utf8");

test("no e-mail address and no password of a refused staff user reach the server's log", async () => {
  const dataDir = await usedFolder();
  const { connectionString } = await start(dataDir);
  await using service = await openService(connectionString);
  await service.persistence.migrate();
  const owner = { ownerEmail: "owner@secret.example", ownerPassword: "a secret password" };
  const { organization } = await service.application.createOrganization({ name: "A", ...owner });
  const again = {
    email: owner.ownerEmail,
    name: "Owner",
    role: "STAFF",
    password: owner.ownerPassword,
  };
  await expect(service.application.createStaffUser(organization.id, again)).rejects.toThrow(
    "already has a staff user",
  );
  expect(logIn(dataDir)).not.toContain("secret");
});

test("no value of a failed statement reaches the server's log", async () => {
  const dataDir = await usedFolder();
  const { connectionString } = await start(dataDir);
  await query(connectionString, "create table people (name text unique, age int check (age > 0))");
  await query(connectionString, "insert into people values ('secret', 1)");
  for (
    const statement of [
      "insert into people values ('secret', 1)",
      "insert into people values ('secret', -1)",
      "select 'secret'::int",
      "select secret secret secret",
      "do $$ begin raise exception 'secret'; end $$",
      "do $$ begin raise warning 'secret'; end $$",
      "select secret from people",
    ]
  ) await query(connectionString, statement).catch(() => {});
  expect(logIn(dataDir)).not.toContain("secret");
});

test("a crash is in the server's log without the statement that ran", async () => {
  const dataDir = await usedFolder();
  const { connectionString } = await start(dataDir);
  const dying = query(connectionString, "select 'secret', pg_backend_pid(), pg_sleep(600)");
  dying.catch(() => {});
  const find = "select pid from pg_stat_activity where query like 'select ''secret''%'";
  await expect.poll(() => query(connectionString, find)).toHaveLength(1);
  const [pid] = await query(connectionString, find);
  process.kill(Number(pid), "SIGKILL");
  await expect(dying).rejects.toThrow(/terminat|reset/i);
  await queryWhenBack(connectionString, "select 1");
  expect(logIn(dataDir)).toMatch(/was terminated by signal 9/);
  expect(logIn(dataDir)).not.toContain("secret");
});

test("a log of an earlier version loses its statements and details and is closed to others", () => {
  const dataDir = temporaryFolder();
  const path = join(dataDir, "postgres.log");
  const kept = [
    "2026-11-22 06:00:00.000 UTC [7] LOG:  database system is ready to accept connections",
    "2026-11-22 06:00:09.000 UTC [7] PANIC:  could not write to file: No space left on device",
  ];
  const dropped = [
    '2026-11-22 06:00:01.000 UTC [8] ERROR:  duplicate key value violates "staff_users_email"',
    "2026-11-22 06:00:01.000 UTC [8] DETAIL:  Key (email)=(a@b.example) already exists.",
    "2026-11-22 06:00:01.000 UTC [8] STATEMENT:  insert into staff_users (email)",
    "\tvalues ('a@b.example', '$argon2id$...')",
  ];
  writeFileSync(path, [kept[0], ...dropped, kept[1], ...dropped.slice(1), ""].join("\n"));
  chmodSync(path, 0o644);
  const { size } = prepareServerLog(dataDir);
  expect(logIn(dataDir)).toBe(`${kept.join("\n")}\n`);
  expect(statSync(path)).toMatchObject({ size, mode: 0o100600 });
});
