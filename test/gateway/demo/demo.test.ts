import { expect, test } from "vitest";
import {
  type Application,
  createApplication,
  DomainError,
  type UsageEntry,
} from "../../../core/mod.ts";
import { bookingExample } from "../../../gateway/demo/booking_example.ts";
import { demoAppointments } from "../../../gateway/demo/demo_appointments.ts";
import { addDemoDepartments } from "../../../gateway/demo/demo_departments.ts";
import { demoWebhookUrl } from "../../../gateway/demo/demo_webhook.ts";
import { type Demo, seedDemo, seedEmptyDatabase } from "../../../gateway/demo/seed_demo.ts";
import type { PastDelivery, PastVisit } from "../../../gateway/persistence/mod.ts";
import { createAddressCheck } from "../../../gateway/webhooks/mod.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { operator } from "../../../core/audit/audit_record.ts";

function inMemory() {
  const ports = createInMemoryPorts();
  return { ...ports, application: createApplication(ports) };
}

test("seedDemo() leaves 10,000 credits in LIVE and TEST and appointments of today and a week", async () => {
  const { application, memory } = inMemory();
  const today = () => Temporal.Now.plainDateISO("Europe/Berlin");
  const before = today();
  const demo = await seedDemo(application);
  const midnightCame = !today().equals(before);
  expect(await application.getBalances(demo.organizationId)).toEqual({
    LIVE: 10_000,
    TEST: 10_000,
  });
  expect(memory.appointments).toHaveLength(60);
  const dates = new Set(memory.appointments.map(({ dateTime }) => `${dateTime.toPlainDate()}`));
  const first = midnightCame ? Temporal.PlainDate.from([...dates][0]!) : before;
  expect([...dates]).toEqual(Array.from({ length: 8 }, (_, i) => `${first.add({ days: i })}`));
});

test("seedDemo() makes keys that may do everything 100,000 times an hour, and a ready password", async () => {
  const { application, memory } = inMemory();
  const demo = await seedDemo(application);
  const callers = await Promise.all(
    [demo.apiKey, demo.testApiKey].map((key) => application.authenticateApiKey(key)),
  );
  expect(callers).toMatchObject(["LIVE", "TEST"].map((environment) => ({
    environment,
    organizationId: demo.organizationId,
    rateLimitPerHour: 100_000,
    scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
  })));
  expect(memory.staffUsers).toMatchObject([
    { email: demo.email, role: "OWNER", mustChangePassword: false },
  ]);
});

test("the demo's week is accepted by the departments' own rules on whatever day it begins", async () => {
  for (let day = 0; day < 7; day += 1) {
    const today = Temporal.PlainDate.from("2026-03-25").add({ days: day });
    const now = () =>
      today.toZonedDateTime({ timeZone: "Europe/Berlin", plainTime: "23:59" }).toInstant();
    const application = createApplication(createInMemoryPorts({ now }));
    const { organization } = await application.createOrganization({
      name: "Demo",
      timeZone: "Europe/Berlin",
      ownerEmail: "owner@demo.example",
      credits: 100,
    });
    const organizationId = organization.id;
    const made = await addDemoDepartments(application, { organizationId, today });
    const scope = { organizationId, environment: "LIVE", actor: operator } as const;
    for (const request of demoAppointments(made, today)) {
      await expect(application.bookAppointment(scope, request)).resolves.toBeDefined();
    }
  }
});

/** What seedEmptyDatabase() needs of a database, in memory. */
function seeding({ memory, application }: ReturnType<typeof inMemory>) {
  let state: { mark: string; isShown: boolean } | undefined;
  const shown: Demo[] = [];
  const calls: UsageEntry[] = [];
  const deliveries: PastDelivery[] = [];
  const visits: PastVisit[] = [];
  const persistence = {
    demoHistory: {
      addUsage: async (added: readonly UsageEntry[]) => {
        if (calls.length === 0) calls.push(...added);
      },
      addDeliveries: async (_: unknown, added: readonly PastDelivery[]) => {
        if (deliveries.length === 0) deliveries.push(...added);
      },
      addVisits: async (_: unknown, added: readonly PastVisit[]) => {
        if (visits.length === 0) visits.push(...added);
      },
      backdate: async () => {},
    },
    isEmpty: async () => memory.organizations.length === 0,
    withLock: <T>(_: string, work: () => Promise<T>) => work(),
    demoStates: {
      find: async () => state && { ...state },
      begin: async (mark: string) => void (state = { mark, isShown: false }),
      noteShown: async () => void (state!.isShown = true),
    },
  };
  const seed = (isWritten = true) =>
    seedEmptyDatabase(application, {
      persistence,
      progress: () => {},
      show: async (demo) => (shown.push(demo), isWritten),
    });
  return { seed, shown, calls, deliveries, visits };
}

test("seedEmptyDatabase() makes and shows the demo once, and only in a database without organizations", async () => {
  const stage = inMemory();
  const { seed, shown } = seeding(stage);
  expect([await seed(), await seed()]).toEqual([true, false]);
  expect([stage.memory.organizations.length, shown.length]).toEqual([1, 1]);
  const other = inMemory();
  await other.application.createOrganization({ name: "Own", ownerEmail: "own@own.example" });
  expect(await seeding(other).seed()).toBe(false);
});

test("a demo that could not be shown is shown by the next start with new keys and a new password", async () => {
  const stage = inMemory();
  const { application, memory } = stage;
  const { seed, shown } = seeding(stage);
  await seed(false);
  expect([await seed(), await seed()]).toEqual([true, false]);
  const [lost, demo] = shown as [Demo, Demo];
  expect([memory.organizations.length, memory.appointments.length]).toEqual([1, 108]);
  expect(await application.getBalances(demo.organizationId)).toEqual({
    LIVE: 10_000,
    TEST: 10_000,
  });
  expect(demo.departments).toEqual(lost.departments);
  const { organizationId } = await application.authenticateApiKey(demo.apiKey);
  expect(organizationId).toBe(demo.organizationId);
  await expect(application.authenticateApiKey(lost.apiKey)).rejects.toThrow(DomainError);
  const { caller } = await application.signIn({ ipAddress: "" }, demo);
  expect(caller.mustChangePassword).toBe(false);
});

function countOf(appointments: readonly { status: string }[], status: string): number {
  return appointments.filter((one) => one.status === status).length;
}

test("the first demo is named plainly, and has a clerk and a past with phone numbers", async () => {
  const stage = inMemory();
  const { seed, shown } = seeding(stage);
  await seed();
  const { memory } = stage;
  expect(shown[0]!.email).toBe("owner@demo.example");
  expect(memory.staffUsers.map(({ email }) => email)).toContain("clerk@demo.example");
  const past = memory.appointments.filter(({ phone }) => phone !== "");
  const counts = ["COMPLETED", "MISSED", "CANCELLED"].map((one) => countOf(past, one));
  expect(counts).toEqual([30, 5, 5]);
  expect(memory.appointments.filter(({ phone }) => phone !== "")).toHaveLength(40);
  expect(await stage.application.getBalances(shown[0]!.organizationId)).toMatchObject({
    LIVE: 10_000,
  });
});

test("the first demo has a clerk who can sign in, calls until now, and an inactive webhook", async () => {
  const stage = inMemory();
  const { seed, shown, calls, deliveries } = seeding(stage);
  await seed();
  const { application, memory } = stage;
  const { caller } = await application.signIn({ ipAddress: "" }, shown[0]!.clerk!);
  expect([caller.role, caller.mustChangePassword]).toEqual(["STAFF", false]);
  expect(calls.length).toBeGreaterThan(400);
  expect(new Set(calls.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 201, 400, 404]));
  const keyIds = memory.apiKeys.map(({ id }) => id);
  expect(new Set(calls.map(({ apiKeyId }) => apiKeyId))).toEqual(new Set(keyIds));
  const times = calls.map(({ timestamp }) => timestamp.epochMilliseconds);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(Date.now());
  expect(memory.webhooks).toMatchObject([{ url: demoWebhookUrl, isActive: false }]);
  expect(deliveries).toHaveLength(80);
  const failed = deliveries.filter(({ attempts }) => attempts.at(-1)!.error !== null);
  expect(failed.map(({ attempts }) => attempts.length)).toEqual([5]);
});

test.each(["00:07", "03:30", "11:00", "20:13", "23:55"])(
  "the demo lives around now at %s: people wait, are called and in service, and others come soon",
  async (time) => {
    const now = () => Temporal.ZonedDateTime.from(`2026-11-26T${time}[Europe/Berlin]`).toInstant();
    const ports = createInMemoryPorts({ now });
    const application = createApplication(ports);
    const { seed, shown, visits } = seeding({ ...ports, application });
    await seed();
    const [demo] = shown as [Demo];
    const { caller } = await application.signIn({ ipAddress: "" }, demo);
    const queue = await application.staff.getQueue(caller, {});
    expect([queue.waiting.length, queue.called.length, queue.inService.length]).toEqual([4, 1, 2]);
    const soon = await application.staff.listAppointments(caller, {
      startDate: now().toZonedDateTimeISO("Europe/Berlin").toPlainDateTime().toString(),
      status: "SCHEDULED",
      sort: "dateTime,asc",
    });
    const local = `2026-11-26T${time}`;
    const minutes = Temporal.PlainDateTime.from(local)
      .until(soon.items[0]!.dateTime, { largestUnit: "minutes" }).minutes;
    expect(minutes).toBeLessThanOrEqual(60);
    expect(Object.values(demo.screens!).map((path) => path.split("/").slice(0, 2))).toEqual([
      ["", "display"],
      ["", "kiosk"],
    ]);
    // Two weeks with visits on each workday, and none that has not ended.
    const days = new Set(visits.map(({ arrivedAt }) => arrivedAt.toString().slice(0, 10)));
    expect(days.size).toBeGreaterThanOrEqual(10);
    for (const { arrivedAt, calledAt, startedAt, endedAt } of visits) {
      const times = [arrivedAt, calledAt, startedAt, endedAt, now()].filter((at) => at !== null);
      expect(times.map(String)).toEqual(
        times.toSorted((a, b) => Temporal.Instant.compare(a, b)).map(String),
      );
    }
  },
);

test("the service accepts the address of the demo's webhook", async () => {
  const check = createAddressCheck({ allowsPrivateNetwork: false });
  expect(await check.refusalOf(demoWebhookUrl)).toBeUndefined();
});

test("a start that ends at any step of the demo is completed by the next one", async () => {
  // Every step of the first ones, then every 29th: most steps are bookings and changes of the same kind.
  for (let steps = 0, isWhole = false; !isWhole; steps += steps < 14 ? 1 : 29) {
    const stage = inMemory();
    const { application } = stage;
    const { seed, shown } = seeding({ ...stage, application: endingAfter(application, steps) });
    isWhole = await seed().then(() => true, () => false);
    if (!isWhole) await seed();
    const demo = shown.at(-1)!;
    const { memory } = stage;
    expect([steps, memory.organizations.length, memory.departments.length, memory.workers.length])
      .toEqual([steps, 1, 3, 3]);
    expect([steps, memory.appointments.length]).toEqual([steps, 108]);
    expect([steps, memory.staffUsers.length]).toEqual([steps, 2]);
    const past = memory.appointments.filter(({ phone }) => phone !== "");
    expect([steps, countOf(past, "COMPLETED")]).toEqual([steps, 30]);
    expect(memory.screens.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(2);
    expect(await application.getBalances(demo.organizationId)).toMatchObject({ LIVE: 10_000 });
    await application.authenticateApiKey(demo.apiKey);
    await application.authenticateApiKey(demo.testApiKey);
    await application.signIn({ ipAddress: "" }, demo);
    await application.signIn({ ipAddress: "" }, demo.clerk!);
    expect(memory.webhooks).toMatchObject([{ isActive: false }]);
    expect(memory.apiKeys.filter(({ isActive }) => isActive)).toHaveLength(2);
  }
});

/** The use cases of which, after so many calls, one fails, as if the process had ended before it. */
function endingAfter(application: Application, steps: number): Application {
  let left = steps;
  const call = (useCase: (...values: unknown[]) => unknown) => (...values: unknown[]) => {
    left -= 1;
    return left === -1 ? Promise.reject(new Error("killed")) : useCase(...values);
  };
  const handler: ProxyHandler<object> = {
    get(target, name) {
      const member = Reflect.get(target, name);
      // Reading the clock is no step: it does not return a promise.
      if (name === "now") return member;
      return typeof member === "function" ? call(member) : new Proxy(member, handler);
    },
  };
  return new Proxy(application, handler) as Application;
}

test("a demo that is completed days later lacks only the appointments in the past", async () => {
  let now = Temporal.Now.instant();
  const ports = createInMemoryPorts({ now: () => now });
  const stage = { ...ports, application: createApplication(ports) };
  const { seed } = seeding(stage);
  const { bookAppointment } = stage.application;
  stage.application.bookAppointment = () => Promise.reject(new Error("killed"));
  await expect(seed()).rejects.toThrow("killed");
  stage.application.bookAppointment = bookAppointment;
  now = now.add({ hours: 72 });
  expect(await seed()).toBe(true);
  // Only the clinic refuses what lies in the past.
  expect(stage.memory.appointments.length).toBeGreaterThanOrEqual(48);
});

function requestIn(line: string): { dateTime: string } {
  return JSON.parse(/-d '(.+)'$/.exec(line)![1]!);
}

test("bookingExample() names a weekday slot that is still free", async () => {
  const { application } = inMemory();
  const demo = await seedDemo(application);
  const caller = { ...await application.authenticateApiKey(demo.apiKey), actor: operator };
  const first = requestIn(await bookingExample(application, { demo, url: "http://h" }));
  expect(Temporal.PlainDateTime.from(first.dateTime).dayOfWeek).toBeLessThanOrEqual(5);
  for (let place = 0; place < 5; place += 1) await application.bookAppointment(caller, first);
  const next = requestIn(await bookingExample(application, { demo, url: "http://h" }));
  expect(next.dateTime > first.dateTime).toBe(true);
});
