import { expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import { readCsv } from "./read_csv.ts";
import { openStaffApi, type StaffApi } from "./staff_support.ts";
import { refusalOf } from "./support.ts";

const path = "/appointments/export/csv";
const columns = [
  "id",
  "dateTime",
  "name",
  "phone",
  "externalUserId",
  "departmentName",
  "workerName",
  "status",
  "createdAt",
  "archivedAt",
  "qrCode",
  "email",
  "locale",
  "metadata",
  "cancelReason",
];

/** Opens an API; appointments are booked in its department 1, which takes two per slot. */
async function openBookableApi() {
  return { ...await openStaffApi(), department: 1 };
}

/** Books appointments of these persons at 10:00 on the days from 2 March 2026. Returns their ids. */
async function bookAll(
  { application, organizationId, department }: {
    application: StaffApi["application"];
    organizationId: number;
    department: number;
  },
  persons: readonly object[],
): Promise<number[]> {
  const ids = [];
  for (const [i, person] of persons.entries()) {
    const dateTime = Temporal.PlainDateTime.from("2026-03-02T10:00").add({ days: i }).toString();
    const request = { departmentId: department, dateTime, name: "Ada", ...person };
    const caller = staffOf(organizationId, { timeZone: "Europe/Oslo" });
    ids.push((await application.staff.createAppointment(caller, request)).id);
  }
  return ids;
}

/** Returns the rows of an export without its header, and the response. */
async function exported(api: StaffApi, query = "") {
  const response = await (await api.signedInAs("ADMIN")).send("GET", `${path}${query}`);
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
    .decode(await response.arrayBuffer());
  expect(text[0]).toBe("\ufeff");
  const [header, ...rows] = readCsv(text.slice(1));
  expect(header).toEqual(columns);
  return { response, rows, ids: rows.map(([id]) => Number(id)) };
}

test("an export of appointments is a file with a row for each, and none of them is a formula", async () => {
  const api = await openBookableApi();
  const phone = "+47 555 0199";
  const contact = { email: "=a@example.org", locale: "de-AT", metadata: { a: 'x"y' } };
  const [id] = await bookAll(api, [
    { name: "=1+1", phone, externalUserId: "@u,7", ...contact },
    {},
  ]);
  const { response, rows } = await exported(api);
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="appointments_live_\d{4}-\d\d-\d\d\.csv"$/,
  );
  const { qrCode } = api.ports.memory.appointments.find((one) => one.id === id)!;
  const [row, other] = rows.filter(([, dateTime]) => dateTime! >= "2026-03-02");
  expect(row).toEqual([
    String(id),
    "2026-03-02T10:00:00",
    "'=1+1",
    phone,
    "'@u,7",
    expect.stringMatching(/./),
    "",
    "SCHEDULED",
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    "",
    qrCode,
    "'=a@example.org",
    "de-AT",
    '{"a":"x\\"y"}',
    "",
  ]);
  expect(other![2]).toBe("Ada");
});

test("an export has the filters and the order of the list, and more rows than a page", async () => {
  const api = await openBookableApi();
  const { application, organizationId } = api;
  api.setBalance(200);
  const persons = Array.from({ length: 120 }, (_, i) => ({ name: i % 2 ? "Ada Lee" : "Bo" }));
  const ids = await bookAll(api, persons);
  const caller = staffOf(organizationId);
  await application.staff.completeAppointment(caller, { id: ids[3], overrideReason: "Came early" });
  const scope = { organizationId, environment: "LIVE", actor: caller.actor } as const;
  await application.archiveAppointment(scope, ids[5]!, { reason: "=Is ill" });
  const from = "startDate=2026-03-02";
  const listed = ids.filter((id) => id !== ids[5]);
  expect((await exported(api, `?${from}`)).ids).toEqual(listed);
  expect((await exported(api, `?${from}&sort=dateTime,desc`)).ids).toEqual(listed.toReversed());
  const all = await exported(api, `?${from}&includeArchived=true`);
  expect(all.ids).toEqual(ids);
  expect(all.rows[5]!.at(-1)).toBe("'=Is ill");
  expect((await exported(api, `?${from}&search=lee%20a`)).ids)
    .toEqual(listed.filter((id) => ids.indexOf(id) % 2 === 1));
  expect((await exported(api, "?status=COMPLETED")).ids).toEqual([ids[3]]);
  expect((await exported(api, `?${from}&endDate=2026-03-03`)).ids).toEqual(ids.slice(0, 2));
  expect((await exported(api, "?departmentId=99")).ids).toEqual([]);
});

test("an export has no appointment of another organization or environment", async () => {
  const api = await openBookableApi();
  const [live, testing] = await bookAll(api, [{}, { environment: "TEST" }]);
  const { organization: { id: organizationId } } = await api.application.createOrganization({
    name: "Other",
    ownerEmail: "owner@other.example",
    credits: 5,
  });
  const { id: department } = await api.application.createDepartment(organizationId, {
    name: "Theirs",
  });
  const [theirs] = await bookAll({ ...api, organizationId, department }, [{}]);
  expect((await exported(api)).ids).toContain(live);
  expect((await exported(api)).ids).not.toContain(theirs);
  expect((await exported(api)).ids).not.toContain(testing);
  const testCsv = await exported(api, "?environment=TEST");
  expect(testCsv.ids).toEqual([testing]);
  expect(testCsv.response.headers.get("Content-Disposition")).toContain("appointments_test_");
});

test("an export is audited with its filters, without what could identify a person", async () => {
  const api = await openBookableApi();
  const { audit } = api.ports.memory;
  const before = audit.length;
  const filters = "startDate=2026-03-02&endDate=2026-03-08&status=MISSED&departmentId=1";
  const query = `${filters}&includeArchived=true&search=lovelace&externalUserId=u-7&qrCode=xyz`;
  await exported(api, `?${query}`);
  const records = audit.slice(before).filter(({ action }) => action !== "staff.signed_in");
  expect(records).toMatchObject([{
    organizationId: api.organizationId,
    actor: { kind: "STAFF", id: api.users.ADMIN.id },
    action: "organization.appointments_exported",
    subjectId: api.organizationId,
    environment: "LIVE",
    changes: [
      { field: "startDate", after: "2026-03-02T00:00:00" },
      { field: "endDate", after: "2026-03-08T23:59:59" },
      { field: "status", after: "MISSED" },
      { field: "departmentId", after: 1 },
      { field: "includeArchived", after: true },
      { field: "search" },
      { field: "externalUserId" },
      { field: "qrCode" },
    ],
  }]);
  expect(JSON.stringify(records)).not.toMatch(/lovelace|u-7|xyz/);
});

test("an export that is refused, or cannot be audited, has no rows", async () => {
  const api = await openBookableApi();
  await bookAll(api, [{}]);
  const { audit } = api.ports.memory;
  const staff = await api.signedInAs("STAFF");
  const admin = await api.signedInAs("ADMIN");
  const before = audit.length;
  expect(await refusalOf(await staff.send("GET", path))).toEqual({
    status: 403,
    code: "FORBIDDEN",
  });
  expect(await refusalOf(await admin.send("GET", `${path}?startDate=x`)))
    .toEqual({ status: 400, code: "INVALID_DATE_FORMAT" });
  expect(audit).toHaveLength(before);
  api.ports.auditLog.record = () => Promise.reject(new Error("x"));
  expect(await refusalOf(await admin.send("GET", path)))
    .toEqual({ status: 500, code: "INTERNAL_ERROR" });
});
