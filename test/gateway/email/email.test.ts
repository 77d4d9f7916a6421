import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusedAddress } from "../../../core/ports.ts";
import { type MailOffice, openMailOffice } from "../../support/mail_office.ts";
import { inDatabase } from "../../support/published_events.ts";

let office: MailOffice;
beforeAll(async () => {
  office = await openMailOffice();
});
beforeEach(() => {
  office.server.received.length = 0;
  office.server.read.length = 0;
});
afterAll(() => office[Symbol.asyncDispose]());

let people = 0;
/** An address that no other test uses. */
const newAddress = () => `person${people += 1}@example.org`;

const pendingMails = () =>
  inDatabase<{ type: string }>(
    office.url,
    "select event_type as type from webhook_attempts where status = 'PENDING'",
  );

/** Returns the calendar of the only mail that has arrived since. */
function calendarOf() {
  const [{ parsed }] = office.server.received as [typeof office.server.received[number]];
  const part = parsed.attachments.find(({ mimeType }) => mimeType === "text/calendar")!;
  const text = new TextDecoder().decode(part.content as ArrayBuffer);
  const root = new ICAL.Component(ICAL.parse(text));
  const event = root.getFirstSubcomponent("vevent")!;
  return {
    method: root.getFirstPropertyValue("method"),
    uid: event.getFirstPropertyValue("uid"),
    sequence: event.getFirstPropertyValue("sequence"),
    status: event.getFirstPropertyValue("status"),
    start: event.getFirstPropertyValue("dtstart")!.toString(),
    attendee: event.getFirstPropertyValue("attendee"),
    organizer: event.getFirstPropertyValue("organizer"),
  };
}

const sent = { isDelivered: true, statusCode: 250, error: null };

describe("a mail of each kind", () => {
  test("a booking is confirmed, in the language of the person, with an invitation", async () => {
    const email = newAddress();
    const id = await office.book({ email, locale: "de-AT" });
    expect(await office.work()).toMatchObject([sent]);
    const [{ from, to, parsed }] = office.server.received as [
      typeof office.server.received[number],
    ];
    expect({ from, to }).toEqual({ from: "booking@service.example", to: [email] });
    expect(parsed).toMatchObject({
      from: { name: "Test", address: "booking@service.example" },
      to: [{ address: email }],
      subject: "Ihr Termin am Donnerstag, 3. Mai 2040 um 12:00 Uhr",
      text: expect.stringContaining("Guten Tag Ada Lovelace,\n\nIhr Termin ist gebucht:\n\nDesk\n"),
      html: expect.stringContaining("Guten Tag Ada Lovelace,</p>"),
    });
    expect(parsed.headers.find(({ key }) => key === "auto-submitted")?.value)
      .toBe("auto-generated");
    expect(calendarOf()).toMatchObject({
      method: "REQUEST",
      uid: expect.stringContaining(`appointment-${id}-live@`),
      sequence: 0,
      status: "CONFIRMED",
      start: "2040-05-03T12:00:00",
      attendee: `mailto:${email}`,
      organizer: "mailto:booking@service.example",
    });
  });

  test("a mail has the link of the person, only if the department gives one", async () => {
    await using own = await openMailOffice();
    const { departmentId: id } = own.seeded;
    const link = /Your appointment online: \S+\/appointment\/[\w-]+\n/;
    await own.staff.changeQueueRules(own.caller, { id, personLink: "VIEW" });
    await own.book();
    await own.work();
    expect(own.server.received[0]!.parsed.text).toMatch(link);
    expect(own.server.received[0]!.parsed.html).toMatch(
      /<a href="([^"]+\/appointment\/[\w-]+)">\1<\/a>/,
    );
    await own.staff.changeQueueRules(own.caller, { id, personLink: "OFF" });
    await own.book();
    await own.work();
    expect(own.server.received[1]!.parsed.text).not.toContain("appointment online");
  });

  test("a move is written about, and an edit of the note is not", async () => {
    const id = await office.book({ email: newAddress() });
    await office.work();
    office.server.received.length = 0;
    await office.staff.updateAppointment(office.caller, {
      id,
      environment: "LIVE",
      note: "Needs a chair",
    });
    expect(await pendingMails()).toEqual([]);
    await office.staff.rescheduleAppointment(office.caller, {
      id,
      environment: "LIVE",
      dateTime: "2040-05-04T09:30",
    });
    expect(await office.work()).toMatchObject([sent]);
    const [{ parsed }] = office.server.received as [typeof office.server.received[number]];
    expect(parsed.subject).toBe("Changed: your appointment is on Friday, 4 May 2040 at 09:30");
    expect(calendarOf()).toMatchObject({ method: "REQUEST", start: "2040-05-04T09:30:00" });
    expect(calendarOf().sequence).toBeGreaterThan(0);
  });

  test("a drag and its undo at once write no mail, and a drag alone writes one", async () => {
    const email = newAddress();
    const id = await office.book({ email });
    await office.work();
    office.server.received.length = 0;
    office.pass({ minutes: 1 });
    const moveTo = (dateTime: string) =>
      office.staff.rescheduleAppointment(office.caller, { id, environment: "LIVE", dateTime });
    await moveTo("2040-05-04T09:30");
    // The mail of the drag is not due while staff may undo it.
    const waiting = 'select due_at > statement_timestamp() as "isLater" from webhook_attempts ' +
      "where status = 'PENDING'";
    expect(await inDatabase(office.url, waiting)).toEqual([{ isLater: true }]);
    office.pass({ seconds: 8 });
    await moveTo("2040-05-03T12:00");
    expect(await office.work()).toMatchObject([
      { error: "The appointment was moved again" },
      { error: "The last mail says the same" },
    ]);
    expect(office.server.received).toEqual([]);
    await moveTo("2040-05-04T09:30");
    expect(await office.work()).toMatchObject([sent]);
    // It was mailed, so the way back is news.
    await moveTo("2040-05-03T12:00");
    expect(await office.work()).toMatchObject([sent]);
    expect(office.server.received.map(({ parsed }) => parsed.subject)).toEqual([
      "Changed: your appointment is on Friday, 4 May 2040 at 09:30",
      "Changed: your appointment is on Thursday, 3 May 2040 at 12:00",
    ]);
  });

  test("our text names the worker only in a department that is booked by worker", async () => {
    await using own = await openMailOffice({ kinds: ["CONFIRMATION"] });
    const { application } = own.service;
    const { departmentId: id } = own.seeded;
    const worker = await application.createWorker(id, { name: "Grace Hopper" });
    const mailOf = async (dateTime: string) => {
      await own.book({ workerId: worker.id, dateTime });
      await own.work();
      return own.server.received.at(-1)!.parsed.text;
    };
    expect(await mailOf("2040-05-03T12:00")).not.toContain("Grace Hopper");
    const text = { subject: "Booked", text: "With {worker}" };
    await own.staff.updateEmail(own.caller, { texts: { CONFIRMATION: { en: text } } });
    expect(await mailOf("2040-05-03T12:30")).toContain("With Grace Hopper");
    await own.staff.updateEmail(own.caller, { texts: {} });
    await application.updateDepartment(id, { showAdminsInBooking: true });
    expect(await mailOf("2040-05-03T13:00")).toContain("With Grace Hopper");
  });

  test("a cancellation keeps the reason to the office and cancels the event of the calendar", async () => {
    const email = newAddress();
    const id = await office.book({ email });
    await office.work();
    const { uid } = calendarOf();
    office.server.received.length = 0;
    await office.staff.cancelAppointment(office.caller, {
      id,
      environment: "LIVE",
      reason: "The desk is closed",
    });
    expect(await office.work()).toMatchObject([sent]);
    const [{ parsed }] = office.server.received as [typeof office.server.received[number]];
    expect(parsed.subject).toMatch(/^Cancelled: /);
    // Staff may have written the reason for the office.
    expect(parsed.text).not.toContain("The desk is closed");
    expect(parsed.headers.some(({ key }) => key === "list-unsubscribe")).toBe(false);
    expect(calendarOf()).toMatchObject({ method: "CANCEL", uid, status: "CANCELLED" });
    // The undo of a cancellation is news, too.
    office.server.received.length = 0;
    await office.staff.revertAppointment(office.caller, { id, environment: "LIVE" });
    expect(await office.work()).toMatchObject([sent]);
    expect(calendarOf()).toMatchObject({ method: "REQUEST", uid, status: "CONFIRMED" });
  });

  test("a reminder is sent when it is due", async () => {
    await using own = await openMailOffice({ kinds: ["REMINDER"] });
    await own.staff.changeQueueRules(own.caller, {
      id: own.seeded.departmentId,
      reminderMinutes: [1440],
    });
    await own.book();
    expect(await own.work()).toEqual([]);
    own.pass({ hours: 22 });
    await own.service.persistence.remind();
    expect(await own.work()).toMatchObject([sent]);
    expect(own.server.received.map(({ parsed }) => parsed.subject))
      .toEqual(["Reminder: your appointment on Thursday, 3 May 2040 at 12:00"]);
  });
});

describe("who gets no mail", () => {
  test("an appointment without an address and one of TEST write no delivery", async () => {
    await office.book({ email: null });
    await office.book({ email: newAddress(), environment: "TEST" });
    expect(await pendingMails()).toEqual([]);
  });

  test("a kind that is switched off sends nothing, also not what waits", async () => {
    await using own = await openMailOffice();
    const id = await own.book();
    await own.staff.updateEmail(own.caller, { kinds: ["CANCELLATION"] });
    expect(await own.work()).toMatchObject([{ isDelivered: false, isAbandoned: true }]);
    await own.book();
    expect(await own.work()).toEqual([]);
    await own.staff.cancelAppointment(own.caller, { id, environment: "LIVE" });
    expect(await own.work()).toMatchObject([sent]);
    await own.staff.updateEmail(own.caller, { kinds: [] });
    await own.book();
    expect(await own.work()).toEqual([]);
    expect(own.server.received).toHaveLength(1);
  });

  test("a mail that is not true any more is not sent", async () => {
    const id = await office.book({ email: newAddress() });
    await office.staff.cancelAppointment(office.caller, { id, environment: "LIVE" });
    expect(await office.work()).toMatchObject([
      { error: "The appointment is cancelled", isAbandoned: true },
      sent,
    ]);
    expect(office.server.received.map(({ parsed }) => parsed.subject))
      .toEqual([expect.stringMatching(/^Cancelled/)]);
    const states = await inDatabase<{ status: string }>(
      office.url,
      "select status from webhook_attempts order by id desc limit 2",
    );
    expect(states.map(({ status }) => status).toSorted()).toEqual(["ABANDONED", "DELIVERED"]);
  });

  test("webhooks and their lists know nothing of e-mail", async () => {
    const { application } = office.service;
    expect(await office.staff.listWebhooks(office.caller)).toEqual([]);
    const reports = application.openReports(office.seeded);
    const day = Temporal.PlainDate.from("2040-05-01");
    const query = {
      from: day,
      to: day,
      groupBy: [],
      environment: "LIVE",
      withTimes: false,
    };
    const rows = await reports.webhookReport(query as never);
    await reports.close();
    expect(rows).toMatchObject([{ deliveries: 0 }]);
    // A process of the version before looks at this column alone.
    const visible = "update webhooks set deleted_at = null where channel = 'EMAIL'";
    await expect(inDatabase(office.url, visible)).rejects.toThrow("webhooks_email_is_hidden");
  });
});

describe("failures", () => {
  test("a mail that the server refuses for now is sent again with the same Message-ID", async () => {
    await office.book({ email: newAddress() });
    office.server.refuse.messages.push({ code: 451, text: "4.3.0 try later" });
    expect(await office.work()).toMatchObject([{
      isDelivered: false,
      statusCode: 451,
      error: "The mail server refused the mail with 451",
    }]);
    expect(office.server.received).toEqual([]);
    office.pass({ minutes: 5 });
    expect(await office.work()).toMatchObject([sent]);
    const ids = office.server.read.map((raw) => /^Message-ID: (.*)$/mi.exec(raw)![1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@service\.example>\r?$/);
    expect(ids[1]).toBe(ids[0]);
  });

  test("a mail that was not confirmed in time is sent once more, after 12 hours", async () => {
    let isSilent = true;
    const read: string[] = [];
    await using own = await openMailOffice({
      maxAnswerMs: 50,
      onData: (stream, _, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
          read.push(Buffer.concat(chunks).toString());
          if (!isSilent) done();
        });
      },
    });
    const unconfirmed = {
      isDelivered: false,
      error: expect.stringMatching(/^The mail server did not confirm/),
    };
    await own.book();
    expect(await own.work()).toMatchObject([unconfirmed]);
    own.pass({ hours: 11, minutes: 59 });
    expect(await own.work()).toEqual([]);
    own.pass({ minutes: 1 });
    expect(await own.work()).toMatchObject([unconfirmed]);
    isSilent = false;
    own.pass({ hours: 8 });
    expect(await own.work()).toEqual([]);
    const ids = read.map((raw) => /^Message-ID: (.*)$/mi.exec(raw)![1]);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
    expect((await own.staff.getEmail(own.caller)).figures).toMatchObject({ failed: 1, waiting: 0 });
  });

  test("an unknown recipient is a bounce: no attempt and no mail follows for 30 days", async () => {
    const email = newAddress();
    const before = (await office.staff.getEmail(office.caller)).figures;
    await office.book({ email });
    office.server.refuse.recipients.push({ code: 550, text: `5.1.1 <${email}> unknown` });
    expect(await office.work()).toMatchObject([{ error: refusedAddress, statusCode: 550 }]);
    expect(await pendingMails()).toEqual([]);
    const { figures } = await office.staff.getEmail(office.caller);
    expect(figures).toEqual({ ...before, refused: before.refused + 1 });
    // In any case of the address.
    await office.book({ email: email.toUpperCase() });
    expect(await office.work()).toMatchObject([{ isAbandoned: true }]);
    const texts = await inDatabase<{ text: string }>(
      office.url,
      "select a::text as text from webhook_attempts a",
    );
    expect(texts.filter(({ text }) => text.includes(email))).toEqual([]);

    office.pass({ hours: 30 * 24 });
    await office.service.persistence.clean();
    await office.book({ email, dateTime: "2040-06-12T12:00" });
    expect(await office.work()).toMatchObject([sent]);
  });

  test("a server that refuses every recipient marks no address", async () => {
    const email = newAddress();
    await office.book({ email, dateTime: "2040-06-13T12:00" });
    office.server.refuse.recipients.push({ code: 554, text: "5.7.1 Relay access denied" });
    expect(await office.work()).toMatchObject([{
      error: "The mail server refused the recipient with 554",
    }]);
    expect(await pendingMails()).toHaveLength(1);
    office.pass({ minutes: 5 });
    expect(await office.work()).toMatchObject([sent]);
  });

  test("a message that is refused for good is not sent again", async () => {
    await office.book({ email: newAddress(), dateTime: "2040-06-13T12:00" });
    office.server.refuse.messages.push({ code: 554, text: "5.6.0 rejected" });
    expect(await office.work()).toMatchObject([{ isDelivered: false, statusCode: 554 }]);
    expect(await pendingMails()).toEqual([]);
  });
});

test("a name cannot add a header or an element", async () => {
  const name = "Eve\u2028Bcc: all@example.org <b>&";
  await office.book({ email: newAddress(), name, dateTime: "2040-06-14T12:00" });
  await office.staff.updateEmail(office.caller, {
    senderName: 'Town "hall", <x@y.example>',
    texts: {
      CONFIRMATION: { en: { subject: "{name}\r\nBcc: other@example.org", text: "{name}" } },
    },
  });
  expect(await office.work()).toMatchObject([sent]);
  const [{ to, raw, parsed }] = office.server.received as [typeof office.server.received[number]];
  expect(to).toHaveLength(1);
  expect(raw).not.toMatch(/^bcc:/mi);
  expect(parsed.from).toEqual({
    name: 'Town "hall", <x@y.example>',
    address: "booking@service.example",
  });
  expect(parsed.subject).toBe("Eve Bcc: all@example.org <b>& Bcc: other@example.org");
  expect(parsed.html).toContain("Eve Bcc: all@example.org &lt;b&gt;&amp;</p>");
  await office.staff.updateEmail(office.caller, { senderName: null, texts: {} });
});

describe("stopping mails", () => {
  const linkOf = () => {
    const { parsed } = office.server.received.at(-1)!;
    const headers = Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]));
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const [, link] = /^<(https:\/\/book\.example\/email\/stop\/(.+))>$/
      .exec(headers["list-unsubscribe"]!.replaceAll(/\s/g, ""))!;
    expect(parsed.html).toContain(link);
    expect(parsed.text).toContain(link);
    return link!.slice("https://book.example/email/stop/".length);
  };

  test("an unsubscribed address gets no confirmations and reminders, but changes", async () => {
    const { application } = office.service;
    const email = newAddress();
    const id = await office.book({ email, dateTime: "2040-06-14T12:00" });
    await office.work();
    const token = linkOf();
    expect(await application.showStop(token)).toEqual({
      organizationName: "Test",
      isStopped: false,
    });
    const stopped = { organizationName: "Test", isStopped: true };
    expect(await application.setStop(token, { stops: true })).toEqual(stopped);
    // A mail program may repeat it.
    expect(await application.setStop(token, { stops: true })).toEqual(stopped);
    await office.book({ email, dateTime: "2040-06-15T12:00" });
    expect(await office.work()).toMatchObject([{ error: "The person has unsubscribed" }]);
    await office.staff.cancelAppointment(office.caller, { id, environment: "LIVE" });
    expect(await office.work()).toMatchObject([sent]);
    const rows = await inDatabase<{ text: string }>(
      office.url,
      "select s::text as text from email_stops s",
    );
    expect(rows.some(({ text }) => text.includes(email))).toBe(false);

    // An erasure that leaves an appointment keeps it, and one of everything forgets it.
    office.pass({ hours: 24 * 60 });
    const from = { name: "Ada Lovelace", phone: "", externalUserId: null };
    const upcoming = await office.book({ email, dateTime: "2040-09-20T12:00" });
    await office.staff.erasePerson(office.caller, { id: upcoming, environment: "LIVE", from });
    expect(await application.showStop(token)).toMatchObject({ isStopped: true });
    await office.staff.erasePerson(office.caller, {
      id: upcoming,
      environment: "LIVE",
      from,
      archive: true,
    });
    expect(await office.work()).toBeDefined();
    expect(await application.showStop(token)).toMatchObject({ isStopped: false });
    office.pass({ hours: -24 * 60 });

    await application.setStop(token, { stops: false });
    await office.book({ email, dateTime: "2040-06-15T12:00" });
    expect(await office.work()).toMatchObject([sent]);
  });

  test("a changed link, and one of another organization, is unknown", async () => {
    const { application } = office.service;
    await office.book({ email: newAddress(), dateTime: "2040-06-14T12:00" });
    await office.work();
    const token = linkOf();
    const [id, hash, signature] = token.split("-") as [string, string, string];
    const changed = [
      `${id}-${"0".repeat(64)}-${signature}`,
      `${Number(id) + 1}-${hash}-${signature}`,
      `${id}-${hash}-${"A".repeat(43)}`,
      `${id}-${hash}`,
      "",
      "\0",
    ];
    for (const one of changed) {
      expect(await application.showStop(one)).toBeUndefined();
      expect(await application.setStop(one, { stops: true })).toBeUndefined();
    }
  });
});
