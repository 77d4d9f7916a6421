import { execFile } from "node:child_process";
import { promisify, stripVTControlCharacters } from "node:util";
import { expect } from "vitest";
import { emptyDatabase } from "../../support/fresh_database.ts";
import { openRollingStage } from "../../support/rolling_restart/stage.ts";
import { expandingMigration } from "../../support/versions/expanding_migration.ts";
import {
  giveNewSchema,
  nextVersion,
  previousVersion,
  thisVersion,
} from "../../support/versions/version.ts";
import { proof } from "./proof.ts";

proof("upgrade", async (progress) => {
  await using previous = await previousVersion();
  await using next = await nextVersion(expandingMigration);
  await using stage = await openRollingStage({
    drainSeconds: 5,
    checkInterval: "1s",
    connections: 16,
    root: previous.root,
    async database() {
      const url = await emptyDatabase();
      await previous.migrate(url);
      return url;
    },
    onStarted: ({ databaseUrl }) => thisVersion.migrate(databaseUrl),
  });
  const { api, traffic } = stage;
  const report = (what: string) => {
    progress(`${what}: ${traffic.answered} requests, ${traffic.failures.length} failed`);
    traffic.failures.slice(0, 10).forEach(progress);
    expect(traffic.failures).toEqual([]);
  };
  report("the previous version serves on the schema of this one");
  await next.migrate(api.databaseUrl);
  report("another migration is applied under load");
  for (const { url } of api.services) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await stage.restart(0);
  report("the previous version has started on the newer schema");
  await stage.restart(0, next.root);
  report("both versions serve");
  await stage.restart(1, next.root);
  report("the next version serves");
  await stage.restart(0, previous.root);
  await stage.restart(1, previous.root);
  report("the previous version serves again");
  return await stage.check();
});

// The tests of the previous version, in its own folder, on a database with all migrations of this version.
const contract = ["endpoints", "races", "access", "holds", "usage"].map((name) =>
  `test/api/${name}.test.ts`
);

proof("upgrade-contract", async (progress) => {
  await using previous = await previousVersion();
  await giveNewSchema(previous, expandingMigration);
  const words = ["run", "--config", "test/vitest.config.ts", ...contract];
  const { stdout } = await promisify(execFile)("vitest", words, { cwd: previous.root });
  const [, passed] = /Tests +(\d+) passed/.exec(stripVTControlCharacters(stdout))!;
  progress(`${passed} tests of the previous version passed`);
  expect(Number(passed)).toBeGreaterThan(50);
  return { tests: Number(passed) };
});
