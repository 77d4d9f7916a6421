import ICAL from "ical.js";
import { beforeEach, describe, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import type { FiledQuery } from "../../../core/booking/calendar_file.ts";
import type { HeavyWork } from "../../../core/heavy_work.ts";
import { maxFeedAppointments } from "../../../core/screens/show_feed.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf, refusalOf } from "../refusal.ts";

const ipAddress = "198.51.100.9";
const name = "Xanthippe Unverwechselbar";

/** An office with two departments on Monday, 2 March 2026. The second one is booked by worker. */
async function openOffice() {
  const clock = { now: Temporal.Instant.from("2026-03-02T10:00:00Z") };
  const ports = createInMemoryPorts({ now: () => clock.now });
  const application = createApplication(ports);
  const { organizationId, departments } = await seedOrganization(application, {
    departments: [
      { name: "Passports" },
      { name: "Parking", showAdminsInBooking: true, workers: ["Grace", "Edsger"] },
    ],
  });
  const [passports, parking] = departments.map(({ id }) => id) as [number, number];
  const caller = staffOf(organizationId, { role: "OWNER" });
  const newFeed = (wanted: object = {}) =>
    application.staff.createScreen(caller, { kind: "CALENDAR", name: "Desk", ...wanted });
  async function read({ token }: { token: string | null }) {
    const root = new ICAL.Component(ICAL.parse(await application.showFeed(token, { ipAddress })));
    return root.getAllSubcomponents("vevent").map((event) => ({
      id: Number(/\d+/.exec(String(event.getFirstPropertyValue("uid")))![0]),
      summary: event.getFirstPropertyValue("summary"),
      status: event.getFirstPropertyValue("status"),
      description: event.getFirstPropertyValue("description"),
    }));
  }
  return {
    application,
    ports,
    clock,
    caller,
    passports,
    parking,
    newFeed,
    read,
    workerIds: departments[1]!.workerIds,
    idsOf: async (feed: { token: string }) => (await read(feed)).map(({ id }) => id),
    book: async (more: object = {}) =>
      (await application.staff.createAppointment(caller, {
        departmentId: passports,
        dateTime: "2026-03-03T11:00",
        name,
        phone: "0301234567",
        ...more,
      })).id,
  };
}

let office: Awaited<ReturnType<typeof openOffice>>;
beforeEach(async () => {
  office = await openOffice();
});

describe("a feed", () => {
  test("names the department and nobody, unless it shows names", async () => {
    const { book, newFeed, read, parking, workerIds, application } = office;
    const id = await book({ departmentId: parking, workerId: workerIds[0] });
    const feed = await newFeed();
    expect(await read(feed)).toEqual([
      { id, summary: "Appointment: Parking", status: "CONFIRMED", description: null },
    ]);
    expect(await read(await newFeed({ showsNames: true }))).toEqual([
      { id, summary: `${name}: Parking`, status: "CONFIRMED", description: "Grace" },
    ]);
    const text = await application.showFeed(feed.token, { ipAddress });
    expect(text).toContain("NAME:Desk");
    expect(text).not.toMatch(/Xanthippe|Grace|0301234567/);
  });

  test("with names has none of an erased appointment", async () => {
    const { book, newFeed, read, application, caller, clock } = office;
    const id = await book();
    const feed = await newFeed({ showsNames: true });
    clock.now = clock.now.add({ hours: 48 });
    await application.staff.eraseAppointment(caller, { id, reason: "Requested" });
    expect((await read(feed)).map(({ summary }) => summary)).toEqual(["Appointment: Passports"]);
  });

  test("has the appointments of its departments, worker and environment", async () => {
    const { book, newFeed, idsOf, passports, parking, workerIds } = office;
    const first = await book();
    const [grace, edsger] = [
      await book({ departmentId: parking, workerId: workerIds[0], dateTime: "2026-03-03T12:00" }),
      await book({ departmentId: parking, workerId: workerIds[1], dateTime: "2026-03-03T13:00" }),
    ];
    const inTest = await book({ environment: "TEST" });
    expect(await idsOf(await newFeed())).toEqual([first, grace, edsger]);
    expect(await idsOf(await newFeed({ departmentIds: [passports] }))).toEqual([first]);
    expect(await idsOf(await newFeed({ workerId: workerIds[0] }))).toEqual([grace]);
    expect(await idsOf(await newFeed({ environment: "TEST" }))).toEqual([inTest]);
  });

  test("has 60 days before today and 180 days after it", async () => {
    const { book, newFeed, idsOf, ports, clock } = office;
    const ids = [];
    for (let i = 0; i < 4; i += 1) ids.push(await book({ dateTime: `2026-03-03T1${i}:00` }));
    const times = ["2025-12-31T23:59", "2026-01-01T00:00", "2026-08-29T23:59", "2026-08-30T00:00"];
    ports.memory.appointments.forEach((one, i) =>
      Object.assign(one, { dateTime: Temporal.PlainDateTime.from(times[i]!) })
    );
    const feed = await newFeed();
    expect(await idsOf(feed)).toEqual(ids.slice(1, 3));
    clock.now = clock.now.add({ hours: 24 });
    expect(await idsOf(feed)).toEqual(ids.slice(2));
  });

  test("keeps a cancelled appointment for 30 days", async () => {
    const { book, newFeed, read, application, caller, clock } = office;
    const id = await book({ dateTime: "2026-06-03T11:00" });
    await application.staff.cancelAppointment(caller, { id });
    const feed = await newFeed();
    clock.now = clock.now.add({ hours: 24 * 30 });
    expect(await read(feed)).toMatchObject([{ id, status: "CANCELLED" }]);
    clock.now = clock.now.add({ seconds: 1 });
    expect(await read(feed)).toEqual([]);
  });

  test("does not change while no appointment changes", async () => {
    const { book, newFeed, application, clock } = office;
    await book();
    const { token } = await newFeed();
    const before = await application.showFeed(token, { ipAddress });
    clock.now = clock.now.add({ hours: 24 });
    expect(await application.showFeed(token, { ipAddress })).toBe(before);
  });

  test("has the maximum of appointments, and reads none of the past if it is full", async () => {
    const { book, newFeed, idsOf, ports } = office;
    await book();
    const feed = await newFeed();
    const list = ports.calendarFiles.list;
    const queries: Pick<FiledQuery, "direction" | "limit">[] = [];
    let coming = 1;
    ports.calendarFiles.list = async (scope, query) => {
      queries.push({ direction: query.direction, limit: query.limit });
      const found = await list(scope, query);
      return query.direction === "asc" ? Array.from({ length: coming }, () => found[0]!) : [];
    };
    await idsOf(feed);
    coming = maxFeedAppointments;
    await idsOf(feed);
    expect(queries).toEqual([
      { direction: "asc", limit: 5000 },
      { direction: "desc", limit: 4999 },
      { direction: "asc", limit: 5000 },
    ]);
  });

  test("leaves the event loop free, without a place among the work of the desk", async () => {
    const { ports, book, newFeed } = office;
    for (let day = 10; day < 24; day += 1) {
      for (const hour of [10, 11, 12]) await book({ dateTime: `2026-03-${day}T${hour}:00` });
    }
    const feed = await newFeed();
    let pauses = 0;
    const heavyWork: HeavyWork = {
      enter: () => Promise.reject(new Error("A feed takes a place")),
      nextTurn: async () => void (pauses += 1),
    };
    const { showFeed } = createApplication({ ...ports, heavyWork });
    expect(await showFeed(feed.token, { ipAddress })).toContain("END:VCALENDAR");
    expect(pauses).toBeGreaterThanOrEqual(1);
  });

  test("is refused like any screen if it is unknown, revoked or of another kind", async () => {
    const { application, newFeed, caller } = office;
    const kiosk = await newFeed({ kind: "KIOSK" });
    const revoked = await newFeed();
    await application.staff.revokeScreen(caller, { id: revoked.id });
    const refusals = await Promise.all([kiosk.token, revoked.token, "0".repeat(32), "x", null].map(
      (token) => refusalOf(() => application.showFeed(token, { ipAddress })),
    ));
    expect(new Set(refusals.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
    expect(refusals[0]!.code).toBe("UNAUTHENTICATED");
  });

  test("alone has a worker and shows names, and the worker exists", async () => {
    const { newFeed, workerIds } = office;
    expect(await faultsOf(() => newFeed({ kind: "KIOSK", workerId: workerIds[0] })))
      .toEqual(["workerId"]);
    expect(await faultsOf(() => newFeed({ kind: "DISPLAY", showsNames: true })))
      .toEqual(["showsNames"]);
    expect((await refusalOf(() => newFeed({ workerId: 99 }))).code).toBe("WORKER_NOT_FOUND");
  });
});
