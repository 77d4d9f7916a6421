import { expect, test } from "vitest";
import { emptyDatabase, freshDatabase } from "../../support/fresh_database.ts";
import { admin, run, startService } from "./spawned.ts";
import { folderPerFile } from "../../support/per_file.ts";

const root = await folderPerFile("shared-");

test("services that start at once on an empty database migrate it once and make one demo", async () => {
  const environment = { DATABASE_URL: await emptyDatabase(), DATA_DIR: root };
  const services = await Promise.all([1, 2].map(() => startService(environment)));
  const { json } = await admin(["organization", "list"], environment);
  expect(json.organizations).toHaveLength(1);
  expect(services.filter((service) => service.out().includes("mk_live_"))).toHaveLength(1);
  expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
});

test("production makes no demo data, and warns where PUBLIC_URL is not https", async () => {
  await using service = await startService({
    DATABASE_URL: await freshDatabase(),
    NODE_ENV: "production",
    DEMO_DATA: "true",
    SESSION_SECRET: "s".repeat(32),
    SECRETS_KEY: "0f".repeat(32),
  });
  expect(service.out()).not.toContain("mk_live_");
  await expect.poll(() => service.err()).toContain("not https");
});

test("the migrate command applies all migrations and exits with 0", async () => {
  const { ended, out } = run("migrate.ts", {
    environment: { DATABASE_URL: await emptyDatabase() },
  });
  expect(await ended).toBe(0);
  expect(out()).toContain("All migrations are applied");
});
