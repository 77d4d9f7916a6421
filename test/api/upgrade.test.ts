import { expect, test } from "vitest";
import { hasHaproxy } from "../support/haproxy.ts";
import { inDatabase } from "../support/published_events.ts";
import { openRollingStage } from "../support/rolling_restart/stage.ts";
import { expandingMigration } from "../support/versions/expanding_migration.ts";
import { nextVersion } from "../support/versions/version.ts";

test.skipIf(!hasHaproxy)(
  "two services are upgraded in turn to a version with another migration, and no request fails",
  async () => {
    await using next = await nextVersion(expandingMigration);
    await using stage = await openRollingStage({
      drainSeconds: 1,
      checkInterval: "100ms",
      connections: 4,
    });
    const { api } = stage;
    await next.migrate(api.databaseUrl);
    expect(
      await inDatabase(
        api.databaseUrl,
        "select name from schema_migrations order by number desc limit 1",
      ),
    ).toEqual([{ name: expect.stringContaining("of_a_test") }]);
    // The old processes stay ready on the newer schema.
    for (const { url } of api.services) {
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    }
    await stage.restart(0, next.root);
    await stage.restart(1, next.root);
    await stage.check();
  },
);
