import { createTRPCClient, httpBatchLink, httpLink } from "@trpc/client";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppRouter } from "../../gateway/trpc/mod.ts";
import { type Api, startApi } from "../support/api.ts";
import { openTeam, type Team } from "../support/staff_browser.ts";
import { makeStaff, type Staff } from "../support/staff_session.ts";

// Two processes that share nothing but the database and the secret of their sessions.
let api: Api;
let team: Team;

beforeAll(async () => {
  const environment = { CORS_ORIGINS: "https://app.example.com" };
  api = await startApi({ processes: 2, environment });
  team = await openTeam(api, { timeZone: "Europe/Oslo" });
});
afterAll(() => api[Symbol.asyncDispose]());

/** A browser with a client in it, at one of the processes. */
function openPage({ process = 0, at = api, headers = {} }: {
  process?: number;
  at?: Api;
  headers?: Record<string, string>;
} = {}) {
  const url = `${at.services[process]!.url}/trpc`;
  const page = {
    cookie: "",
    headers,
    responses: [] as Response[],
    async fetch(target: unknown, init: unknown): Promise<Response> {
      const { headers, ...rest } = init as RequestInit;
      const sent = { ...headers as Record<string, string>, ...page.headers };
      const response = await fetch(String(target), {
        ...rest,
        headers: { ...sent, ...(page.cookie && { Cookie: page.cookie }) },
      });
      page.responses.push(response);
      for (const line of response.headers.getSetCookie()) {
        page.cookie = line.includes("Max-Age=0") ? "" : line.split(";")[0]!;
      }
      return response;
    },
  };
  const link = { url, fetch: page.fetch };
  return Object.assign(page, {
    url,
    client: createTRPCClient<AppRouter>({ links: [httpLink(link)] }),
    batching: createTRPCClient<AppRouter>({ links: [httpBatchLink(link)] }),
    last: () => page.responses.at(-1)!,
  });
}

async function signedIn({ email, password }: Staff, options?: Parameters<typeof openPage>[0]) {
  const page = openPage(options);
  await page.client.session.signIn.mutate({ email, password });
  return page;
}

const refusal = (appCode: string) => ({ data: expect.objectContaining({ appCode }) });

test("signing in gives the cookie of REST, which opens both doors of every process", async () => {
  const page = await signedIn(team.staff.ADMIN);
  expect(page.last().headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^session=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
  ]);
  const headers = { Cookie: page.cookie };
  for (const process of [0, 1]) {
    const elsewhere = Object.assign(openPage({ process }), { cookie: page.cookie });
    const session = await elsewhere.client.session.current.query();
    expect(session).toEqual({
      user: {
        id: team.staff.ADMIN.id,
        email: team.staff.ADMIN.email,
        name: "Staff",
        role: "ADMIN",
        mustChangePassword: false,
      },
      organization: { id: team.tenant.organizationId, name: "Test", timeZone: "Europe/Oslo" },
    });
    const rest = await api.call("GET", "/api/staff/session", { process, headers });
    expect(rest.status).toBe(200);
  }
  await page.client.session.signOut.mutate();
  expect(page.cookie).toBe("");
  expect((await api.call("GET", "/api/staff/session", { process: 1, headers })).status).toBe(401);
});

test("the desk's day: booked, moved, cancelled with its credit, and told to those who ask twice", async () => {
  const page = await signedIn(team.staff.STAFF);
  const { departmentId, organizationId } = team.tenant;
  const balance = () => api.seeding.application.getBalances(organizationId);
  const { LIVE: before } = await balance();
  const { client } = page;
  const made = await client.appointments.create.mutate({
    departmentId,
    dateTime: "2099-03-05T14:30",
    name: "Ada Lovelace",
    phone: "+47 22 33 44 55",
  });
  expect(made).toMatchObject({ status: "SCHEDULED", phone: "+47 22 33 44 55" });
  expect((await balance()).LIVE).toBe(before - 1);
  expect(await client.appointments.byQrCode.query({ qrCode: made.qrCode }))
    .toEqual({ ...made, workerName: null });
  const { id } = made;
  const moved = await client.appointments.reschedule.mutate({ id, dateTime: "2099-03-05T16:00" });
  expect(moved).toEqual({ ...made, dateTime: "2099-03-05T16:00:00" });
  const races = await Promise.allSettled(
    [0, 1].map((process) =>
      Object.assign(openPage({ process }), { cookie: page.cookie }).client.appointments.cancel
        .mutate({ id })
    ),
  );
  expect(races.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(races.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { message: "The appointment is CANCELLED already", ...refusal("CONFLICT") },
  });
  expect((await balance()).LIVE).toBe(before);
});

describe("of two at the desk, each at a process of their own, at the same moment", () => {
  const at = (day: number, time: string) => `2099-04-${String(day + 1).padStart(2, "0")}T${time}`;

  async function openDesk(slotCapacity: number) {
    const { tenant, staff } = team;
    const { id: departmentId } = await api.seeding.application
      .createDepartment(tenant.organizationId, { name: "Race", slotCapacity });
    const [one, two] = [
      (await signedIn(staff.STAFF)).client,
      (await signedIn(staff.ADMIN, { process: 1 })).client,
    ];
    const book = (dateTime: string) =>
      one.appointments.create.mutate({ departmentId, dateTime, name: "Ada", phone: "+47 22" });
    return { one, two, departmentId, book };
  }

  interface Refusal extends Error {
    data: { details?: { field: string; message: string }[] };
  }

  const wordsOf = ({ message, data }: Refusal) =>
    data.details?.map((fault) => `${fault.field}: ${fault.message}`).join() ?? message;

  /** What became of each: what it is now, or the words of the refusal. */
  async function endsOf(deeds: Promise<{ status: string; dateTime: string }>[]) {
    return (await Promise.allSettled(deeds)).map((end) =>
      end.status === "fulfilled" ? end.value.status : wordsOf(end.reason as Refusal)
    );
  }

  test("who cancels and who completes: one does, the other is told what it is now", async () => {
    const { one, two, book } = await openDesk(1);
    for (let day = 0; day < 12; day += 1) {
      const { id } = await book(at(day, "09:00"));
      const ends = await endsOf([
        one.appointments.cancel.mutate({ id }),
        two.appointments.complete.mutate({ id }),
      ]);
      const { status } = await one.appointments.byId.query({ id });
      expect(ends.toSorted()).toEqual([status, `The appointment is ${status} already`].toSorted());
      expect(["CANCELLED", "COMPLETED"]).toContain(status);
    }
  });

  test("who move into the last place: one does, the other is told that it is full", async () => {
    const { one, two, departmentId, book } = await openDesk(1);
    for (let day = 0; day < 12; day += 1) {
      const [first, second] = [await book(at(day, "09:00")), await book(at(day, "10:00"))];
      const dateTime = at(day, "11:00");
      const ends = await endsOf([
        one.appointments.reschedule.mutate({ id: first.id, dateTime }),
        two.appointments.reschedule.mutate({ id: second.id, dateTime }),
      ]);
      expect(ends.toSorted()).toEqual(["SCHEDULED", "dateTime: Slot is full (1/1 booked)"]);
      const { slots } = await one.departments.day.query({
        id: departmentId,
        date: dateTime.slice(0, 10),
      });
      expect(slots.filter(({ booked }) => booked > 0).map(({ slotTime }) => slotTime.slice(11, 13)))
        .toEqual([ends[0] === "SCHEDULED" ? "10" : "09", "11"]);
    }
  });
});

test("calls made at once are one request, with one look at the session", async () => {
  const page = await signedIn(team.staff.ADMIN);
  page.responses = [];
  const answers = await Promise.allSettled([
    page.batching.session.current.query(),
    page.batching.apiKeys.list.query(),
    page.batching.appointments.byId.query({ id: 2 ** 40 }),
    page.batching.webhooks.list.query(),
  ]);
  expect(page.responses.map(({ status }) => status)).toEqual([207]);
  expect(answers.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(answers[2]).toMatchObject({ reason: refusal("APPOINTMENT_NOT_FOUND") });
});

test("another organization's things are as unknown as what does not exist", async () => {
  const other = await openTeam(api);
  const mine = await signedIn(team.staff.OWNER);
  const theirs = await signedIn(other.staff.OWNER);
  const key = await theirs.client.apiKeys.create.mutate({
    name: "Theirs",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS"],
  });
  const shapes = new Set<string>();
  for (const id of [key.id, 2 ** 30, 2 ** 31, 2 ** 53]) {
    const error = await mine.client.apiKeys.revoke.mutate({ id }).catch((error) => error);
    shapes.add(JSON.stringify(error.shape));
  }
  expect([...shapes]).toEqual([expect.stringContaining("API_KEY_NOT_FOUND")]);
  expect((await theirs.client.apiKeys.list.query()).at(-1)).toMatchObject({ isActive: true });
});

describe("a change of another site's page", () => {
  test.each([
    { "Sec-Fetch-Site": "cross-site" },
    { Origin: "https://app.example.com" },
  ])("with %j is 403, though its origin may call the public API", async (headers) => {
    const page = await signedIn(team.staff.ADMIN);
    page.headers = headers;
    await expect(page.client.session.signOut.mutate()).rejects.toMatchObject(refusal("FORBIDDEN"));
    const { email, password } = team.staff.OWNER;
    await expect(page.client.session.signIn.mutate({ email, password })).rejects.toMatchObject(
      refusal("FORBIDDEN"),
    );
    const { user } = await page.client.session.current.query();
    expect(user.role).toBe("ADMIN");
    for (const { headers } of page.responses) {
      expect(headers.has("Access-Control-Allow-Origin")).toBe(false);
    }
  });

  test("is none of the service's own page", async () => {
    const page = await signedIn(team.staff.ADMIN);
    page.headers = { Origin: api.services[0]!.url };
    expect(await page.client.session.signOut.mutate()).toEqual({});
  });
});

test("what a page calls by itself is no activity; what its user calls is", async () => {
  const staff = await makeStaff(api.seeding, team.tenant.organizationId, { role: "STAFF" });
  const page = await signedIn(staff);
  const client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  const idleMinutes = async () => {
    const { rows } = await client.query(
      `select round(extract(epoch from now() - last_active_at) / 60)::int as minutes
       from sessions where staff_user_id = $1`,
      [staff.id],
    );
    return rows[0].minutes as number;
  };
  await client.query(
    "update sessions set last_active_at = now() - interval '20 minutes' where staff_user_id = $1",
    [staff.id],
  );
  page.headers = { "X-Background-Request": "true" };
  await page.client.session.current.query();
  expect(await idleMinutes()).toBeGreaterThanOrEqual(20);
  page.headers = {};
  await page.client.session.current.query();
  expect(await idleMinutes()).toBeLessThan(10);
  await client.end();
});

test("answers carry the headers of the staff API", async () => {
  const page = await signedIn(team.staff.STAFF);
  const answers = [
    await fetch(`${page.url}/session.current`, { headers: { Cookie: page.cookie } }),
    await fetch(`${page.url}/session.current`),
    await fetch(`${page.url}/nothing`),
    await fetch(`${page.url}/session.signOut`),
    await fetch(`${page.url}/session.current`, { method: "PUT" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 405, 405]);
  for (const { headers } of answers) {
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  }
  const { status } = await fetch(`${page.url}/session.current`, { method: "HEAD" });
  expect(status).toBe(405);
});

test("bodies are bounded and must be JSON", async () => {
  const page = await signedIn(team.staff.ADMIN);
  const send = async (body: string, type = "application/json") => {
    const response = await fetch(`${page.url}/apiKeys.create`, {
      method: "POST",
      body,
      headers: { "Content-Type": type, Cookie: page.cookie },
    });
    const { error } = await response.json() as { error: { data: { appCode: string } } };
    return [response.status, error.data.appCode];
  };
  expect(await send("{")).toEqual([400, "VALIDATION_ERROR"]);
  expect(await send("{}", "text/plain")).toEqual([400, "VALIDATION_ERROR"]);
  expect(await send(JSON.stringify("x".repeat(70_000)))).toEqual([413, "PAYLOAD_TOO_LARGE"]);
});

test("a staff user's limit is one over both doors, each call of a batch counted", async () => {
  await using limited = await startApi({ environment: { STAFF_REQUESTS_PER_MINUTE: "6" } });
  const { tenant } = await openTeam(limited);
  const staff = await makeStaff(limited.seeding, tenant.organizationId, { role: "ADMIN" });
  const page = await signedIn(staff, { at: limited });
  const headers = { Cookie: page.cookie };
  const rest = () => limited.call("GET", "/api/staff/api-keys", { headers });
  expect((await rest()).headers.get("X-RateLimit-Remaining")).toBe("5");
  await Promise.all([
    page.batching.session.current.query(),
    page.batching.apiKeys.list.query(),
    page.batching.webhooks.list.query(),
  ]);
  expect(page.last().headers.get("X-RateLimit-Remaining")).toBe("2");
  expect((await rest()).headers.get("X-RateLimit-Remaining")).toBe("1");
  await page.client.session.current.query();
  await expect(page.client.session.current.query()).rejects.toMatchObject({
    data: { code: "TOO_MANY_REQUESTS", appCode: "RATE_LIMIT_EXCEEDED", httpStatus: 429 },
  });
  const { headers: refused } = page.last();
  expect(refused.get("Retry-After")).toBe(refused.get("X-RateLimit-Reset"));
  expect((await rest()).status).toBe(429);
});
