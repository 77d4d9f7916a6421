import { describe, expect, test } from "vitest";
import type { AppointmentQuery } from "../../../core/booking/appointments.ts";
import { listAppointments } from "../../../core/booking/list_appointments.ts";
import type { Ports } from "../../../core/ports.ts";
import { sha256 } from "../../support/in_memory/crypto.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { at } from "./samples.ts";
import { getAppointment } from "../../../core/booking/get_appointments.ts";
import { noContact } from "../../../core/contact.ts";

const personLinks = untouchable<Ports["personLinks"]>();

const caller = { organizationId: 1, environment: "LIVE" as const, timeZone: "UTC" };

/** Returns the query that the port gets, and the page. */
async function listed(input: object, totalElements = 0) {
  const queries: AppointmentQuery[] = [];
  const appointments: Ports["appointments"] = {
    ...untouchable<Ports["appointments"]>(),
    list(_, query) {
      queries.push(query);
      return Promise.resolve({ items: [], totalElements });
    },
  };
  const page = await listAppointments({ appointments, sha256, personLinks }, caller, input);
  return { page, query: queries[0]! };
}

const attempt = (input: object) => () => listAppointments(untouchable<Ports>(), caller, input);

const defaults = {
  page: 0,
  size: 20,
  status: null,
  departmentId: null,
  externalUserId: null,
  startDate: null,
  endDate: null,
  sort: { field: "dateTime", direction: "asc" },
};

describe("the list of appointments reads", () => {
  test.each<[object, object]>([
    [{}, {}],
    [{ page: 7 }, { page: 7 }],
    [{ size: 1 }, { size: 1 }],
    [{ size: 100 }, { size: 100 }],
    [{ size: 101 }, { size: 100 }],
    [{ size: 1e30 }, { size: 100 }],
    [{ page: 2 ** 53 - 1 }, { page: 2 ** 53 - 1 }],
    ...["SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"].map((status): [object, object] => [
      { status },
      { status: [status] },
    ]),
    [{ status: "MISSED,SCHEDULED,MISSED" }, { status: ["MISSED", "SCHEDULED"] }],
    [{ departmentId: 5 }, { departmentId: 5 }],
    [{ departmentId: -5 }, { departmentId: 0 }],
    [{ departmentId: 1e30 }, { departmentId: 0 }],
    [{ externalUserId: "u" }, { externalUserId: "u" }],
    [{ externalUserId: "" }, { externalUserId: "" }],
    [{ unknown: "field" }, {}],
    ...["id", "dateTime", "createdAt", "name", "status"].flatMap((field) =>
      ["asc", "desc"].map((direction): [object, object] => [
        { sort: `${field},${direction}` },
        { sort: { field, direction } },
      ])
    ),
  ])("%j", async (input, change) => {
    expect((await listed(input)).query).toStrictEqual({ ...defaults, ...change });
  });

  test.each([
    ["2026-03-05T10:15:30", "2026-03-05T10:15:30", "2026-03-05T10:15:30"],
    ["2026-03-05T10:15", "2026-03-05T10:15:00", "2026-03-05T10:15:00"],
    ["2026-03-05T10:15:30.9", "2026-03-05T10:15:30", "2026-03-05T10:15:30"],
    ["2026-03-05", "2026-03-05T00:00:00", "2026-03-05T23:59:59"],
    ["2024-02-29", "2024-02-29T00:00:00", "2024-02-29T23:59:59"],
  ])("the date %s as the bounds %s and %s", async (date, start, end) => {
    const { query } = await listed({ startDate: date, endDate: date });
    expect([query.startDate!.toString(), query.endDate!.toString()]).toEqual([start, end]);
  });
});

describe("the list of appointments refuses", () => {
  test.each<[object, string[]]>([
    [{ page: -1 }, ["page"]],
    [{ page: 1.5 }, ["page"]],
    [{ page: "0" }, ["page"]],
    [{ page: NaN }, ["page"]],
    [{ page: 2 ** 53 }, ["page"]],
    [{ page: 1e30 }, ["page"]],
    [{ size: 0 }, ["size"]],
    [{ size: -5 }, ["size"]],
    [{ size: 2.5 }, ["size"]],
    [{ size: "20" }, ["size"]],
    [{ status: "scheduled" }, ["status"]],
    [{ status: "ARCHIVED" }, ["status"]],
    [{ status: "" }, ["status"]],
    [{ status: "MISSED," }, ["status"]],
    [{ status: "MISSED, SCHEDULED" }, ["status"]],
    [{ status: ["MISSED"] }, ["status"]],
    [{ qrCode: "\0" }, ["qrCode"]],
    [{ includeArchived: "yes" }, ["includeArchived"]],
    [{ after: 1 }, ["after"]],
    [{ departmentId: "5" }, ["departmentId"]],
    [{ departmentId: 1.5 }, ["departmentId"]],
    [{ externalUserId: 5 }, ["externalUserId"]],
    [{ externalUserId: "u".repeat(256) }, ["externalUserId"]],
    [{ externalUserId: "\0" }, ["externalUserId"]],
    [{ externalUserId: "\ud800" }, ["externalUserId"]],
    ...["", "dateTime", "dateTime,", ",asc", "dateTime,up", "dateTime,ASC", "datetime,asc"].map((
      sort,
    ): [object, string[]] => [{ sort }, ["sort"]]),
    ...["phone,asc", "dateTime,asc,id", "dateTime, asc", "dateTime,asc;name,asc"].map((
      sort,
    ): [object, string[]] => [{ sort }, ["sort"]]),
    [{ page: -1, size: 0, status: "x", sort: "x" }, ["page", "size", "status", "sort"]],
  ])("%j with VALIDATION_ERROR", async (input, fields) => {
    expect(await faultsOf(attempt(input))).toEqual(fields);
  });

  test.each<[object]>([
    [{ startDate: "" }],
    [{ startDate: "yesterday" }],
    [{ startDate: "2026-02-29" }],
    [{ startDate: "2026-03-05T10:15:00Z" }],
    [{ startDate: "2026-03-05T10:15:00+01:00" }],
    [{ startDate: "05/03/2026" }],
    [{ startDate: ["2026-03-05"] }],
    [{ endDate: "2026-03" }],
    [{ endDate: "2026-03-05T24:00:00" }],
    [{ endDate: 20_260_305 }],
    [{ startDate: "x", endDate: "y" }],
    [{ createdFrom: "x" }],
    [{ updatedSince: "2026-03-05T10:15:00Z" }],
  ])("%j with INVALID_DATE_FORMAT and no field", async (input) => {
    const { code, faults } = await refusalOf(attempt(input));
    expect({ code, faults }).toEqual({ code: "INVALID_DATE_FORMAT", faults: [] });
  });

  test("a malformed date together with another fault with VALIDATION_ERROR", async () => {
    expect(await faultsOf(attempt({ size: 0, startDate: "x" }))).toContain("size");
    expect(await faultsOf(attempt({ endDate: "x", sort: "x" }))).toContain("sort");
  });
});

test("a page of appointments has the size that was used and the totals", async () => {
  const { page } = await listed({ page: 2, size: 500 }, 300);
  expect(page).toEqual({
    items: [],
    page: 2,
    size: 100,
    totalElements: 300,
    totalPages: 3,
    isLast: true,
  });
});

test("an appointment is found only in its environment, and shown in the organization's zone", async () => {
  const found = {
    id: 5,
    environment: "LIVE" as const,
    dateTime: at("2026-03-02T10:00"),
    status: "SCHEDULED" as const,
    name: "Ada",
    phone: "+49 30 5",
    workerId: 8,
    qrCode: "code",
    note: "wheelchair",
    ...noContact,
    departmentId: 1,
    departmentName: "Desk",
    externalUserId: null,
    createdAt: Temporal.Instant.from("2026-03-01T12:00:00Z"),
    archivedAt: null,
    cancelReason: null,
  };
  const appointments: Ports["appointments"] = {
    ...untouchable<Ports["appointments"]>(),
    list: () => Promise.resolve({ items: [found], totalElements: 1 }),
    find: (scope, id) =>
      Promise.resolve(scope.environment === "LIVE" && id === 5 ? found : undefined),
  };
  const reader = { ...caller, timeZone: "America/New_York" };
  const shown = await getAppointment({ appointments, personLinks }, reader, 5);
  expect(shown).toStrictEqual({
    id: 5,
    dateTime: "2026-03-02T10:00:00",
    status: "SCHEDULED",
    name: "Ada",
    qrCode: "code",
    departmentId: 1,
    departmentName: "Desk",
    createdAt: "2026-03-01T07:00:00",
  });
  const list = await listAppointments({ appointments, sha256, personLinks }, reader, {});
  expect(list.items).toEqual([shown]);
  const others = [{ reader: { ...reader, environment: "TEST" as const }, id: 5 }, {
    reader,
    id: 6,
  }];
  for (const { reader, id } of others) {
    const { code } = await refusalOf(() =>
      getAppointment({ appointments, personLinks }, reader, id)
    );
    expect(code).toBe("APPOINTMENT_NOT_FOUND");
  }
});
