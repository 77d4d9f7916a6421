import { createTRPCClient, httpBatchLink, httpLink } from "@trpc/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppRouter } from "../../gateway/trpc/mod.ts";
import { type Api, startApi } from "../support/api.ts";
import { openTeam, type Team } from "../support/staff_browser.ts";
import { makeStaff, type Staff } from "../support/staff_session.ts";

// Two processes that share nothing but the database and the secret of their sessions.
let api: Api;
let team: Team;

beforeAll(async () => {
  api = await startApi({ processes: 2 });
  team = await openTeam(api, { timeZone: "Europe/Oslo" });
});
afterAll(() => api[Symbol.asyncDispose]());

/** Opens a browser with a tRPC client at one of the processes. */
function openPage({ process = 0 }: { process?: number } = {}) {
  const url = `${api.services[process]!.url}/trpc`;
  const page = {
    cookie: "",
    responses: [] as Response[],
    async fetch(target: unknown, init: unknown): Promise<Response> {
      const { headers, ...rest } = init as RequestInit;
      const sent = headers as Record<string, string>;
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

test("signing in over tRPC gives the cookie of REST, which opens both surfaces of every process", async () => {
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

test("staff book, move and cancel an appointment; of two cancellations one is refused, and the credit is refunded once", async () => {
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
    reason: { message: "The appointment is already CANCELLED", ...refusal("CONFLICT") },
  });
  expect((await balance()).LIVE).toBe(before);
});

describe("of two staff users, each at another process, at the same moment", () => {
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

  /** Returns the new status of each appointment, or the words of the refusal. */
  async function endsOf(actions: Promise<{ status: string; dateTime: string }>[]) {
    return (await Promise.allSettled(actions)).map((end) =>
      end.status === "fulfilled" ? end.value.status : wordsOf(end.reason as Refusal)
    );
  }

  test("one cancels or completes, and the other gets the new status", async () => {
    const { one, two, book } = await openDesk(1);
    for (let day = 0; day < 12; day += 1) {
      const { id } = await book(at(day, "09:00"));
      const ends = await endsOf([
        one.appointments.cancel.mutate({ id }),
        two.appointments.complete.mutate({ id }),
      ]);
      const { status } = await one.appointments.byId.query({ id });
      expect(ends.toSorted()).toEqual([status, `The appointment is already ${status}`].toSorted());
      expect(["CANCELLED", "COMPLETED"]).toContain(status);
    }
  });

  test("one moves into the last place, and the other is refused: the slot is full", async () => {
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

test("another organization's id is answered like an unknown id", async () => {
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

test("REST and tRPC share the limit of a staff user, and each call of a batch is counted", async () => {
  const staff = await makeStaff(api.seeding, team.tenant.organizationId, { role: "ADMIN" });
  const page = await signedIn(staff);
  const headers = { Cookie: page.cookie };
  const rest = async () =>
    (await api.call("GET", "/api/staff/api-keys", { headers })).headers.get(
      "X-RateLimit-Remaining",
    );
  expect(await rest()).toBe("1199");
  await Promise.all([
    page.batching.session.current.query(),
    page.batching.apiKeys.list.query(),
    page.batching.webhooks.list.query(),
  ]);
  expect(page.last().headers.get("X-RateLimit-Remaining")).toBe("1196");
  expect(await rest()).toBe("1195");
});
