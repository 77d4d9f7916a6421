import { expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import { attemptMail } from "../../../core/email/attempt_mail.ts";
import type { MailResult, OutgoingMail } from "../../../core/mod.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";

const created = Temporal.Instant.from("2040-05-03T06:00:00Z");
const start = Temporal.PlainDateTime.from("2040-05-03T13:00");
const unknown = { isDelivered: false, statusCode: null, responseTimeMs: 1, error: "Unknown" };
const unconfirmed = { ...unknown, isFinal: false, refusesAddress: false, isUnknown: true };

/** Makes an attempt of the confirmation of an appointment that begins at 13:00 UTC. */
async function openAttempt({ result = unconfirmed }: { result?: MailResult } = {}) {
  let at = created;
  const sent: OutgoingMail[] = [];
  const ports = createInMemoryPorts({
    now: () => at,
    mailer: {
      from: "booking@service.example",
      publicUrl: "https://book.example",
      send: async (mail) => {
        sent.push(mail);
        return result;
      },
    },
  });
  const application = createApplication(ports);
  const { organizationId, departments } = await seedOrganization(application, {
    organization: { timeZone: "UTC" },
    departments: [{ name: "Desk" }],
  });
  const caller = staffOf(organizationId, { role: "ADMIN", timeZone: "UTC" });
  await application.staff.updateEmail(caller, { kinds: ["CONFIRMATION"] });
  const departmentId = departments[0]!.id;
  const booking = { departmentId, name: "Ada", email: "ada@example.org", environment: "LIVE" };
  const dateTime = start.toString();
  const { id } = await application.staff.createAppointment(caller, { ...booking, dateTime });
  const claimed = {
    organizationId,
    environment: "LIVE",
    eventType: "appointment.created",
    deliveryId: crypto.randomUUID(),
    sealedSecret: await ports.emailStore.findSealedSecret(organizationId),
    body: JSON.stringify({ created, data: { object: { id, dateTime, departmentId } } }),
    attempt: 1,
  };
  return {
    ports,
    application,
    caller,
    id,
    sent,
    pass: (duration: Temporal.DurationLike) => void (at = at.add(duration)),
    attempt: (more: object = {}) => attemptMail(ports, { ...claimed, ...more } as never),
  };
}

test.each([
  ["7 hours before the appointment", { hours: 0 }, { hours: 3, minutes: 30 }],
  ["12 minutes before it", { hours: 6, minutes: 48 }, { minutes: 6 }],
  ["8 minutes before it", { hours: 6, minutes: 52 }, { minutes: 5 }],
  ["4 minutes before it", { hours: 6, minutes: 56 }, null],
])(
  "a mail that was not confirmed %s is sent again while it is of use",
  async (_, late, delay) => {
    const { attempt, pass } = await openAttempt();
    pass(late);
    const { sentAt, nextRetryAt } = await attempt();
    expect(nextRetryAt).toEqual(delay && sentAt.add(delay));
  },
);

test.each([
  ["a day before it is abandoned", { hours: 0 }, { hours: 12 }],
  ["6 hours before it is abandoned", { hours: 18 }, { hours: 3 }],
])(
  "a mail of a later appointment that was not confirmed %s is sent again",
  async (_, late, delay) => {
    const { attempt, pass, ports } = await openAttempt();
    Object.assign(ports.memory.appointments[0]!, { dateTime: start.add({ days: 31 }) });
    pass(late);
    const { sentAt, nextRetryAt } = await attempt();
    expect(nextRetryAt).toEqual(sentAt.add(delay));
  },
);

test.each([
  ["an earlier attempt was not confirmed either", 2, true],
  ["it was the last attempt", 5, false],
])("a mail that was not confirmed is not sent again if %s", async (_, attempts, hasUnknown) => {
  const { attempt, ports } = await openAttempt();
  ports.emailStore.hasUnknownAttempt = async () => hasUnknown;
  expect(await attempt({ attempt: attempts })).toMatchObject({ nextRetryAt: null });
});

test("an attempt that reads the appointment too slowly sends nothing, and is repeated", async () => {
  const { attempt, pass, ports, sent } = await openAttempt();
  const { calendarFiles } = ports;
  const slow = (duration: Temporal.DurationLike) => {
    ports.calendarFiles = {
      ...calendarFiles,
      find: async (...request) => {
        pass(duration);
        return await calendarFiles.find(...request);
      },
    };
  };
  slow({ milliseconds: 5001 });
  const { sentAt, result, nextRetryAt } = await attempt();
  expect(result).toMatchObject({ isDelivered: false, statusCode: null });
  expect(nextRetryAt).toEqual(sentAt.add({ minutes: 5 }));
  expect(sent).toEqual([]);
  slow({ seconds: 5 });
  await attempt();
  expect(sent).toHaveLength(1);
});

test("a mail has the link of the present person", async () => {
  const { application, caller, id, ports, sent, attempt } = await openAttempt();
  const { staff } = application;
  const { departmentId } = ports.memory.appointments[0]!;
  await staff.changeQueueRules(caller, { id: departmentId, version: 1, personLink: "VIEW" });
  await attempt();
  await staff.updateAppointment(caller, { id, name: "Bob", otherPerson: true });
  await attempt();
  const links = sent.map(({ text }) => /\/appointment\/[\w-]+/.exec(text)?.[0]);
  const link = `/appointment/${caller.organizationId}-LIVE-${id}`;
  expect(links).toEqual([link, `${link}-1`]);
});
