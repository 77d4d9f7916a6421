import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { admin, adminHere, run, sayHere } from "../process/spawned.ts";
import { folderPerFile } from "../../support/per_file.ts";

const root = await folderPerFile("production-");

/** The settings of an operator whose DATABASE_URL got lost. */
const production = () => ({ NODE_ENV: "production", DATA_DIR: join(root, "data") });
const noDatabase = expect.stringMatching(/^Cannot .*there is no database in .*Set .*DATABASE_URL/);

test.each([
  ["organization", "list"],
  ["organization", "create", "--name", "A", "--time-zone", "UTC", "--owner-email", "a@a.example"],
  ["demo", "seed"],
])("in production, %s %s creates no embedded database", async (...words) => {
  const { code, json } = await adminHere(words, production());
  expect({ code, message: json.error.message }).toEqual({ code: 1, message: noDatabase });
  expect(existsSync(join(root, "data"))).toBe(false);
});

test("in production, migrate and the worker create no embedded database", async () => {
  const secrets = { SESSION_SECRET: "s".repeat(32), SECRETS_KEY: "0f".repeat(32) };
  for (const program of ["migrate.ts", "worker.ts"]) {
    const spawned = run(program, { environment: { ...production(), ...secrets } });
    expect(await spawned.ended).toBe(1);
    expect(spawned.err().split("\n").at(-2)).toEqual(noDatabase);
  }
  expect(existsSync(join(root, "data"))).toBe(false);
});

test("in production, backup, restore and doctor create no embedded database", async () => {
  const DATABASE_URL = await freshDatabase();
  const copy = join(root, "copy");
  await adminHere(["backup", "--to", copy], { ...production(), DATABASE_URL });
  for (const words of [["backup", "--to", join(root, "none")], ["restore", "--from", copy]]) {
    const { code, json } = await adminHere(words, production());
    expect({ code, message: json.error.message }).toEqual({ code: 1, message: noDatabase });
  }
  const { code, out } = await sayHere(["doctor"], production());
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringMatching(/^failing +postgres .*there is no database yet.*DATABASE_URL/m),
  });
  expect(existsSync(join(root, "data"))).toBe(false);
});

test("in production, commands use an embedded database that exists", async () => {
  const DATA_DIR = join(root, "embedded");
  const created = await admin(["organization", "list"], { DATA_DIR });
  expect(created).toEqual({ code: 0, json: { organizations: [] } });
  const listed = await admin(["organization", "list"], { NODE_ENV: "production", DATA_DIR });
  expect(listed).toEqual({ code: 0, json: { organizations: [] } });
});

test("backup and doctor name their database, and never its password", async () => {
  const DATABASE_URL = await freshDatabase();
  const { hostname, port, pathname, username, password } = new URL(DATABASE_URL);
  expect(password).not.toBe("");
  const named = `postgres://${username}:****@${hostname}:${port}${pathname}`;
  const folder = join(root, "named");
  const backup = await sayHere(["backup", "--to", folder], { DATABASE_URL });
  expect(backup.out).toContain(` tables of ${named} as of `);
  expect(backup.err).toContain(`Reading ${named} ...`);
  const json = await adminHere(["backup", "--to", join(root, "json")], { DATABASE_URL });
  expect(json.json).toMatchObject({ database: named });
  const doctor = await sayHere(["doctor"], { DATABASE_URL });
  expect(doctor.out).toContain(`database "${pathname.slice(1)}" at ${hostname}:${port}, answers`);
  for (const { out, err } of [backup, doctor]) expect(out + err).not.toContain(password);
});
