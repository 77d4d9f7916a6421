import { describe, expect, test } from "vitest";
import { openStaffApi, type StaffApi } from "./staff_support.ts";
import { refusalOf } from "./support.ts";

const unauthenticated = { status: 401, code: "UNAUTHENTICATED" };

const credentialsOf = ({ email, password }: StaffApi["users"]["ADMIN"]) => ({
  json: { email, password },
});

describe("signing in", () => {
  test.each(["OWNER", "ADMIN", "STAFF"] as const)(
    "returns the user and the organization to an %s, and reading the session returns the same",
    async (role) => {
      const api = await openStaffApi();
      const browser = api.newBrowser();
      const { id, email } = api.users[role];
      const response = await browser.send("POST", "/session", credentialsOf(api.users[role]));
      const organization = {
        id: api.organizationId,
        name: "Harbour Clinic",
        timeZone: "Europe/Oslo",
      };
      const session = { user: { id, email, name: `Ada the ${role}`, role }, organization };
      expect([response.status, await response.json()]).toEqual([200, session]);
      const read = await browser.send("GET", "/session");
      expect([read.status, await read.json()]).toEqual([200, session]);
    },
  );

  test("ends the browser's previous session, and a failed sign-in does not", async () => {
    const api = await openStaffApi();
    const browser = await api.signedInAs("ADMIN");
    const before = { headers: { Cookie: browser.cookie } };
    const json = { email: api.users.STAFF.email, password: "wrong" };
    expect((await browser.send("POST", "/session", { json })).headers.getSetCookie()).toEqual([]);
    expect((await browser.send("GET", "/session")).status).toBe(200);
    await api.signedIn(api.users.STAFF, browser);
    expect(await refusalOf(await browser.send("GET", "/session", before))).toEqual(unauthenticated);
    expect((await browser.send("GET", "/session")).status).toBe(200);
  });
});

test("signing out is answered 204 with an empty body, deletes the cookie and ends only that session", async () => {
  const api = await openStaffApi();
  const [browser, other] = [await api.signedInAs("STAFF"), await api.signedInAs("STAFF")];
  const before = { headers: { Cookie: browser.cookie } };
  const response = await browser.send("DELETE", "/session");
  expect([response.status, await response.text(), browser.cookie]).toEqual([204, "", ""]);
  expect(response.headers.has("Content-Type")).toBe(false);
  expect(await refusalOf(await browser.send("GET", "/session", before))).toEqual(unauthenticated);
  expect((await other.send("GET", "/session")).status).toBe(200);
});

describe("the session cookie", () => {
  test.each([
    [undefined, "session", ""],
    ["http://book.example.com", "session", ""],
    ["https://book.example.com", "__Host-session", "; Secure"],
    ["HTTPS://book.example.com:8443/", "__Host-session", "; Secure"],
  ])(
    "at the public URL %s is %s, stored for 12 hours and deleted on sign-out",
    async (publicUrl, name, secure) => {
      const api = await openStaffApi(publicUrl === undefined ? {} : { publicUrl });
      const browser = api.newBrowser();
      const given = await browser.send("POST", "/session", credentialsOf(api.users.ADMIN));
      const attributes = `Path=/; HttpOnly; SameSite=Lax${secure}`;
      const { id } = api.ports.memory.sessions.at(-1)!;
      expect(given.headers.getSetCookie()).toEqual([
        `${name}=unsigned-${id}; Max-Age=43200; ${attributes}`,
      ]);
      const taken = await browser.send("DELETE", "/session");
      expect(taken.headers.getSetCookie()).toEqual([`${name}=; Max-Age=0; ${attributes}`]);
    },
  );

  test("is found among other cookies by its exact name", async () => {
    const api = await openStaffApi();
    const { cookie } = await api.signedInAs("ADMIN");
    const statusWith = async (Cookie: string) =>
      (await api.newBrowser().send("GET", "/session", { headers: { Cookie } })).status;
    expect(await statusWith(`theme=dark; ${cookie}; xsession=1`)).toBe(200);
    expect(await statusWith(`theme=dark;${cookie}`)).toBe(200);
    const plain = await openStaffApi({ publicUrl: "https://book.example.com" });
    const secure = (await plain.signedInAs("ADMIN")).cookie.replace("__Host-", "");
    const others = [`x${cookie}`, `__Host-${cookie}`, `Session${cookie.slice(7)}`, "session="];
    for (const other of others) expect([other, await statusWith(other)]).toEqual([other, 401]);
    const headers = { Cookie: secure };
    expect((await plain.newBrowser().send("GET", "/session", { headers })).status).toBe(401);
  });
});

test("two session cookies count only if they are equal", async () => {
  const api = await openStaffApi();
  const [{ cookie }, { cookie: other }] = [
    await api.signedInAs("ADMIN"),
    await api.signedInAs("OWNER"),
  ];
  const statusWith = async (Cookie: string) =>
    (await api.newBrowser().send("GET", "/session", { headers: { Cookie } })).status;
  expect(await statusWith(`${cookie}; theme=dark; ${cookie}`)).toBe(200);
  expect(await statusWith(`${cookie}; ${other}`)).toBe(401);
});

// core/access tests how long a session lasts; this tests that requests reach that rule.
test("a session ends after 30 minutes in which only background requests were made", async () => {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  const headers = { "X-Background-Request": "true" };
  api.pass({ minutes: 20 });
  expect((await browser.send("GET", "/session")).status).toBe(200);
  for (const minutes of [14, 14]) {
    api.pass({ minutes });
    expect((await browser.send("GET", "/session", { headers })).status).toBe(200);
  }
  api.pass({ minutes: 2 });
  expect(await refusalOf(await browser.send("GET", "/session"))).toEqual(unauthenticated);
});
