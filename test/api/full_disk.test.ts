import { expect, test } from "vitest";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { sayHere } from "../gateway/process/spawned.ts";
import { startApi } from "../support/api.ts";
import { startOnSmallDisk } from "../support/full_disk.ts";
import { hasHaproxy, startHaproxy } from "../support/haproxy.ts";
import { secretsEnvironment } from "../support/webhooks.ts";

test.skipIf(!hasHaproxy)(
  "on a full disk no service is ready, and the proxy still passes reads and bookings to them",
  async () => {
    await using disk = await startOnSmallDisk();
    await using api = await startApi({ processes: 2, database: async () => disk.url });
    const { key, departmentId } = await api.organization({ slotCapacity: 1000 });
    const [first, second] = api.services;
    const port = await freePort();
    await using proxy = await startHaproxy({
      port,
      services: [first!.url, second!.url],
      checkInterval: "100ms",
    });
    const statusOf = async (url: string, init: RequestInit = {}) => {
      const response = await fetch(url, {
        ...init,
        headers: { "X-API-Key": key, ...init.headers },
      });
      await response.body?.cancel();
      return response.status;
    };
    const list = () => statusOf(`${proxy.url}/api/v1/appointments`);
    let bookings = 0;
    const book = () =>
      statusOf(`${proxy.url}/api/v1/appointments`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": `k${bookings += 1}` },
        body: JSON.stringify({ departmentId, dateTime: "2038-03-01T10:00", name: "Ada" }),
      });
    const readiness = () => Promise.all(api.services.map(({ url }) => statusOf(`${url}/readyz`)));
    await expect.poll(readiness).toEqual([200, 200]);
    expect([await book(), await list()]).toEqual([201, 200]);

    await disk.fill();
    // No caller writes until then.
    await expect.poll(readiness, { timeout: 30_000 }).toEqual([503, 503]);
    expect(await (await fetch(`${first!.url}/readyz`)).json())
      .toMatchObject({ error: { message: "The database accepts no writes" } });
    // The proxy takes a service out after two checks.
    await expect.poll(proxy.log).toContain("backend cell_a has no server available");
    // The first ones may fit into pages that the tables have.
    await expect.poll(book).toBe(503);
    await expect.poll(list).toBe(200);
    await expect.poll(proxy.log).toMatch(/ cell_a_any\/[ab] .* 200 .*GET \/api\/v1\/appointments/);
    expect(await statusOf(`${proxy.url}/healthz`)).toBe(200);
    for (const { errors } of api.services) {
      expect(errors()).toMatch(
        /"reason":"the disk of its server is full.*the database accepts no writes"/,
      );
    }
    if (disk.isReal) {
      const { out } = await sayHere(["doctor"], { ...secretsEnvironment, DATABASE_URL: disk.url });
      expect(out).toMatch(
        /^failing +disk +the disk of the database server is full.* To fix it: Free space/m,
      );
    }

    // A service that starts meanwhile serves reads, and is not ready.
    await api.services[1]!.stop();
    await api.startAgain(1);
    expect(await statusOf(`${api.services[1]!.url}/api/v1/appointments`)).toBe(200);
    expect(await readiness()).toEqual([503, 503]);

    await disk.free();
    await expect.poll(readiness, { timeout: 30_000 }).toEqual([200, 200]);
    await expect.poll(book).toBe(201);
  },
);
