import { afterAll, expect, test } from "vitest";
import { createLocalCounter } from "../../../gateway/limits/counter.ts";
import { createPublicLimits } from "../../../gateway/limits/request_limits.ts";
import type { KioskAnswer } from "../../../core/screens/serve_kiosk.ts";
import { createScreensHandler } from "../../../gateway/screens/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { servicePerFile } from "../../support/per_file.ts";

/** A name that is nowhere else, so that a search for it says whether a name leaves. */
const name = "Xanthippe Unverwechselbar";
const now = "2026-03-02T10:00:00Z";

const counter = createLocalCounter({ seconds: 60 });
const service = await servicePerFile(await freshDatabase(), {
  publicLimits: createPublicLimits(counter, createLocalCounter({ seconds: 3600 })),
});
service.setNow(now);
const office = await seedOrganization(service, { name: "Passports", slotCapacity: 1000 });
const caller = staffOf(office.organizationId, { role: "OWNER", timeZone: "UTC" });
const handler = createScreensHandler(service.application, { heartbeatMs: 50 });
afterAll(() => handler?.end());

const staff = () => service.application.staff;
const newScreen = (wanted: object) =>
  staff().createScreen(caller, { kind: "KIOSK", name: "Entrance", givesTickets: true, ...wanted });

let lastAddress = 0;

/** Calls from an address of its own, unless one is given. */
function call(
  path: string,
  { token, body, method = body ? "POST" : "GET", ipAddress = `10.0.0.${lastAddress += 1}` }: {
    token?: string | undefined;
    body?: object;
    method?: string;
    ipAddress?: string;
  } = {},
): Promise<Response> {
  const request = new Request(`http://office.test${path}`, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body && { "Content-Type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return handler.handle(request, { ipAddress });
}

async function arrived() {
  const { id: appointmentId, qrCode } = await staff().createAppointment(caller, {
    departmentId: office.departmentId,
    dateTime: "2026-03-02T11:00",
    name,
  });
  return { qrCode, visit: await staff().arrive(caller, { appointmentId }) };
}

/** Reads a stream until `isThere`; returns all that was read. */
async function readUntil(response: Response, isThere: (text: string) => boolean): Promise<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!isThere(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the stream ended after ${text}`);
    text += value;
  }
  await reader.cancel();
  return text;
}

test("every answer is kept by nobody and says no more than it must", async () => {
  const { visit } = await arrived();
  for (
    const response of [
      await call("/screens/ticket", { token: visit.ticket }),
      await call("/screens/ticket", { token: "x" }),
      await call("/screens/nothing"),
      await call("/screens/ticket", { method: "DELETE" }),
    ]
  ) {
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      "x-request-id": expect.stringMatching(/./),
    });
  }
});

test.each([
  ["/screens/ticket", "DELETE", {}, 405, "METHOD_NOT_ALLOWED"],
  ["/screens/kiosk/tickets", "GET", {}, 405, "METHOD_NOT_ALLOWED"],
  ["/screens/nothing", "GET", {}, 404, "NOT_FOUND"],
  ["/screens/ticket", "GET", { token: "0".repeat(22) }, 404, "VISIT_NOT_FOUND"],
  ["/screens/ticket", "GET", {}, 404, "VISIT_NOT_FOUND"],
  ["/screens/appointment", "GET", {}, 404, "APPOINTMENT_NOT_FOUND"],
  ["/screens/appointment", "GET", { token: "0".repeat(39) }, 404, "APPOINTMENT_NOT_FOUND"],
  ["/screens/appointment/times", "GET", {}, 404, "APPOINTMENT_NOT_FOUND"],
  ["/screens/appointment/calendar.ics", "GET", {}, 404, "APPOINTMENT_NOT_FOUND"],
  ["/screens/appointment/move", "POST", { body: {} }, 404, "APPOINTMENT_NOT_FOUND"],
  ["/screens/appointment/cancellation", "POST", { body: {} }, 404, "APPOINTMENT_NOT_FOUND"],
  ["/screens/appointment/move", "GET", {}, 405, "METHOD_NOT_ALLOWED"],
  ["/screens/display", "GET", { token: "0".repeat(32) }, 401, "UNAUTHENTICATED"],
  ["/screens/kiosk", "GET", {}, 401, "UNAUTHENTICATED"],
  ["/screens/kiosk/arrivals", "POST", { body: { code: "1" } }, 401, "UNAUTHENTICATED"],
])("%s with %s %j is answered with %i %s", async (path, method, options, status, code) => {
  const response = await call(path, { ...options, method });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: { code } });
});

test("HEAD is answered wherever GET is, and opens no stream", async () => {
  const { visit } = await arrived();
  const display = await newScreen({ kind: "DISPLAY", givesTickets: false });
  const ticket = await call("/screens/ticket", { method: "HEAD", token: visit.ticket });
  expect(ticket.status).toBe(200);
  const head = await call("/screens/display", { method: "HEAD", token: display.token });
  expect([head.status, head.body, head.headers.get("Content-Type")])
    .toEqual([200, null, "text/event-stream"]);
  const wrong = await call("/screens/ticket", { method: "DELETE" });
  expect(wrong.headers.get("Allow")).toBe("GET, HEAD");
  const refused = await call("/screens/display", { method: "HEAD" });
  expect([refused.status, refused.headers.get("WWW-Authenticate")])
    .toEqual([401, 'Bearer realm="token"']);
});

test("a path with a slash at the end says so", async () => {
  const { error } = await (await call("/screens/ticket/")).json() as { error: { message: string } };
  expect(error.message).toContain("no slash at the end");
});

test("an invalid body is answered with its fields", async () => {
  const { token } = await newScreen({});
  const response = await call("/screens/kiosk/arrivals", { token, body: {} });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: "VALIDATION_ERROR", details: [{ field: "code", message: "Is required" }] },
  });
});

test("repeats of an attempt at the same time get one number", async () => {
  const { token } = await newScreen({});
  const take = async (attempt: string) => {
    const body = { departmentId: office.departmentId, attempt };
    const answer = await call("/screens/kiosk/tickets", { token, body });
    return (await answer.json() as { number: number }).number;
  };
  const attempts = Array.from({ length: 20 }, (_, i) => String(i % 2).repeat(32));
  expect(new Set(await Promise.all(attempts.map(take))).size).toBe(2);
});

test("no answer has a name, whatever is asked for", async () => {
  const display = await newScreen({ kind: "DISPLAY", givesTickets: false });
  const { token } = await newScreen({});
  const { qrCode, visit } = await arrived();
  await staff().callVisit(caller, { id: visit.id, desk: "7" });
  const body = { code: qrCode };
  const answers = await Promise.all([
    call("/screens/ticket", { token: visit.ticket }),
    call("/screens/kiosk", { token }),
    call("/screens/kiosk/arrivals", { token, body }),
    call("/screens/kiosk/tickets", { token, body: { departmentId: office.departmentId } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const texts = await Promise.all(answers.map((one) => one.text()));
  const shown = await call("/screens/display", { token: display.token });
  texts.push(await readUntil(shown, (text) => text.includes('"desk":"7"')));
  for (const text of texts) expect(text).not.toMatch(/Xanthippe|Unverwechselbar/);
  expect(JSON.parse(texts[2]!)).toMatchObject({ answer: "ARRIVED", state: "CALLED", desk: "7" });
  await staff().finishVisit(caller, { id: visit.id });
});

test("a display gets each call, a byte while nothing changes, and an end when it is revoked", async () => {
  const { token, id } = await newScreen({ kind: "DISPLAY", givesTickets: false });
  const response = await call("/screens/display", { token });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (isThere: () => boolean) => {
    while (!isThere()) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
    }
  };
  await until(() => text.includes("event: display"));
  await until(() => text.endsWith(":\n\n"));
  const visit = await staff().arrive(caller, { departmentId: office.departmentId });
  await staff().callVisit(caller, { id: visit.id, desk: "Room 9" });
  await until(() => text.includes('"desk":"Room 9"'));
  await staff().callAgain(caller, { id: visit.id });
  await until(() => /"number":\d+,"desk":"Room 9"[^}]*"calls":2/.test(text));
  await staff().revokeScreen(caller, { id });
  await until(() => false);
  expect((await call("/screens/display", { token })).status).toBe(401);
});

test("a display is open ten times at most, and a closed one makes room", async () => {
  const { token } = await newScreen({ kind: "DISPLAY", givesTickets: false });
  const opened = await Promise.all(
    Array.from({ length: 10 }, () => call("/screens/display", { token })),
  );
  expect(opened.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  const refused = await call("/screens/display", { token });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("60");
  await opened[0]!.body!.cancel();
  const again = await call("/screens/display", { token });
  expect(again.status).toBe(200);
  await Promise.all([...opened.slice(1), again].map(({ body }) => body!.cancel()));
});

test("60 unknown tokens in a minute use up the guesses of an address, and no screen or ticket behind it", async () => {
  const ipAddress = "203.0.113.7";
  const guess = (i: number) =>
    call("/screens/ticket", { token: String(i).padStart(22, "0"), ipAddress });
  const statuses = [];
  for (let i = 0; i < 62; i += 1) statuses.push((await guess(i)).status);
  expect(statuses.indexOf(429)).toBe(60);
  const refused = await guess(99);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const { visit, qrCode } = await arrived();
  expect((await call("/screens/ticket", { token: visit.ticket, ipAddress })).status).toBe(200);
  const { token } = await newScreen({});
  expect((await call("/screens/kiosk", { token, ipAddress })).status).toBe(200);
  const arrival = { token, body: { code: qrCode }, ipAddress };
  expect((await call("/screens/kiosk/arrivals", arrival)).status).toBe(200);
});

test("10 wrong codes in a minute use up a kiosk, and it still shows what it offers", async () => {
  const { token } = await newScreen({});
  const statuses = [];
  for (let i = 0; i < 12; i += 1) {
    statuses.push(
      (await call("/screens/kiosk/arrivals", { token, body: { code: `${i}` } })).status,
    );
  }
  expect(statuses.indexOf(429)).toBe(10);
  expect((await call("/screens/kiosk", { token })).status).toBe(200);
  const { qrCode } = await arrived();
  expect((await call("/screens/kiosk/arrivals", { token, body: { code: qrCode } })).status)
    .toBe(200);
});

test("20 wrong numbers or names in an hour use up the guesses of a kiosk, and right ones do not count", async () => {
  const { token } = await newScreen({ takesNames: true });
  const { qrCode, visit } = await arrived();
  const { number } = await staff().giveShortNumber(caller, { id: visit.appointment!.id });
  const arrive = async (body: object) => {
    const response = await call("/screens/kiosk/arrivals", { token, body });
    return { status: response.status, answer: (await response.json() as KioskAnswer).answer };
  };
  const wrong = number === "100000" ? "100001" : "100000";
  for (let i = 0; i < 10; i += 1) {
    expect(await arrive({ code: wrong })).toEqual({ status: 200, answer: "UNKNOWN_NUMBER" });
    expect(await arrive({ code: number })).toEqual({ status: 200, answer: "ARRIVED" });
    expect(await arrive({ name: "Nobody", time: "11:00" }))
      .toEqual({ status: 200, answer: "UNKNOWN_NAME" });
  }
  expect((await arrive({ code: number })).status).toBe(429);
  expect((await arrive({ name: "Nobody", time: "11:00" })).status).toBe(429);
  expect(await arrive({ code: qrCode })).toEqual({ status: 200, answer: "ARRIVED" });
});

test("60 wrong numbers in an hour use up an address, whatever kiosks it has", async () => {
  const ipAddress = "203.0.113.8";
  const kiosks = [];
  for (let i = 0; i < 4; i += 1) kiosks.push(await newScreen({}));
  const statuses = [];
  for (let i = 0; i < 62; i += 1) {
    const { token } = kiosks[i % 4]!;
    const arrival = { token, body: { code: "100000" }, ipAddress };
    statuses.push((await call("/screens/kiosk/arrivals", arrival)).status);
  }
  expect(statuses.indexOf(429)).toBe(60);
});

test("a use is written once a minute, and a repeat of the arrival is no second visit", async () => {
  const { token, id } = await newScreen({});
  const { qrCode, visit } = await arrived();
  const numbers = [];
  for (let i = 0; i < 3; i += 1) {
    const response = await call("/screens/kiosk/arrivals", { token, body: { code: qrCode } });
    numbers.push((await response.json() as { number: number }).number);
  }
  expect(numbers).toEqual([visit.number, visit.number, visit.number]);
  const listed = (await staff().listScreens(caller)).find((one) => one.id === id)!;
  expect(listed.lastUsedAt).toBe("2026-03-02T10:00:00");
  const { items } = await staff().listAudit(caller, { subjectKind: "visit", actorKind: "SCREEN" });
  expect(items.every(({ actor }) => actor.name === "Entrance")).toBe(true);
});

/** Books an appointment in a department of its own, and returns its link. */
async function linked() {
  const { departmentId, bookingCaller } = await departmentWithLinks();
  const { id } = await staff().createAppointment(caller, {
    departmentId,
    dateTime: "2026-03-02T15:00",
    name,
  });
  const { manageUrl } = await service.application.getAppointment(bookingCaller, id, {
    include: "manageUrl",
  });
  return { id, departmentId, token: manageUrl!.slice(manageUrl!.lastIndexOf("/") + 1) };
}

async function departmentWithLinks() {
  const department = await service.application.createDepartment(office.organizationId, {
    name: "Links",
  });
  await staff().changeQueueRules(caller, { id: department.id, version: 1, personLink: "MOVE" });
  return {
    departmentId: department.id,
    bookingCaller: { ...caller, environment: "LIVE" as const },
  };
}

const seen = "2026-03-02T15:00:00";

test("a person sees, moves and cancels the appointment, and no answer names anybody", async () => {
  const { id, token } = await linked();
  const texts: string[] = [];
  const ask = async (path: string, body?: object) => {
    const response = await call(`/screens/appointment${path}`, { token, ...(body && { body }) });
    expect(response.status).toBe(200);
    texts.push(await response.text());
    return texts.at(-1)!;
  };
  expect(JSON.parse(await ask(""))).toMatchObject({ dateTime: seen, mayMove: true });
  expect(await ask("/calendar.ics")).toContain("BEGIN:VEVENT");
  const { times } = JSON.parse(await ask("/times?startDate=2026-03-05")) as { times: string[] };
  expect(times[0]!.slice(0, 10)).toBe("2026-03-05");
  const moved = await ask("/move", { from: seen, dateTime: times[0] });
  expect(JSON.parse(moved)).toMatchObject({ dateTime: times[0], status: "SCHEDULED" });
  const cancelled = await ask("/cancellation", { from: times[0], reason: "Ill" });
  expect(JSON.parse(cancelled)).toMatchObject({ status: "CANCELLED" });
  expect(texts.join()).not.toContain("Xanthippe");
  const { items } = await staff().listAudit(caller, { actorKind: "PERSON", size: 2 });
  expect(items.map(({ action, subjectId }) => [action, subjectId])).toEqual([
    ["appointment.cancelled", id],
    ["appointment.rescheduled", id],
  ]);
  expect(await staff().getAppointment(caller, { id })).toMatchObject({ cancelReason: "Ill" });
});

test("of changes at the same time exactly one is made", async () => {
  const { id, token } = await linked();
  const changes = [
    ...["05", "06", "07"].map((day) => ({
      path: "move",
      body: { from: seen, dateTime: `2026-03-${day}T15:00:00` },
    })),
    { path: "cancellation", body: { from: seen } },
  ];
  const statuses = await Promise.all(
    changes.map(async ({ path, body }) =>
      (await call(`/screens/appointment/${path}`, { token, body })).status
    ),
  );
  // Who cancels a cancelled one, or moves it to where it is, is right.
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
  const { items } = await staff().listAudit(caller, { actorKind: "PERSON", size: 2 });
  expect(items.filter(({ subjectId }) => subjectId === id)).toHaveLength(1);
});

test("of two people who move to the last place at the same time one gets it", async () => {
  const [one, other] = await Promise.all([linked(), linked()]);
  const { departmentId } = one;
  await staff().updateDepartment(caller, { id: departmentId, version: 1, slotCapacity: 1 });
  const third = await staff().createAppointment(caller, {
    departmentId,
    dateTime: "2026-03-02T16:00",
    name,
  });
  const links = await Promise.all([one.id, third.id].map(async (id) => {
    const reader = { ...caller, environment: "LIVE" as const };
    const { manageUrl } = await service.application.getAppointment(reader, id, {
      include: "manageUrl",
    });
    return manageUrl!.slice(manageUrl!.lastIndexOf("/") + 1);
  }));
  const statuses = await Promise.all(links.map(async (token, i) => {
    const from = i === 0 ? seen : "2026-03-02T16:00:00";
    const body = { from, dateTime: "2026-03-02T17:00:00" };
    return (await call("/screens/appointment/move", { token, body })).status;
  }));
  expect(statuses.toSorted()).toEqual([200, 400]);
  expect(other.departmentId).not.toBe(departmentId);
});

test("an appointment is changed by its link at most 20 times an hour", async () => {
  const { token } = await linked();
  const change = () =>
    call("/screens/appointment/move", { token, body: { from: seen, dateTime: seen } });
  for (let i = 0; i < 20; i += 1) expect((await change()).status).toBe(200);
  const refused = await change();
  expect([refused.status, refused.headers.has("Retry-After")]).toEqual([429, true]);
  expect((await call("/screens/appointment", { token })).status).toBe(200);
});
