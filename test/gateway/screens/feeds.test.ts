import { afterAll, expect, test } from "vitest";
import { type Life, route } from "../../../gateway/http/routes.ts";
import { createScreensHandler } from "../../../gateway/screens/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { servicePerFile } from "../../support/per_file.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

const service = await servicePerFile(await freshDatabase());
service.setNow("2026-03-02T10:00:00Z");
const office = await seedOrganization(service, { name: "Passports", slotCapacity: 1000 });
const caller = staffOf(office.organizationId, { role: "OWNER", timeZone: "UTC" });
const defects: object[] = [];
const handler = createScreensHandler(service.application, {
  onDefect: (_, about) => defects.push(about),
});
afterAll(() => handler.end());
const life = { surfaces: { screens: handler }, isStopping: false } as unknown as Life;
const { staff } = service.application;

async function get(token: string, headers: Record<string, string> = {}) {
  const path = `/feeds/${token}.ics`;
  const routes: string[] = [];
  const response = await route(new Request(`http://office.test${path}`, { headers }), {
    path,
    life,
    ipAddress: "10.0.0.1",
    breakOff() {},
    onRoute: (template) => void routes.push(template),
  });
  return { response, routes };
}

test("a feed is answered with a tag, and with 304 until an appointment changes", async () => {
  const { token } = await staff.createScreen(caller, { kind: "CALENDAR", name: "Desk" });
  const { response, routes } = await get(token);
  expect(response.status).toBe(200);
  expect(routes).toEqual(["/feeds/{token}"]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, no-cache",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
  const known = { "If-None-Match": response.headers.get("ETag")! };
  const unchanged = await get(token, known);
  expect([unchanged.response.status, await unchanged.response.text()]).toEqual([304, ""]);
  await staff.createAppointment(caller, {
    departmentId: office.departmentId,
    dateTime: "2026-03-03T11:00",
    name: "Ada",
  });
  const changed = await get(token, known);
  expect(changed.response.status).toBe(200);
  expect(await changed.response.text()).toContain("SUMMARY:Appointment: Passports");
});

test("an unknown, a revoked and another screen's token are answered with 404 and one body", async () => {
  const revoked = await staff.createScreen(caller, { kind: "CALENDAR", name: "Desk" });
  await staff.revokeScreen(caller, { id: revoked.id });
  const kiosk = await staff.createScreen(caller, { kind: "KIOSK", name: "Door" });
  const bodies = new Set<string>();
  for (const token of ["x", "0".repeat(32), revoked.token, kiosk.token]) {
    const { response } = await get(token);
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
    bodies.add(await response.text());
  }
  expect([...bodies]).toEqual([expect.stringContaining("SCREEN_NOT_FOUND")]);
});

test("the token of a feed is in no report of a defect", async () => {
  const broken = { ...service.application, showFeed: () => Promise.reject(new Error("defect")) };
  const failing = createScreensHandler(broken, { onDefect: (_, about) => defects.push(about) });
  const request = new Request("http://office.test/feeds/GEHEIM.ics");
  expect((await failing.handle(request, { ipAddress: "10.0.0.1" })).status).toBe(500);
  expect(defects).toEqual([expect.objectContaining({ path: "/feeds/{token}.ics" })]);
});
