import { expect, test } from "vitest";
import { startPostgresPair } from "../support/replication/postgres_pair.ts";
import { openService, seedOrganization } from "../support/seeded.ts";
import { secretsEnvironment } from "../support/webhooks.ts";
import { adminHere, sayHere, startService } from "../gateway/process/spawned.ts";
import { parseExposition, valueOf } from "../gateway/metrics/exposition.ts";

test(
  "a service of two HTTP processes reads reports from the standby, and refuses them while it is late",
  async () => {
    await using pair = await startPostgresPair({ fsync: "off" });
    const { port, password } = pair.standby;
    await using seeding = await openService(pair.primaryUrl());
    const { organizationId } = await seedOrganization(seeding);
    const environment = {
      ...secretsEnvironment,
      SESSION_SECRET: "x8Kq2mVb0ZrT5wYc7HnJ4dLf9GsP1aEu",
      DATABASE_URL: pair.primaryUrl(),
      REPORTING_DATABASE_URL: `postgres://postgres:${password}@127.0.0.1:${port}/appointments`,
      REPORTING_MAX_LAG_SECONDS: "5",
      DEMO_DATA: "false",
      METRICS_PORT: "0",
      HTTP_PROCESSES: "2",
    };
    await using service = await startService(environment);
    const words = ["reporting-token", "create", "--organization", `${organizationId}`];
    const { json: { token } } = await adminHere([...words, "--name", "Tool"], environment);
    const metricsUrl = /^Metrics +(?:on )?(http:\/\/\S+)$/m.exec(service.out())![1]!;
    const report = () =>
      fetch(`${service.url}/graphql`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ query: "{ organization { name } }" }),
      });
    async function gauge(name: string) {
      return valueOf(parseExposition(await (await fetch(metricsUrl)).text()), name);
    }
    const doctor = async () => {
      const { out } = await sayHere(["doctor"], environment);
      return /^.* reporting .*$/m.exec(out)?.[0];
    };

    // On a busy machine the standby may be late when the service has just started.
    let answer!: Response;
    await expect.poll(async () => (answer = await report()).status).toBe(200);
    const asOf = answer.headers.get("X-Data-As-Of")!;
    expect(await answer.json()).toEqual({
      data: { organization: { name: "Test" } },
      extensions: { standby: { asOf, lagSeconds: expect.any(Number) } },
    });
    // The right zone and unit. How late the data may be is the limit's to say: up to 5 s when it was read.
    expect(Math.abs(Date.now() - Date.parse(asOf))).toBeLessThan(60_000);
    await expect.poll(() => gauge("appointment_reporting_up")).toBe(1);
    expect(await doctor()).toMatch(/^ok /);

    await pair.standby.rows("select pg_wal_replay_pause()");
    // Each process has a heartbeat of its own, so for a moment only one of them refuses.
    let late!: Response;
    await expect.poll(async () => (late = await report()).status).toBe(503);
    expect(late.headers.get("Retry-After")).toBe("5");
    expect(await late.json()).toMatchObject({
      errors: [{
        message: expect.stringMatching(/it is \d+ s behind the primary, and the limit is 5 s/),
        extensions: { code: "SERVICE_UNAVAILABLE" },
      }],
    });
    await expect.poll(() => gauge("appointment_reporting_up")).toBe(0);
    expect(await gauge("appointment_reporting_lag_seconds")).toBeGreaterThan(5);
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
    await expect.poll(doctor).toMatch(/^failing .* behind, more than 5 s/);

    await pair.standby.rows("select pg_wal_replay_resume()");
    await expect.poll(async () => (await report()).status).toBe(200);
  },
);
