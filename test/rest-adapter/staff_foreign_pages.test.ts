import { describe, expect, test } from "vitest";
import {
  nameOf,
  signInEndpoint,
  type StaffEndpoint,
  staffEndpoints,
} from "../support/endpoints.ts";
import { callEndpoint, openStaffApi } from "./staff_support.ts";
import { refusalOf } from "./support.ts";

const forbidden = { status: 403, code: "FORBIDDEN" };
const publicUrl = "https://book.example.com";

const own: [string, Record<string, string>][] = [
  ["no page", {}],
  ["the service's own page", { "Sec-Fetch-Site": "same-origin" }],
  ["the user's own hand", { "Sec-Fetch-Site": "none" }],
  ["an old browser's own page", { Origin: publicUrl }],
  ["a new browser's own page", { "Sec-Fetch-Site": "same-origin", Origin: publicUrl }],
];

const foreign: [string, Record<string, string>][] = [
  ["another site's page", { "Sec-Fetch-Site": "cross-site" }],
  ["a sibling domain's page", { "Sec-Fetch-Site": "same-site" }],
  ["a page with an unknown Sec-Fetch-Site", { "Sec-Fetch-Site": "fenced-frame" }],
  ["a foreign page that claims our origin", { "Sec-Fetch-Site": "cross-site", Origin: publicUrl }],
  ["the host that was called under another name", { Origin: "http://api.test" }],
  ["a page at another name of the service", {
    "Sec-Fetch-Site": "same-origin",
    Origin: "http://api.test",
  }],
  ["our host without encryption", { Origin: "http://book.example.com" }],
  ["an old browser's foreign page", { Origin: "https://evil.example" }],
  ["a page whose origin is hidden", { Origin: "null" }],
  ["a page that is no page", { Origin: "about:blank" }],
  ["an origin of another port", { Origin: "https://book.example.com:8443" }],
  ["an origin of a longer name", { Origin: "https://book.example.com.evil.example" }],
  ["an origin of a shorter name", { Origin: "https://example.com" }],
  ["an origin with our name before an @", { Origin: "https://book.example.com@evil.example" }],
  ["an empty origin", { Origin: "" }],
];

describe("a change by staff", () => {
  const changed = async (headers: Record<string, string>) => {
    const api = await openStaffApi({ publicUrl });
    const browser = await api.signedInAs("ADMIN");
    const { email, password } = api.users.ADMIN;
    return browser.send("POST", "/session", { json: { email, password }, headers });
  };

  test.each(own)("of %s is accepted", async (_, headers) => {
    expect((await changed(headers)).status).toBe(200);
  });

  test.each(foreign)("of %s is refused with 403", async (_, headers) => {
    const response = await changed(headers);
    expect(await refusalOf(response)).toEqual(forbidden);
    expect(response.headers.has("Set-Cookie")).toBe(false);
  });
});

async function callFrom(endpoint: StaffEndpoint, headers: Record<string, string>) {
  const api = await openStaffApi({ publicUrl, corsOrigins: ["https://evil.example", "*"] });
  const browser = await api.signedInAs("ADMIN");
  const state = () => {
    const { sessions, apiKeys, webhooks, webhookAttempts } = api.ports.memory;
    return JSON.stringify([sessions, apiKeys, webhooks, webhookAttempts]);
  };
  const before = state();
  const response = await callEndpoint(browser, endpoint, { headers });
  expect(response.headers.has("Access-Control-Allow-Origin")).toBe(false);
  return { response, hasChanged: state() !== before };
}

const named = staffEndpoints.map((one) => [nameOf(one), one] as const);
const someForeign = [foreign[0]!, foreign[1]!, foreign[4]!];

test.each(named.filter(([, { method }]) => method !== "GET"))(
  "%s is refused to a foreign page and changes nothing",
  async (_, endpoint) => {
    for (const [, headers] of someForeign) {
      const { response, hasChanged } = await callFrom(endpoint, headers);
      expect(await refusalOf(response)).toEqual(forbidden);
      expect(hasChanged).toBe(false);
    }
  },
);

test.each(named.filter(([, { method }]) => method === "GET"))(
  "%s is answered to a foreign page, which cannot read the answer",
  async (_, endpoint) => {
    for (const [, headers] of someForeign) {
      expect((await callFrom(endpoint, headers)).response.status).toBe(endpoint.status);
    }
  },
);

test("without a public URL, the origin may be the host that was called", async () => {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  const rotate = async (Origin: string) =>
    (await browser.send("POST", "/api-keys/1/rotate", { headers: { Origin } })).status;
  expect([await rotate("http://evil.test"), await rotate("http://api.test")]).toEqual([403, 201]);
  const headers = { Origin: "https://other.test", "Sec-Fetch-Site": "same-origin" };
  expect((await browser.send("POST", "/api-keys", { headers, json: {} })).status).toBe(400);
});

test("with a host name for each organization, only pages of the host that was called change something", async () => {
  const api = await openStaffApi({ publicUrl: "http://*.test" });
  const browser = await api.signedInAs("ADMIN");
  const rename = async (headers: Record<string, string>) =>
    (await browser.send("POST", "/api-keys", { headers, json: {} })).status;
  // 400: the body is not valid.
  expect(await rename({ Origin: "http://api.test" })).toBe(400);
  expect(await rename({ Origin: "http://api.test", "Sec-Fetch-Site": "same-origin" })).toBe(400);
  for (const host of ["other.test", "test", "api.test.evil.example", "*.test"]) {
    expect(await rename({ Origin: `http://${host}` })).toBe(403);
  }
  expect(await rename({ Origin: "https://api.test" })).toBe(403);
  expect(await rename({ Origin: "http://api.test", "Sec-Fetch-Site": "same-site" })).toBe(403);
  const elsewhere = await openStaffApi({ publicUrl: "http://*.example" });
  const other = await elsewhere.signedInAs("ADMIN");
  const headers = { Origin: "http://api.test" };
  expect((await other.send("POST", "/api-keys", { headers, json: {} })).status).toBe(403);
});

test("a foreign page may not sign in without a cookie", async () => {
  const api = await openStaffApi({ publicUrl });
  const { email, password } = api.users.ADMIN;
  const headers = { "Sec-Fetch-Site": "cross-site" };
  const path = signInEndpoint.path.replace("/api/staff", "");
  const response = await api.newBrowser().send("POST", path, {
    json: { email, password },
    headers,
  });
  expect(await refusalOf(response)).toEqual(forbidden);
  expect(api.ports.memory.sessions).toEqual([]);
});

test("the public API uses no cookie and accepts requests of every page", async () => {
  const api = await openStaffApi({ publicUrl });
  const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://app.example" };
  expect((await api.book({}, { headers })).status).toBe(201);
});
