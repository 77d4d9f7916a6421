import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../../support/api.ts";
import { childrenOf } from "../../support/child_processes.ts";
import { type EventReader, followEvents } from "../../support/event_reader.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { inDatabase } from "../../support/published_events.ts";
import { makeStaff, signIn } from "../../support/staff_session.ts";
import { connectRaw, sendHalfRequest } from "../http/support.ts";
import { run, startService } from "./spawned.ts";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const haveEnded = (pids: number[]) => () => pids.every((pid) => !isAlive(pid));

describe("two HTTP processes of one service", () => {
  let api: Api;
  const first = () => api.services[0]!.processId;
  beforeAll(async () => {
    const environment = { HTTP_PROCESSES: "2", LOG_LEVEL: "debug" };
    api = await startApi({ environment });
  });
  afterAll(() => api[Symbol.asyncDispose]());

  /** The ids of the processes that have logged a request with this status. */
  function processesThatAnswered(status: number): Set<number> {
    const lines = api.services[0]!.errors().split("\n").filter((line) => line.startsWith("{"));
    const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.status === status);
    return new Set(logged.map(({ processId }) => processId));
  }

  /** Waits until the replacement of a killed process serves, too. */
  async function bothServe(tenant: Tenant): Promise<void> {
    await expect.poll(async () => {
      await tenant.get("/departments", { headers: { Connection: "close" } });
      const answered = processesThatAnswered(200);
      return childrenOf(first()).filter((pid) => answered.has(pid));
    }).toHaveLength(2);
  }

  test("both write how many connections the whole service may open", async () => {
    const rows = await inDatabase(
      api.databaseUrl,
      `select service_connections as connections, service_processes as processes, count(*)::int
      from reporting_heartbeats group by 1, 2`,
    );
    // The first process has pools too.
    expect(rows).toEqual([{ connections: 3 * (10 + 2 + 2) + 10, processes: 2, count: 2 }]);
  });

  test("without Redis, both admit exactly as many requests as the hourly limit allows", async () => {
    const { organizationId } = await api.organization();
    const { key } = await api.seeding.application.createApiKey(organizationId, {
      name: "limited",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS"],
      rateLimitPerHour: 100,
    });
    const answers = await Promise.all(
      Array.from({ length: 400 }, () => api.call("GET", "/api/v1/departments", { key })),
    );
    const admitted = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(300);
    const remaining = admitted.map(({ headers }) => Number(headers.get("X-RateLimit-Remaining")));
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    await expect.poll(() => processesThatAnswered(429)).toEqual(new Set(childrenOf(first())));
  });

  test("one that is killed under load is replaced, and no acknowledged booking is lost", async () => {
    const before = childrenOf(first());
    const tenant = await api.organization({ slotCapacity: 1000 });
    const booked: number[] = [];
    let failures = 0;
    let isOver = false;
    const callers = Array.from({ length: 16 }, async (_, i) => {
      while (!isOver) {
        try {
          const body = {
            departmentId: tenant.departmentId,
            name: `Caller ${i}`,
            dateTime: "2030-03-05T10:00:00",
          };
          const { status, body: made } = await tenant.post(body);
          expect(status).toBe(201);
          booked.push(made.id);
        } catch {
          // The connection was closed. Nobody acknowledged this booking.
          failures += 1;
        }
      }
    });
    await expect.poll(() => booked.length).toBeGreaterThan(50);
    process.kill(before[0]!, "SIGKILL");
    const acknowledged = booked.length;
    await expect.poll(() => booked.length).toBeGreaterThan(acknowledged + 50);
    isOver = true;
    await Promise.all(callers);
    expect(failures).toBeLessThanOrEqual(16);
    for (const id of booked) expect((await tenant.get(`/appointments/${id}`)).status).toBe(200);
    await expect.poll(() => childrenOf(first()).length).toBe(2);
    expect(childrenOf(first())).toEqual(expect.arrayContaining([before[1]]));
    await expect.poll(() => api.services[0]!.errors())
      .toContain("an HTTP process ended, starting another one");
    await bothServe(tenant);
  });

  describe("event streams", () => {
    const readers = new AsyncDisposableStack();
    let all: EventReader[];
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await api.organization({ slotCapacity: 1000 });
      const { url } = api.services[0]!;
      const cookie = await signIn(url, await makeStaff(api.seeding, tenant.organizationId));
      all = Array.from({ length: 8 }, () => readers.use(followEvents(url, cookie)));
    });
    afterAll(() => readers[Symbol.asyncDispose]());

    const book = async (hour: number) => {
      const { departmentId } = tenant;
      const dateTime = `2030-03-05T${hour}:00:00`;
      return (await tenant.post({ departmentId, dateTime, name: "Ada" })).body.id as number;
    };
    /** Books again while connections of the killed process are used: a request on one of them has no answer. */
    async function bookAtLast(hour: number): Promise<number> {
      for (;;) {
        try {
          return await book(hour);
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
        }
      }
    }
    const haveSeen = (id: number) => () =>
      all.every((reader) => reader.text().includes(`"subjectId":${id},`));

    test("of a killed process come back to another process without a gap", async () => {
      await expect.poll(() => childrenOf(first()).length).toBe(2);
      await expect.poll(() => all.every((one) => one.text().includes("refresh"))).toBe(true);
      process.kill(childrenOf(first())[0]!, "SIGKILL");
      const bookedAt = [10, 11, 12];
      const ids: number[] = [];
      for (const hour of bookedAt) ids.push(await bookAtLast(hour));
      for (const id of ids) await expect.poll(haveSeen(id)).toBe(true);
      expect(all.some(({ opened }) => opened > 1)).toBe(true);
      // Nobody had to read everything again.
      for (const one of all) expect(one.text().match(/event: refresh/g)).toHaveLength(1);
    });

    test("are ended by SIGTERM, so that the service ends at once", async () => {
      // A stop also waits for a process that still starts. It may take longer than a stop may on a busy machine.
      await bothServe(tenant);
      const before = all.map(({ ended }) => ended);
      expect((await api.services[0]!.stop()).exitCode).toBe(0);
      // They were not cut off after the time limit of running requests.
      const expected = before.map((ended) => ended + 1);
      await expect.poll(() => all.map(({ ended }) => ended)).toEqual(expected);
    });
  });
});

describe("a service with two HTTP processes", () => {
  let dataDir: string;
  let environment: Record<string, string>;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "http-processes-"));
    const DATABASE_URL = await freshDatabase();
    environment = { HTTP_PROCESSES: "2", DATABASE_URL, DATA_DIR: dataDir, DEMO_DATA: "false" };
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  test("SIGTERM ends all of it after the running requests, with exit code 0", async () => {
    const service = await startService(environment);
    const processes = childrenOf(service.child.pid!);
    expect(processes).toHaveLength(2);
    expect(service.out()).toContain("2 for HTTP");
    const raw = await connectRaw(service.url);
    await sendHalfRequest(raw);
    service.child.kill("SIGTERM");
    await expect.poll(() => service.out()).toContain("Stopping");
    raw.socket.write("}");
    expect(await raw.closed).toMatch(/^HTTP\/1.1 401 /m);
    expect(await service.ended).toBe(0);
    expect(haveEnded(processes)()).toBe(true);
    expect(service.err()).not.toContain("starting another one");
  });

  test("a process that dies again and again is replaced after growing pauses", async () => {
    await using service = await startService(environment);
    const pausesMs: number[] = [];
    for (let times = 0; times < 4; times += 1) {
      const before = childrenOf(service.child.pid!);
      const fromMs = performance.now();
      process.kill(before.at(-1)!, "SIGKILL");
      const isNew = (pid: number) => !before.includes(pid);
      await expect.poll(() => childrenOf(service.child.pid!).some(isNew), { interval: 10 })
        .toBe(true);
      pausesMs.push(performance.now() - fromMs);
    }
    expect(pausesMs[2]).toBeGreaterThan(350);
    expect(pausesMs[3]).toBeGreaterThan(700);
  });

  test("a second signal ends all of it at once, with exit code 1", async () => {
    const service = await startService(environment);
    const processes = childrenOf(service.child.pid!);
    const raw = await connectRaw(service.url);
    await sendHalfRequest(raw);
    service.child.kill("SIGTERM");
    await expect.poll(() => service.out()).toContain("Stopping");
    // Signals less than half a second apart count as one.
    await expect.poll(() => {
      service.child.kill("SIGTERM");
      return service.child.exitCode;
    }, { interval: 100 }).toBe(1);
    await raw.closed;
    await expect.poll(haveEnded(processes)).toBe(true);
  });

  test("its HTTP processes end when the first process is killed, and the next start works", async () => {
    const service = await startService(environment);
    const processes = childrenOf(service.child.pid!);
    expect(await service.stop("SIGKILL")).toBe("SIGKILL");
    await expect.poll(haveEnded(processes)).toBe(true);
    await using next = await startService({ ...environment, PORT: new URL(service.url).port });
    expect(next.url).toBe(service.url);
    await expect.poll(async () => (await fetch(`${next.url}/readyz`)).status).toBe(200);
  });

  test("a port in use ends the start in one line, before anything is changed", async () => {
    await using other = createServer().listen(0, "127.0.0.1");
    await expect.poll(() => other.listening).toBe(true);
    const { port } = other.address() as AddressInfo;
    const refused = run("main.ts", { environment: { ...environment, PORT: `${port}` } });
    expect(await refused.ended).toBe(1);
    expect(refused.err()).toMatch(/^Cannot listen on .*: the port is already in use.*\n$/);
    expect(refused.out()).toBe("");
  });
});
