import { describe, expect, test } from "vitest";
import { openStaffApi, signedInEndpoints, type StaffApi } from "./staff_support.ts";
import { type CallOptions, refusalOf } from "./support.ts";

const unauthenticated = { status: 401, code: "UNAUTHENTICATED" };
const wrong = { status: 401, code: "INVALID_CREDENTIALS" };

const credentialsOf = ({ email, password }: StaffApi["users"]["ADMIN"], more: object = {}) => ({
  json: { email, password, ...more },
});

describe("signing in", () => {
  test.each(["OWNER", "ADMIN", "STAFF"] as const)(
    "returns the user and the organization to an %s, and reading the session returns the same",
    async (role) => {
      const api = await openStaffApi();
      const browser = api.newBrowser();
      const { id, email } = api.users[role];
      const response = await browser.send("POST", "/session", credentialsOf(api.users[role]));
      const session = {
        user: { id, email, name: `Ada the ${role}`, role },
        organization: {
          id: api.organizationId,
          name: "Harbour Clinic",
          timeZone: "Europe/Oslo",
        },
      };
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual(session);
      const read = await browser.send("GET", "/session");
      expect(read.status).toBe(200);
      expect(await read.json()).toEqual(session);
    },
  );

  test("accepts the e-mail in any case and with spaces around it, the password only exactly", async () => {
    const api = await openStaffApi();
    const { email, password } = api.users.ADMIN;
    const attempt = async (json: object) =>
      (await api.newBrowser().send("POST", "/session", { json })).status;
    expect(await attempt({ email: `  ${email.toUpperCase()} `, password })).toBe(200);
    expect(await attempt({ email, password: ` ${password}` })).toBe(401);
    expect(await attempt({ email, password: password.toUpperCase() })).toBe(401);
  });

  test("answers an unknown account, a disabled account and a wrong password in the same way", async () => {
    const api = await openStaffApi();
    const gone = await api.newUser("STAFF", { password: "a password of the past" });
    await api.application.disableStaffUser(gone.email);
    const answers = [];
    for (
      const json of [
        { email: "nobody@clinic.example", password: "a password of nobody" },
        { email: api.users.ADMIN.email, password: "not the password at all" },
        { email: gone.email, password: gone.password },
      ]
    ) {
      const headers = { "X-Request-Id": "call-1" };
      const response = await api.newBrowser().send("POST", "/session", { json, headers });
      expect(response.headers.has("Set-Cookie")).toBe(false);
      answers.push([response.status, [...response.headers], await response.json()]);
    }
    expect(answers[0]![0]).toBe(401);
    expect(answers[0]![2]).toEqual({
      error: { code: "INVALID_CREDENTIALS", message: expect.stringMatching(/\S/) },
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test.each<[string, CallOptions, string[]]>([
    ["an empty object", { json: {} }, ["email", "password"]],
    ["nulls", { json: { email: null, password: null } }, ["email", "password"]],
    ["other types", { json: { email: 1, password: ["x"] } }, ["email", "password"]],
    ["empty texts", { json: { email: " ", password: "" } }, ["email", "password"]],
    ["NUL characters", { json: { email: "a\0@b.c", password: "a\0" } }, ["email", "password"]],
    [
      "texts too long",
      { json: { email: `${"a".repeat(251)}@b.c`, password: "p".repeat(129) } },
      ["email", "password"],
    ],
    ["an array", { json: [] }, ["body"]],
    ["bad JSON", { body: "{", headers: { "Content-Type": "application/json" } }, ["body"]],
    ["a form", {
      body: "email=a&password=b",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    }, ["body"]],
    ["nothing", {}, ["body"]],
  ])(
    "with %s is refused with VALIDATION_ERROR and every invalid field",
    async (_, sent, fields) => {
      const api = await openStaffApi();
      const response = await api.newBrowser().send("POST", "/session", sent);
      expect(await refusalOf(response)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields });
    },
  );

  test("ends the browser's previous session, also of another user", async () => {
    const api = await openStaffApi();
    const browser = await api.signedInAs("ADMIN");
    const before = { headers: { Cookie: browser.cookie } };
    await api.signedIn(api.users.STAFF, browser);
    expect(browser.cookie).not.toBe(before.headers.Cookie);
    expect(await refusalOf(await browser.send("GET", "/session", before))).toEqual(unauthenticated);
    expect((await browser.send("GET", "/session")).status).toBe(200);
  });

  test("that fails leaves the browser's session unchanged", async () => {
    const api = await openStaffApi();
    const browser = await api.signedInAs("ADMIN");
    const { email } = api.users.STAFF;
    const failed = await browser.send("POST", "/session", { json: { email, password: "wrong" } });
    expect(await refusalOf(failed)).toEqual(wrong);
    expect((await browser.send("GET", "/session")).status).toBe(200);
  });

  test("in two browsers makes two sessions; ending one leaves the other", async () => {
    const api = await openStaffApi();
    const [one, other] = [await api.signedInAs("ADMIN"), await api.signedInAs("ADMIN")];
    expect(one.cookie).not.toBe(other.cookie);
    expect((await one.send("DELETE", "/session")).status).toBe(204);
    expect((await other.send("GET", "/session")).status).toBe(200);
  });
});

describe("signing out", () => {
  test("is answered 204 with an empty body, deletes the cookie and ends the session", async () => {
    const api = await openStaffApi();
    const browser = await api.signedInAs("STAFF");
    const { cookie } = browser;
    const response = await browser.send("DELETE", "/session");
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    expect(response.headers.has("Content-Type")).toBe(false);
    expect(browser.cookie).toBe("");
    for (const [method, path] of signedInEndpoints) {
      const again = await browser.send(method, path, { headers: { Cookie: cookie } });
      expect(await refusalOf(again)).toEqual(unauthenticated);
    }
  });
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
    for (
      const other of [`x${cookie}`, `__Host-${cookie}`, `Session${cookie.slice(7)}`, "session="]
    ) {
      expect([other, await statusWith(other)]).toEqual([other, 401]);
    }
  });

  test("under its plain name is not accepted if the public URL is https", async () => {
    const api = await openStaffApi({ publicUrl: "https://book.example.com" });
    const { cookie } = await api.signedInAs("ADMIN");
    const headers = { Cookie: cookie.replace("__Host-", "") };
    const response = await api.newBrowser().send("GET", "/session", { headers });
    expect(await refusalOf(response)).toEqual(unauthenticated);
  });
});
