import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ChangeKeys, sendChange } from "../../../gateway/dashboard/api/changes.ts";
import { createClient } from "../../../gateway/dashboard/api/client.ts";
import { referenceOf } from "../../../gateway/dashboard/api/errors.ts";
import { SessionGuard } from "../../../gateway/dashboard/api/session_guard.ts";
import { type Browser, openTrpc, password, type TrpcApi } from "./support.ts";

let api: TrpcApi;
let browser: Browser;
let client: ReturnType<typeof createClient>;
let sessionGuard: SessionGuard;
let requests: { path: string; isBackground: boolean; target: string }[] = [];
/** Delays the answers until it resolves. */
let pendingAnswer: Promise<void> | undefined;

/** Runs the client of the dashboard against the procedures over in-memory ports. */
beforeAll(async () => {
  api = await openTrpc();
  vi.stubGlobal("fetch", async (target: string, init: RequestInit) => {
    const path = target.slice("/trpc/".length).replace(/\?.*/, "");
    const isBackground = new Headers(init.headers).has("X-Background-Request");
    requests.push({ path, isBackground, target });
    const arrival = pendingAnswer;
    const answer = await browser.fetch(`http://api.test${target}`, init);
    await arrival;
    return answer;
  });
});
afterAll(() => void vi.unstubAllGlobals());

beforeEach(() => {
  browser = api.newBrowser();
  sessionGuard = new SessionGuard();
  client = createClient(sessionGuard);
  requests = [];
  pendingAnswer = undefined;
});

async function signIn(email: string): Promise<void> {
  await client.mutation("session.signIn", { email, password });
}

const rename = (name: string) => client.mutation("organization.update", { name });
const nameNow = async () => (await api.application.staff.getOrganization(api.own.caller)).name;

/** Ends the session and sends a change, which is held. Returns its outcome. */
async function callWithoutSession(name: string): Promise<{ outcome: Promise<string> }> {
  browser.cookie = "";
  const outcome = rename(name).then(() => "done", (error: Error) => error.message);
  await expect.poll(() => sessionGuard.state()).toBe("closed");
  return { outcome };
}

test("calls made at once go in requests of twenty", async () => {
  const { email } = await api.newUser("STAFF");
  await signIn(email);
  requests = [];
  const answers = await Promise.all(
    Array.from({ length: 41 }, () => client.query("departments.list")),
  );
  expect(answers).toHaveLength(41);
  expect(requests.map(({ path }) => path.split(",").length)).toEqual([20, 20, 1]);
});

test("no input of a query is in an address, where a proxy would log it", async () => {
  const { email } = await api.newUser("STAFF");
  await signIn(email);
  requests = [];
  await api.own.book({ phone: "+4791234567" });
  const search = { search: "Lovelace" };
  const [found, none] = await Promise.all([
    client.query("appointments.list", search),
    client.query("appointments.list", { search: "Nobody" }, { context: { isBackground: true } }),
  ]) as { items: unknown[] }[];
  expect([found!.items.length > 0, none!.items]).toEqual([true, []]);
  const targets = requests.map(({ target }) => target);
  expect(targets).toEqual(Array(2).fill("/trpc/appointments.list?batch=1"));
});

test("signing in is a separate request", async () => {
  const { email } = await api.newUser("STAFF");
  await Promise.allSettled([
    client.mutation("session.changePassword", { currentPassword: "x", newPassword: "y" }),
    signIn(email),
  ]);
  expect(requests.map(({ path }) => path).toSorted()).toEqual([
    "session.changePassword",
    "session.signIn",
  ]);
  expect(browser.cookie).not.toBe("");
});

test("background requests of a page are marked", async () => {
  const { email } = await api.newUser("STAFF");
  await signIn(email);
  await client.query("departments.list", undefined, { context: { isBackground: true } });
  expect(requests.map(({ isBackground }) => isBackground)).toEqual([false, true]);
});

test("a call after the end of the session succeeds once the same user has signed in", async () => {
  const { email } = await api.newUser("OWNER");
  await signIn(email);
  const { outcome } = await callWithoutSession("Renamed in one go");
  await signIn(email);
  expect(await outcome).toBe("done");
  expect(await nameNow()).toBe("Renamed in one go");
  expect(sessionGuard.state()).toBe("open");
});

test("a call that is refused after the new sign-in, for the old session, succeeds too", async () => {
  const { email } = await api.newUser("OWNER");
  await signIn(email);
  requests = [];
  browser.cookie = "";
  const { promise, resolve } = Promise.withResolvers<void>();
  pendingAnswer = promise;
  const outcome = rename("Refused too late");
  await expect.poll(() => requests).toHaveLength(1);
  pendingAnswer = undefined;
  await signIn(email);
  resolve();
  await outcome;
  expect(await nameNow()).toBe("Refused too late");
  expect(sessionGuard.state()).toBe("open");
});

test("no call is sent while the user signs out", async () => {
  const { email } = await api.newUser("STAFF");
  await signIn(email);
  requests = [];
  const ended = client.mutation("session.signOut");
  void client.query("departments.list");
  await ended;
  expect(requests.map(({ path }) => path)).toEqual(["session.signOut"]);
});

test("calls that waited for signing out are sent if signing out fails", async () => {
  const { email } = await api.newUser("STAFF");
  await signIn(email);
  vi.spyOn(browser, "fetch").mockRejectedValueOnce(new TypeError("no connection"));
  const ended = client.mutation("session.signOut");
  const departments = client.query("departments.list");
  await expect(ended).rejects.toThrow("no connection");
  expect((await departments as { items: unknown[] }).items).toHaveLength(2);
});

test("a waiting call is dropped when another user signs in", async () => {
  const [first, second] = [await api.newUser("OWNER"), await api.newUser("OWNER")];
  const before = await nameNow();
  await signIn(first.email);
  const { outcome } = await callWithoutSession("In another's name");
  await signIn(second.email);
  expect(sessionGuard.state()).toBe("other");
  expect(await outcome).toMatch(/sign/i);
  expect(await nameNow()).toBe(before);
});

test("a waiting call is dropped when the page finds that another user has signed in elsewhere", async () => {
  const [first, second] = [await api.newUser("OWNER"), await api.newUser("OWNER")];
  const before = await nameNow();
  await signIn(first.email);
  const { outcome } = await callWithoutSession("In another's name");
  await browser.call("mutation", "session.signIn", { email: second.email, password });
  await client.query("session.current");
  expect(sessionGuard.state()).toBe("other");
  expect(await outcome).toMatch(/sign/i);
  expect(await nameNow()).toBe(before);
});

const referenceFrom = (outcome: Promise<unknown>) =>
  outcome.then(() => "no error", (error: unknown) => referenceOf(error));

test("a refused right has the id of its request as its reference, and an invalid input has none", async () => {
  const { email } = await api.newUser("VIEWER");
  await signIn(email);
  const sent = vi.spyOn(browser, "fetch");
  const lastId = async () => (await sent.mock.results.at(-1)!.value).headers.get("X-Request-Id");
  const alone = await referenceFrom(rename("Not allowed"));
  expect([alone, typeof alone]).toEqual([await lastId(), "string"]);
  const invalid = referenceFrom(client.query("appointments.list", { size: 0 }));
  const refused = referenceFrom(client.query("apiKeys.list"));
  expect(await Promise.all([invalid, refused])).toEqual([undefined, await lastId()]);
});

test.each([
  ["a defect", { message: "", code: -32603, data: { appCode: "INTERNAL_ERROR" } }],
  ["a refusal before all procedures", { code: "SERVICE_UNAVAILABLE", message: "" }],
])("%s has a reference, in a read and in a change", async (_, error) => {
  vi.spyOn(browser, "fetch").mockImplementation(async () =>
    Response.json({ error }, { status: 503, headers: { "X-Request-Id": "id-1" } })
  );
  expect(await referenceFrom(client.query("departments.list"))).toBe("id-1");
  const change = sendChange("organization.update", { name: "A" }, new ChangeKeys());
  expect(await referenceFrom(change)).toBe("id-1");
});

test("an error of GraphQL has a reference, and a request without an answer has none", async () => {
  const sent = vi.spyOn(browser, "fetch");
  const errors = [{ message: "", extensions: { code: "SERVICE_UNAVAILABLE" } }];
  sent.mockResolvedValueOnce(Response.json({ errors }, { headers: { "X-Request-Id": "id-2" } }));
  expect(await referenceFrom(client.query("graphql", "{ me { id } }"))).toBe("id-2");
  const error = { code: "SERVICE_UNAVAILABLE", message: "" };
  sent.mockResolvedValueOnce(Response.json({ error }, { headers: { "X-Request-Id": "id-3" } }));
  expect(await referenceFrom(client.query("graphql", "{ me { id } }"))).toBe("id-3");
  sent.mockRejectedValueOnce(new TypeError("no connection"));
  expect(await referenceFrom(client.query("departments.list"))).toBeUndefined();
});
