import { expect, test } from "vitest";
import { nameOf, pathOf, publicEndpoints, staffEndpoints } from "../support/endpoints.ts";
import { firstIds, openStaffApi } from "./staff_support.ts";
import { openApi } from "./support.ts";

const varying = new Set(["x-request-id", "x-ratelimit-remaining", "content-length"]);

/** Returns the headers of an answer without those that differ in each answer. */
function headersOf({ headers }: Response) {
  return Object.fromEntries([...headers].filter(([name]) => !varying.has(name)));
}

const reads = [...publicEndpoints, ...staffEndpoints].filter(({ method }) => method === "GET");

test.each(reads.map((one) => [nameOf(one), one] as const))(
  "HEAD is answered like %s, without its body",
  async (_, endpoint) => {
    const api = await openStaffApi();
    const { cookie } = await api.signedInAs("ADMIN");
    await api.book();
    await api.hold();
    await api.join();
    await api.arrive();
    const path = pathOf(endpoint, firstIds);
    const sent = path.startsWith("/api/staff") ? { key: null, headers: { Cookie: cookie } } : {};
    const [get, head] = [await api.send("GET", path, sent), await api.send("HEAD", path, sent)];
    expect([head.status, await head.text()]).toEqual([endpoint.status, ""]);
    expect(headersOf(head)).toEqual(headersOf(get));
    const length = head.headers.get("Content-Length");
    if (length !== null) expect((await get.arrayBuffer()).byteLength).toBe(Number(length));
  },
);

test.each(["/openapi.json", "/openapi.yaml"])("HEAD of %s has no body", async (path) => {
  const response = await (await openApi()).send("HEAD", path, { key: null });
  expect([response.status, await response.text()]).toEqual([200, ""]);
});

test("HEAD of the feed does not wait for an event", async () => {
  const api = await openApi();
  let hasWaited = false;
  api.ports.eventFeed.wait = async () => {
    hasWaited = true;
    return "silence";
  };
  const path = "/api/v1/events?after=latest&wait=20";
  expect((await api.send("HEAD", path)).status).toBe(200);
  expect(hasWaited).toBe(false);
  expect((await api.send("HEAD", "/api/v1/events?wait=21")).status).toBe(400);
});

test("HEAD counts like GET, and its usage entry has its own method", async () => {
  const api = await openApi();
  await api.send("HEAD", "/api/v1/appointments/9");
  expect(api.entries).toMatchObject([{
    method: "HEAD",
    routeTemplate: "HEAD /api/v1/appointments/{id}",
    statusCode: 404,
  }]);
});
