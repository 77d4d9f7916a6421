import { describe, expect, test } from "vitest";
import { openStaffApi, signedInEndpoints } from "./staff_support.ts";
import { errorOf, refusalOf } from "./support.ts";

const unauthenticated = { status: 401, code: "UNAUTHENTICATED" };

describe("a session", () => {
  test("ends after 30 minutes without a request", async () => {
    const api = await openStaffApi();
    const browser = await api.signedInAs("ADMIN");
    api.pass({ minutes: 29, seconds: 59 });
    expect((await browser.send("GET", "/session")).status).toBe(200);
    api.pass({ minutes: 30 });
    expect(await refusalOf(await browser.send("GET", "/session"))).toEqual(unauthenticated);
  });

  test("continues while it is used, until 12 hours after sign-in", async () => {
    const api = await openStaffApi();
    const browser = await api.signedInAs("ADMIN");
    for (let calls = 0; calls < 35; calls += 1) {
      api.pass({ minutes: 20 });
      expect((await browser.send("GET", "/session")).status).toBe(200);
    }
    api.pass({ minutes: 19, seconds: 59 });
    expect((await browser.send("GET", "/session")).status).toBe(200);
    api.pass({ seconds: 1 });
    expect(await refusalOf(await browser.send("GET", "/session"))).toEqual(unauthenticated);
  });

  test("is not kept alive by background requests", async () => {
    const api = await openStaffApi();
    const browser = await api.signedInAs("ADMIN");
    const headers = { "X-Background-Request": "true" };
    for (let calls = 0; calls < 2; calls += 1) {
      api.pass({ minutes: 14 });
      expect((await browser.send("GET", "/session", { headers })).status).toBe(200);
    }
    api.pass({ minutes: 2 });
    expect(await refusalOf(await browser.send("GET", "/session"))).toEqual(unauthenticated);
  });

  test("is written at most once a minute", async () => {
    const api = await openStaffApi();
    const browser = await api.signedInAs("ADMIN");
    const { touch } = api.ports.sessions;
    let touches = 0;
    api.ports.sessions.touch = (id, at) => {
      touches += 1;
      return touch(id, at);
    };
    // A call every 10 seconds for 5 minutes.
    for (let calls = 0; calls < 30; calls += 1) {
      api.pass({ seconds: 10 });
      await browser.send("GET", "/session");
    }
    expect(touches).toBe(5);
  });

  test("that has ended is refused by every endpoint", async () => {
    const api = await openStaffApi();
    const browser = await api.signedInAs("OWNER");
    api.pass({ hours: 12 });
    for (const [method, path] of signedInEndpoints) {
      expect(await refusalOf(await browser.send(method, path))).toEqual(unauthenticated);
    }
  });
});

test("a change of a user's role or name, and disabling the user, take effect with the next request", async () => {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  const user = api.ports.memory.staffUsers.find(({ id }) => id === api.users.ADMIN.id)!;
  Object.assign(user, { role: "STAFF", name: "Grace" });
  expect(await (await browser.send("GET", "/session")).json()).toMatchObject({
    user: { role: "STAFF", name: "Grace" },
  });
  expect((await refusalOf(await browser.send("GET", "/api-keys"))).code).toBe("FORBIDDEN");
  await api.application.disableStaffUser(user.email);
  expect(await refusalOf(await browser.send("GET", "/session"))).toEqual(unauthenticated);
});

test("a user with a one-time password may only read the session and sign out", async () => {
  const api = await openStaffApi();
  for (const role of ["OWNER", "STAFF"] as const) {
    const browser = await api.signedIn(await api.newUser(role));
    for (const [method, path, least] of signedInEndpoints) {
      if (least === "STAFF") continue;
      expect(await refusalOf(await browser.send(method, path))).toEqual({
        status: 403,
        code: "PASSWORD_CHANGE_REQUIRED",
      });
    }
    expect((await browser.send("GET", "/session")).status).toBe(200);
    expect((await browser.send("DELETE", "/session")).status).toBe(204);
  }
});

test("an API key sent with a session changes nothing, and a 401 does not say why the session is invalid", async () => {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  expect((await browser.send("GET", "/api-keys", { key: "full" })).status).toBe(200);
  const messages = new Set<string>();
  for (const Cookie of ["", "session=x", "session=unsigned-x", browser.cookie]) {
    if (Cookie === browser.cookie) api.pass({ hours: 13 });
    const response = await api.newBrowser().send("GET", "/api-keys", { headers: { Cookie } });
    messages.add((await errorOf(response)).message);
  }
  expect(messages.size).toBe(1);
});
