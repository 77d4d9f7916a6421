import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emailKinds } from "../../../core/ports.ts";
import { type MailOffice, openMailOffice } from "../../support/mail_office.ts";

const first = "2040-05-03T12:00";
const second = "2040-05-04T09:30";
const sent = { isDelivered: true };
const movedAgain = { error: "The appointment was moved again" };
const saysTheSame = { error: "The last mail says the same" };

let office: MailOffice;
let id: number;
beforeAll(async () => {
  office = await openMailOffice();
});
beforeEach(async () => {
  // What the test before has left.
  office.pass({ minutes: 1 });
  await office.work();
  await office.staff.updateEmail(office.caller, { kinds: emailKinds });
  id = await office.book({ dateTime: first });
  await office.work();
  office.pass({ minutes: 1 });
});
afterAll(() => office[Symbol.asyncDispose]());

const moveTo = (dateTime: string) =>
  office.staff.rescheduleAppointment(office.caller, { id, environment: "LIVE", dateTime });

/** Sends what is due, and is killed before it says so. */
async function sendAndDie() {
  const { application, persistence: { deliveryQueue } } = office.service;
  const [claimed, ...others] = await deliveryQueue.claim(20, "EMAIL");
  expect(others).toEqual([]);
  expect(await application.attemptDelivery(claimed!)).toMatchObject({ result: sent });
}

test("a change that is undone after the mail of a killed worker has another mail", async () => {
  await moveTo(second);
  await sendAndDie();
  await moveTo(first);
  // Both mails are claimed at once.
  office.pass({ seconds: 45 });
  expect(await office.work()).toMatchObject([movedAgain, sent]);
  // After the next mail it is sure again what the person knows.
  office.pass({ seconds: 31 });
  await moveTo(second);
  expect(await office.work()).toMatchObject([sent]);
  office.pass({ seconds: 31 });
  await moveTo(first);
  await moveTo(second);
  expect(await office.work()).toMatchObject([movedAgain, saysTheSame]);
});

test.each([
  ["the server did not confirm", null, sent],
  ["the server refused", 451, saysTheSame],
])(
  "a change that was undone after a mail that %s has another mail only if it may have arrived",
  async (_, statusCode, expected) => {
    await moveTo(second);
    office.pass({ seconds: 15 });
    const { application, persistence: { deliveryQueue } } = office.service;
    const [claimed] = await deliveryQueue.claim(20, "EMAIL");
    const settled = await application.attemptDelivery(claimed!);
    const result = { ...settled.result, isDelivered: false, statusCode };
    await deliveryQueue.settle([{ ...settled, result }]);
    await moveTo(first);
    expect(await office.work()).toMatchObject([expected]);
  },
);

test("a change that is undone while the lease of a killed worker runs has another mail", async () => {
  await moveTo(second);
  await sendAndDie();
  await moveTo(first);
  expect(await office.work()).toMatchObject([sent]);
});

test("a change is undone after the mail of a killed worker was claimed again: it has another mail", async () => {
  await moveTo(second);
  await sendAndDie();
  office.pass({ seconds: 45 });
  await moveTo(first);
  const { application, persistence: { deliveryQueue } } = office.service;
  const claimed = await deliveryQueue.claim(1, "EMAIL");
  const settled = await application.attemptDelivery(claimed[0]!);
  expect(settled).toMatchObject({ result: movedAgain });
  await deliveryQueue.settle([settled]);
  expect(await office.work()).toMatchObject([sent]);
});

test("a change whose time is before the last mail, and that was committed after it, has a mail", async () => {
  office.pass({ seconds: -80 });
  await moveTo(second);
  office.pass({ seconds: 80 });
  expect(await office.work()).toMatchObject([sent]);
});

test("a drag and its undo write no mail soon after the mail of another change", async () => {
  await moveTo(second);
  expect(await office.work()).toMatchObject([sent]);
  office.pass({ seconds: 31 });
  await moveTo(first);
  office.pass({ seconds: 8 });
  await moveTo(second);
  expect(await office.work()).toMatchObject([movedAgain, saysTheSame]);
});

test("another worker is no news where our texts name none, with and without an earlier mail", async () => {
  const { application } = office.service;
  const worker = await application.createWorker(office.seeded.departmentId, { name: "Grace" });
  const change = (workerId: number | null) =>
    office.staff.updateAppointment(office.caller, { id, environment: "LIVE", workerId });
  await change(worker.id);
  expect(await office.work()).toMatchObject([saysTheSame]);
  await office.staff.updateEmail(office.caller, { kinds: ["CHANGE"] });
  id = await office.book({ dateTime: second });
  await change(worker.id);
  expect(await office.work()).toMatchObject([
    { error: "Only the worker has changed, and the mail does not name the worker" },
  ]);
  await moveTo(first);
  expect(await office.work()).toMatchObject([sent]);
});
