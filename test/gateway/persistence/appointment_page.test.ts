import fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppointmentView } from "../../../core/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import {
  openService,
  type Seeded,
  seedOrganization,
  type TestService,
} from "../../support/seeded.ts";

// 3,000 appointments over five months: enough for pages that are read from the end of the list.
let client: Client;
let service: TestService;
let seeded: Seeded;
let all: AppointmentView[];

beforeAll(async () => {
  const url = await freshDatabase();
  service = await openService(url);
  seeded = await seedOrganization(service, { slotCapacity: 10_000 });
  await service.application.createDepartment(seeded.organizationId, { name: "Second" });
  client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into appointments (organization_id, environment, department_id, date_time, slot_start,
        slot_minutes, place, slot_capacity, status, name, phone, worker_is_exclusive,
        external_user_id, qr_code, created_at, archived_at)
      select $1, 'LIVE', $2 + i % 2, at, date_trunc('day', at), 1440, i + 1, 10000,
        (array['SCHEDULED', 'COMPLETED', 'CANCELLED', 'MISSED'])[1 + i % 4], 'n' || i * 7 % 100, '',
        false, 'u' || i % 50, i::text, timestamptz '2026-11-20Z' + i % 100 * interval '1 minute',
        case when i % 10 = 0 then now() end
      from generate_series(0, 2999) i,
        lateral (select timestamp '2027-01-01' + i * 37 % 3600 * interval '1 hour') as t (at)`,
    [seeded.organizationId, seeded.departmentId],
  );
  all = [];
  for (let page = 0; page < 27; page += 1) {
    const { items } = await service.application.listAppointments(seeded, { page, size: 100 });
    all.push(...items);
  }
});
afterAll(async () => {
  await client.end();
  await service[Symbol.asyncDispose]();
});

const moment = fc.tuple(fc.integer({ min: -50, max: 3700 }), fc.constantFrom(0, 1, -1)).map(
  ([hours, seconds]) =>
    Temporal.PlainDateTime.from("2027-01-01T00:00:00").add({ hours }).add({ seconds })
      .toString({ smallestUnit: "second" }),
);
const bound = fc.option(
  fc.oneof(
    moment,
    moment.map((at) => at.slice(0, 10)),
    fc.constantFrom("2027-02-01", "2027-02-28", "2027-03-31T23:59:59", "0001-01-01", "9999-12-31"),
  ),
  { nil: undefined },
);
const query = fc.record({
  page: fc.integer({ min: 0, max: 60 }),
  size: fc.constantFrom(1, 20, 99, 100),
  status: fc.constantFrom(undefined, "SCHEDULED", "MISSED"),
  departmentId: fc.constantFrom(undefined, 0, 1),
  externalUserId: fc.constantFrom(undefined, undefined, undefined, "u7"),
  startDate: bound,
  endDate: bound,
  sort: fc.constantFrom("dateTime", "id", "name", "status", "createdAt").chain((field) =>
    fc.constantFrom(`${field},asc`, `${field},desc`)
  ),
});

test("all pages of the list hold every appointment that is not archived, once and in order", () => {
  expect(all).toHaveLength(2700);
  expect(new Set(all.map(({ id }) => id)).size).toBe(2700);
  expect(sorted(all, "dateTime,asc")).toEqual(all);
});

test("any page under any filter and order, and its total, are those of the plain list", async () => {
  await fc.assert(
    fc.asyncProperty(query, async ({ departmentId, ...rest }) => {
      const asked = {
        ...rest,
        departmentId: departmentId === undefined ? undefined : seeded.departmentId + departmentId,
      };
      const { startDate = "", endDate = "9999-12-31T23:59:59" } = asked;
      const end = endDate.length === 10 ? `${endDate}T23:59:59` : endDate;
      const expected = sorted(
        all.filter((one) =>
          (asked.status === undefined || one.status === asked.status) &&
          (asked.departmentId === undefined || one.departmentId === asked.departmentId) &&
          (asked.externalUserId === undefined || one.externalUserId === asked.externalUserId) &&
          one.dateTime >= startDate && one.dateTime <= end
        ),
        asked.sort,
      );
      const page = await service.application.listAppointments(seeded, asked);
      expect(page.totalElements).toBe(expected.length);
      const offset = asked.page * asked.size;
      expect(page.items).toEqual(expected.slice(offset, offset + asked.size));
    }),
    { numRuns: 150 },
  );
});

test("a page from the end of a list that grows meanwhile is a page of the list as it is then", async () => {
  const last = { page: 26, size: 100 };
  const growing = Array.from({ length: 20 }, (_, i) =>
    service.application.bookAppointment(seeded, {
      departmentId: seeded.departmentId,
      dateTime: `2026-12-01T10:00:${String(i).padStart(2, "0")}`,
      name: "early",
    }));
  const pages = await Promise.all(
    growing.map(() => service.application.listAppointments(seeded, last)),
  );
  await Promise.all(growing);
  for (const { items, totalElements } of pages) {
    // What was booked comes before all the others, so the page is known from the total alone.
    const before = totalElements - 2700;
    expect(items.map(({ id }) => id)).toEqual(
      all.slice(2600 - before, 2700 - before).map(({ id }) => id),
    );
  }
});

function sorted(list: AppointmentView[], sort: string): AppointmentView[] {
  const [first, direction] = sort.split(",");
  const fields = [first, "dateTime", "id"] as (keyof AppointmentView)[];
  const ascending = list.toSorted((a, b) => {
    const field = fields.find((name) => a[name] !== b[name]);
    return field === undefined ? 0 : a[field]! < b[field]! ? -1 : 1;
  });
  return direction === "asc" ? ascending : ascending.toReversed();
}
