import { describe, expect, test } from "vitest";
import { openStaffApi, type StaffApi } from "./staff_support.ts";
import { refusalOf } from "./support.ts";

const forbidden = { status: 403, code: "FORBIDDEN" };
const publicUrl = "https://book.example.com";
const newKey = { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };

// The requests that change something, with their status if they do not come from another site.
const changes = [
  ["POST", "/session", 200],
  ["DELETE", "/session", 204],
  ["POST", "/api-keys", 201],
  ["DELETE", "/api-keys/1", 200],
  ["POST", "/api-keys/1/rotate", 201],
] as const;

async function changed(
  [method, path]: readonly [string, string, number],
  headers: Record<string, string>,
  options: Parameters<typeof openStaffApi>[0] = { publicUrl },
) {
  const api = await openStaffApi(options);
  const browser = await api.signedInAs("ADMIN");
  const before = standOf(api);
  const { email, password } = api.users.ADMIN;
  const json = path === "/session" ? { email, password } : newKey;
  const asksForBody = method === "POST" && !path.endsWith("/rotate");
  const response = await browser.send(method, path, { headers, ...(asksForBody && { json }) });
  return { response, hasChanged: standOf(api) !== before };
}

/** Everything that the requests above change. */
function standOf({ ports: { memory } }: StaffApi): string {
  return JSON.stringify([memory.sessions, memory.apiKeys]);
}

describe.each(changes)("%s %s", (...change) => {
  test.each<[string, Record<string, string>]>([
    ["of no page", {}],
    ["of the service's own page", { "Sec-Fetch-Site": "same-origin" }],
    ["by the user's own hand", { "Sec-Fetch-Site": "none" }],
    ["of an old browser's own page", { Origin: publicUrl }],
    ["of the host that was called", { Origin: "http://api.test" }],
    ["whose own origin the browser vouches for", {
      "Sec-Fetch-Site": "same-origin",
      Origin: "https://old.example.com",
    }],
  ])("with %s is accepted", async (_, headers) => {
    const { response, hasChanged } = await changed(change, headers);
    expect([response.status, hasChanged]).toEqual([change[2], true]);
  });

  test.each<[string, Record<string, string>]>([
    ["another site's page", { "Sec-Fetch-Site": "cross-site" }],
    ["a sibling domain's page", { "Sec-Fetch-Site": "same-site" }],
    ["whatever a browser may say one day", { "Sec-Fetch-Site": "fenced-frame" }],
    ["a foreign page that claims our origin", {
      "Sec-Fetch-Site": "cross-site",
      Origin: publicUrl,
    }],
    ["an old browser's foreign page", { Origin: "https://evil.example" }],
    ["a page whose origin is hidden", { Origin: "null" }],
    ["a page that is no page", { Origin: "about:blank" }],
    ["an origin of another port", { Origin: "https://book.example.com:8443" }],
    ["an origin of a longer name", { Origin: "https://book.example.com.evil.example" }],
    ["an origin of a shorter name", { Origin: "https://example.com" }],
    ["an origin with our name before an @", { Origin: "https://book.example.com@evil.example" }],
    ["an empty origin", { Origin: "" }],
  ])("with %s is refused with 403 and changes nothing", async (_, headers) => {
    const { response, hasChanged } = await changed(change, headers);
    expect(await refusalOf(response)).toEqual(forbidden);
    expect(hasChanged).toBe(false);
    expect(response.headers.has("Set-Cookie")).toBe(false);
  });
});

test("without a public URL, the origin may be the host that was called", async () => {
  const change = ["POST", "/api-keys", 201] as const;
  const own = await changed(change, { Origin: "http://api.test" }, {});
  expect(own.response.status).toBe(201);
  const foreign = await changed(change, { Origin: "http://evil.test" }, {});
  expect(await refusalOf(foreign.response)).toEqual(forbidden);
});

test("a foreign page may not sign in, with or without a cookie", async () => {
  const api = await openStaffApi({ publicUrl });
  const { email, password } = api.users.ADMIN;
  const headers = { "Sec-Fetch-Site": "cross-site" };
  const json = { email, password };
  const response = await api.newBrowser().send("POST", "/session", { json, headers });
  expect(await refusalOf(response)).toEqual(forbidden);
  expect(api.ports.memory.sessions).toEqual([]);
});

test.each([
  "/session",
  "/api-keys",
  "/api-usage/stats",
  "/api-usage/logs",
  "/api-usage/export/csv?startDate=2026-03-01&endDate=2026-03-01",
])(
  "GET %s is never refused as foreign: it changes nothing, and a foreign page cannot read the answer",
  async (path) => {
    const api = await openStaffApi({ publicUrl, corsOrigins: ["https://evil.example", "*"] });
    const browser = await api.signedInAs("ADMIN");
    const foreign: Record<string, string>[] = [
      { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
      { "Sec-Fetch-Site": "same-site" },
      { Origin: "null" },
    ];
    for (const headers of foreign) {
      const response = await browser.send("GET", path, { headers });
      expect(response.status).toBe(200);
      expect(response.headers.has("Access-Control-Allow-Origin")).toBe(false);
    }
  },
);

test("the public API uses no cookie and accepts requests of every page", async () => {
  const api = await openStaffApi({ publicUrl });
  const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://app.example" };
  expect((await api.book({}, { headers })).status).toBe(201);
});
