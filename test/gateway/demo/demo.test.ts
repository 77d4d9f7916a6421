import { expect, test } from "vitest";
import { createApplication } from "../../../core/mod.ts";
import { bookingExample } from "../../../gateway/demo/booking_example.ts";
import { demoAppointments } from "../../../gateway/demo/demo_appointments.ts";
import { addDemoDepartments } from "../../../gateway/demo/demo_departments.ts";
import { seedDemo } from "../../../gateway/demo/seed_demo.ts";
import { seedEmptyDatabase } from "../../../gateway/demo/seed_empty_database.ts";
import { createInMemoryPorts } from "../../support/in_memory_ports.ts";

function inMemory() {
  const ports = createInMemoryPorts();
  return { ...ports, application: createApplication(ports) };
}

test("seedDemo() leaves 10,000 credits in LIVE and TEST beside appointments of today and a week", async () => {
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
    [demo.apiKey, demo.testApiKey].map(application.authenticateApiKey),
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

test("seedDemo() can be done again: another organization, another e-mail", async () => {
  const { application } = inMemory();
  const [first, second] = [await seedDemo(application), await seedDemo(application)];
  expect(second.email).not.toBe(first.email);
  expect(second.organizationId).not.toBe(first.organizationId);
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
    const scope = { organizationId, environment: "LIVE" } as const;
    for (const wish of demoAppointments(made, today)) {
      await expect(application.bookAppointment(scope, wish)).resolves.toBeDefined();
    }
  }
});

test("seedEmptyDatabase() does nothing where there is an organization", async () => {
  const { application, memory } = inMemory();
  const persistence = {
    isEmpty: async () => memory.organizations.length === 0,
    withLock: <T>(_: string, work: () => Promise<T>) => work(),
  };
  const options = { persistence, progress: () => {} };
  expect(await seedEmptyDatabase(application, options)).toBeDefined();
  expect(await seedEmptyDatabase(application, options)).toBeUndefined();
  expect(memory.organizations).toHaveLength(1);
});

function wishIn(line: string): { dateTime: string } {
  return JSON.parse(/-d '(.+)'$/.exec(line)![1]!);
}

test("bookingExample() names a weekday slot that is still free", async () => {
  const { application } = inMemory();
  const demo = await seedDemo(application);
  const caller = await application.authenticateApiKey(demo.apiKey);
  const first = wishIn(await bookingExample(application, { demo, url: "http://h" }));
  expect(Temporal.PlainDateTime.from(first.dateTime).dayOfWeek).toBeLessThanOrEqual(5);
  for (let place = 0; place < 5; place += 1) await application.bookAppointment(caller, first);
  const next = wishIn(await bookingExample(application, { demo, url: "http://h" }));
  expect(next.dateTime > first.dateTime).toBe(true);
});
