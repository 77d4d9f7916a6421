import { expect, test } from "vitest";
import { createApplication, type Department } from "../../../core/mod.ts";
import { createEventsHandler } from "../../../gateway/events/mod.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { unsignedTokens } from "../../support/unsigned_tokens.ts";

const url = "http://api.test/events/stream";

/** Opens the stream over memory, with a signed-in user of this role. */
async function openEvents(role: "STAFF" | "ADMIN" = "STAFF", { heartbeatMs = 20 } = {}) {
  const clock = { now: Temporal.Instant.from("2026-03-01T08:00:00Z") };
  const ports = createInMemoryPorts({ now: () => clock.now });
  const application = createApplication(ports);
  const { organizationId, departments } = await seedOrganization(application, {
    departments: [{ name: "Desk" }],
  });
  const password = "a password of the staff";
  const wanted = { email: "ada@clinic.example", name: "Ada", role, password };
  const { user } = await application.createStaffUser(organizationId, wanted);
  const origin = { ipAddress: "203.0.113.7", previousSessionId: undefined };
  const signIn = () => application.signIn(origin, { email: wanted.email, password });
  const { session, caller } = await signIn();
  const token = await unsignedTokens.sign({ sessionId: session.id, expiresAt: session.expiresAt });
  const handler = createEventsHandler(application, {
    sessionTokens: unsignedTokens,
    heartbeatMs,
  });
  const open = (headers: Record<string, string> = {}, method = "GET") =>
    handler.handle(
      new Request(url, { method, headers: { cookie: `session=${token}`, ...headers } }),
      { ipAddress: "203.0.113.7" },
    );
  const book = (department: Pick<Department, "id"> = departments[0]!, hour = 10) =>
    application.staff.createAppointment(staffOf(organizationId), {
      departmentId: department.id,
      dateTime: `2026-03-02T${hour}:00`,
      name: "Grace",
    });
  return {
    application,
    organizationId,
    user,
    caller,
    password,
    signIn,
    handler,
    open,
    book,
    clock,
  };
}

/** Returns a function that reads the stream until a text is in what was read. */
function textsOf(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  return {
    async until(text: string): Promise<string> {
      while (!read.includes(text)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`The stream ended after: ${read}`);
        read += value;
      }
      const all = read;
      read = "";
      return all;
    },
    /** Reads until the stream ends. Returns what came. */
    async rest(): Promise<string> {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return read;
        read += value;
      }
    },
    async end(): Promise<void> {
      while (!(await reader.read()).done);
    },
    cancel: () => reader.cancel(),
  };
}

test("HEAD gets the headers of the stream and does not open one, and 405 and 401 say what is possible", async () => {
  const { handler, open, application } = await openEvents();
  let isFollowed = false;
  application.staff.followChanges = Object.assign(() => {
    isFollowed = true;
    return Promise.reject(new Error("followed"));
  }, application.staff.followChanges);
  const opened = await open();
  expect([opened.status, isFollowed]).toEqual([500, true]);
  isFollowed = false;
  const ask = (method: string, headers: Record<string, string> = {}) =>
    handler.handle(new Request(url, { method, headers }), { ipAddress: "203.0.113.7" });
  const head = await open({}, "HEAD");
  expect([head.status, head.body, isFollowed]).toEqual([200, null, false]);
  expect(head.headers.get("content-type")).toBe("text/event-stream");
  expect((await ask("POST")).headers.get("Allow")).toBe("GET, HEAD");
  expect((await ask("HEAD")).headers.get("WWW-Authenticate")).toBe('Cookie realm="staff"');
});

test("the stream says first to read everything, then who changed what, and a byte while nothing changes", async () => {
  const { open, book } = await openEvents();
  const response = await open();
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const events = textsOf(response);
  expect(await events.until("\n\n")).toMatch(/^event: refresh\nid: \d+\ndata: {}\n\n$/);
  await events.until(":\n\n");
  const { id } = await book();
  const text = await events.until("}]\n\n");
  const [change] = JSON.parse(/^data: (.*)$/m.exec(text)![1]!);
  expect(change).toEqual({
    id: expect.any(Number),
    action: "appointment.created",
    subjectId: id,
    environment: "LIVE",
    actor: { kind: "STAFF", id: 1, name: "Ada Lovelace" },
    at: "2026-03-01T08:00:00",
  });
  await events.cancel();
});

test("a reader that comes back with the id of its last event gets what it missed", async () => {
  const { open, book } = await openEvents();
  const events = textsOf(await open());
  const [, position] = /id: (\d+)/.exec(await events.until("refresh"))!;
  await events.cancel();
  const { id } = await book();
  const back = textsOf(await open({ "Last-Event-ID": position! }));
  expect(await back.until("}]\n\n")).toContain(`"subjectId":${id}`);
  await back.cancel();
});

test("the front desk sees no changes of API keys, and an administrator does", async () => {
  for (const [role, expected] of [["STAFF", false], ["ADMIN", true]] as const) {
    const { application, organizationId, open, book } = await openEvents(role);
    const events = textsOf(await open());
    await events.until("refresh");
    await application.staff.createApiKey(staffOf(organizationId), {
      name: "Kiosk",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS"],
    });
    await book();
    const text = await events.until("appointment.created");
    expect(text.includes("api_key.created")).toBe(expected);
    await events.cancel();
  }
});

const newPassword = "another password of the staff";
type Opened = Awaited<ReturnType<typeof openEvents>>;
const ownerOf = ({ organizationId }: Opened) =>
  staffOf(organizationId, { role: "OWNER", staffUserId: 99 });

test.each<[string, (opened: Opened) => Promise<unknown>]>([
  ["signs out", ({ application, caller }) => application.signOut(caller)],
  ["signs in again in the same browser", ({ application, caller, password }) =>
    application.signIn(
      { ipAddress: "203.0.113.7", previousSessionId: caller.sessionId },
      { email: caller.email, password },
    )],
  ["ends the session from another device", async ({ application, caller, signIn }) => {
    const { caller: other } = await signIn();
    await application.staff.endOwnSession(other, { id: caller.sessionId });
  }],
  [
    "ends all other sessions",
    async ({ application, signIn }) => application.staff.endOtherSessions((await signIn()).caller),
  ],
  [
    "loses the sessions to an OWNER",
    (opened) =>
      opened.application.staff.endStaffUserSessions(ownerOf(opened), { id: opened.user.id }),
  ],
  ["signs in on ten other devices", async ({ clock, signIn }) => {
    for (let i = 0; i < 10; i += 1) {
      clock.now = clock.now.add({ milliseconds: 1 });
      await signIn();
    }
  }],
  [
    "is disabled",
    (opened) => opened.application.staff.disableStaffUser(ownerOf(opened), { id: opened.user.id }),
  ],
  [
    "gets another role",
    (opened) =>
      opened.application.staff.setStaffUserRole(ownerOf(opened), {
        id: opened.user.id,
        role: "STAFF",
      }),
  ],
  [
    "gets a new password",
    (opened) =>
      opened.application.staff.resetStaffUserPassword(ownerOf(opened), { id: opened.user.id }),
  ],
  [
    "changes the password in another browser",
    async ({ application, signIn, password }) =>
      application.changePassword((await signIn()).caller, {
        currentPassword: password,
        newPassword,
      }),
  ],
])("the stream ends at once when its user %s, without any change after it", async (_, act) => {
  const opened = await openEvents("ADMIN", { heartbeatMs: 60_000 });
  const events = textsOf(await opened.open());
  await events.until("refresh");
  await act(opened);
  await opened.book();
  expect(await events.rest()).not.toContain("appointment.created");
});

test("the stream ends when its user is disabled, and when its session expires", async () => {
  const { application, organizationId, user, open } = await openEvents();
  const owner = staffOf(organizationId, { role: "OWNER", staffUserId: 99 });
  const events = textsOf(await open());
  await events.until("refresh");
  await application.staff.disableStaffUser(owner, { id: user.id });
  await events.end();
  expect((await open()).status).toBe(401);

  const other = await openEvents();
  const late = textsOf(await other.open());
  await late.until("refresh");
  // The open stream does not prolong the session.
  other.clock.now = other.clock.now.add({ minutes: 31 });
  await late.end();
});

test("a request of another site is refused, and so is more than twenty streams of a user", async () => {
  const { open } = await openEvents();
  expect((await open({ "Sec-Fetch-Site": "same-site" })).status).toBe(403);
  expect((await open({ cookie: "" })).status).toBe(401);
  const all = await Promise.all(Array.from({ length: 21 }, () => open()));
  expect(all.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(20);
  const refused = all.find(({ status }) => status === 429)!;
  expect(refused.headers.get("Retry-After")).toBe("60");
  const opened = all.filter(({ status }) => status === 200);
  await opened[0]!.body!.cancel();
  const again = await open();
  expect(again.status).toBe(200);
  for (const { body } of [...opened.slice(1), again]) await body!.cancel();
});

test("all streams end when the service stops, also one that is being opened", async () => {
  const { open, handler } = await openEvents();
  const events = textsOf(await open());
  await events.until("refresh");
  const late = open();
  handler.end();
  await expect(events.end()).resolves.toBeUndefined();
  await expect(textsOf(await late).end()).resolves.toBeUndefined();
});
