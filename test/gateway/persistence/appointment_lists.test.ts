import fc from "fast-check";
import { expect, test } from "vitest";
import type { AppointmentView, StaffAppointmentView } from "../../../core/mod.ts";
import { matchesSearch, parseSearch } from "../../../core/search.ts";
import { searchPage } from "../../../gateway/persistence/booking/appointment_search.ts";
import { openDatabase } from "../../../gateway/persistence/database/database.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { writeSearchWords } from "../../support/search_words.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { statementsOf } from "../../support/statements.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";

// 3,000 appointments, every tenth archived, of two departments, with a worker or none, and some of TEST and of
// another organization that must never show.

const url = await freshDatabase();
const service = await servicePerFile(url);
const client = await clientPerFile(url);
const { application } = service;
const other = await seedOrganization(service, { slotCapacity: 10_000 });
const seeded = await seedOrganization(service, { slotCapacity: 10_000 });
const departmentId = seeded.departmentId;
const caller = staffOf(seeded.organizationId);
await application.createDepartment(seeded.organizationId, { name: "Second" });
const workerId = (await application.createWorker(departmentId, { name: "Grace" })).id;
await application.createWorker(departmentId, { name: "Alan" });
await insert(seeded.organizationId, departmentId, "LIVE", 3000);
await insert(seeded.organizationId, departmentId, "TEST", 40);
await insert(other.organizationId, other.departmentId, "LIVE", 40, null);
await writeSearchWords(client);
await client.query("vacuum analyze appointments");
const all: StaffAppointmentView[] = [];
for (let page = 0; page < 30; page += 1) {
  const input = { page, size: 100, includeArchived: true };
  all.push(...(await application.staff.listAppointments(caller, input)).items);
}

async function insert(
  organizationId: number,
  department: number,
  environment: string,
  n: number,
  worker: number | null = workerId,
) {
  await client.query(
    `insert into appointments (organization_id, environment, department_id, date_time, slot_start,
        slot_minutes, place, slot_capacity, status, name, phone, worker_id, worker_is_exclusive,
        external_user_id, qr_code, created_at, archived_at)
      select $1, $3, case when $4 = 3000 then $2 + i % 2 else $2 end, at, date_trunc('day', at), 1440,
        i + 1, 10000, (array['SCHEDULED', 'COMPLETED', 'CANCELLED', 'MISSED'])[1 + i % 4],
        (array['Ada', 'ÖZGÜR', '100% sure', 'a_b', E'back\\\\slash', 'Grace'])[1 + i % 6] || ' ' || i * 7 % 100,
        'p' || i, case when i % 2 = 0 and i % 3 > 0 then $5::int + i % 3 - 1 end, false, 'u' || i % 50,
        $3 || i, timestamptz '2026-11-20Z' + i % 100 * interval '1 minute',
        case when i % 10 = 0 then now() end
      from generate_series(0, $4::int - 1) i,
        lateral (select timestamp '2027-01-01' + i * 37 % 3600 * interval '1 hour') as t (at)`,
    [organizationId, department, environment, n, worker],
  );
}

const query = fc.record({
  page: fc.integer({ min: 0, max: 40 }),
  size: fc.constantFrom(1, 20, 99, 100),
  status: fc.constantFrom(undefined, undefined, "SCHEDULED", "CANCELLED"),
  departmentId: fc.constantFrom(undefined, undefined, 0, 1),
  externalUserId: fc.constantFrom(undefined, undefined, undefined, "u7"),
  startDate: fc.constantFrom(undefined, "2027-01-15", "2027-03-01T00:00:00"),
  endDate: fc.constantFrom(undefined, "2027-04-15", "9999-12-31"),
  sort: fc.constantFrom("dateTime", "id", "name", "status", "createdAt").chain((field) =>
    fc.constantFrom(`${field},asc`, `${field},desc`)
  ),
  search: fc.constantFrom(
    undefined,
    "",
    "a",
    "ADA",
    "ozgur 1",
    "1 özgür",
    "%",
    "100%",
    "a_b 3",
    "back\\s",
    "U7",
    "LIVE20",
    "nobody",
  ),
  qrCode: fc.constantFrom(undefined, undefined, undefined, "LIVE20", "LIVE21", "TEST5"),
  workerId: fc.constantFrom(undefined, undefined, 0, 1),
  includeArchived: fc.boolean(),
});

/** Replaces the numbers of a department and a worker by their ids. */
function withIds<Q extends { departmentId?: number | undefined; workerId?: number | undefined }>(
  asked: Q,
): Q {
  return {
    ...asked,
    departmentId: asked.departmentId === undefined ? undefined : departmentId + asked.departmentId,
    workerId: asked.workerId === undefined ? undefined : workerId + asked.workerId,
  };
}

test("every page of a search by staff, and its total, equal those of the unpaged list", async () => {
  expect(all).toHaveLength(3000);
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      const input = withIds(asked);
      const expected = sorted(all.filter((one) => matches(one, input)), asked.sort);
      const page = await service.application.staff.listAppointments(caller, input);
      const isText = parseSearch(asked.search ?? "") !== null;
      expect(page.totalElements).toBe(Math.min(expected.length, isText ? 1000 : 10_000));
      const offset = asked.page * asked.size;
      expect(page.items).toEqual(
        expected.slice(offset, Math.min(offset + asked.size, page.totalElements)),
      );
    }),
    { numRuns: 200 },
  );
});

test("an export has each appointment of the unpaged list once, in its order", async () => {
  await fc.assert(
    fc.asyncProperty(query, async ({ page: _page, size: _size, ...asked }) => {
      const input = withIds(asked);
      const expected = sorted(all.filter((one) => matches(one, input)), asked.sort);
      const { batches } = await service.application.staff.exportAppointments(caller, input);
      const ids: number[] = [];
      for await (const batch of batches) ids.push(...batch.map(({ id }) => id));
      expect(ids).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: 100 },
  );
});

test.each([
  [{ includeArchived: true }, "appointments_by_time"],
  [{ sort: "createdAt,desc" }, "appointments_by_creation"],
  [{ sort: "name,desc" }, "appointments_by_name"],
  [{ sort: "status,asc" }, "appointments_by_status"],
])("the second batch of an export of %j continues in an index", async (input, index) => {
  const statements = await statementsOf(async () => {
    const { batches } = await service.application.staff.exportAppointments(caller, input);
    const reading = batches[Symbol.asyncIterator]();
    await reading.next();
    await reading.next();
    await reading.return?.();
  });
  const text = statements.at(-1)!;
  const position: Record<string, unknown[]> = {
    "dateTime": ["2027-02-01T10:00:00", 1000],
    "createdAt": [1000],
    "name": ["Ada 50", "2027-02-01T10:00:00", 1000],
    "status": ["COMPLETED", "2027-02-01T10:00:00", 1000],
  };
  const [field] = ("sort" in input ? input.sort : "dateTime,asc").split(",");
  const { rows } = await client.query({
    text: `explain (costs off) ${text}`,
    values: [caller.organizationId, "LIVE", ...position[field!]!],
  });
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain(index);
  // The position is where the scan begins, and not a filter of what it reads.
  expect(plan).toMatch(/Index Cond: .*ROW\(|Index Cond: .*\bid < /);
});

test.each([
  [{}, "appointments_by_time"],
  [{ sort: "id,desc", createdFrom: "2026-11-20T00:31:00" }, "appointments_by_creation"],
  [{ sort: "name,desc", includeArchived: true }, "appointments_by_name"],
  [{ status: "MISSED,CANCELLED" }, "appointments_by_status"],
  [{ sort: "status,asc", status: "MISSED,CANCELLED" }, "appointments_by_status"],
  [{ departmentId }, "appointments_by_department"],
])("the second page by a cursor of %j begins at its position in an index", async (input, index) => {
  const { nextCursor } = await service.application.listAppointments(seeded, {
    ...input,
    after: "",
  });
  const read = { ...input, after: nextCursor };
  const statements = await statementsOf(() => service.application.listAppointments(seeded, read));
  // The bound of a time of creation is looked up first.
  expect(statements).toHaveLength("createdFrom" in input ? 2 : 1);
  const statement = statements.at(-1);
  const plan = await planOf(statement!);
  expect(plan).toContain(index);
  expect(plan).toMatch(/Index Cond: .*ROW\(|Index Cond: .*\bid < /);
  expect(plan).not.toMatch(/Seq Scan on appointments/);
});

/** Returns the plan of a statement for any values. */
async function planOf(text: string): Promise<string> {
  const { rows } = await client.query(`explain (generic_plan, costs off) ${text}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

const moment = fc.tuple(fc.integer({ min: -50, max: 3700 }), fc.constantFrom(0, 1, -1)).map(
  ([hours, seconds]) =>
    Temporal.PlainDateTime.from("2027-01-01T00:00:00").add({ hours }).add({ seconds })
      .toString({ smallestUnit: "second" }),
);
const bound = fc.option(
  fc.oneof(
    moment,
    moment.map((at) => at.slice(0, 10)),
    fc.constantFrom("0001-01-01", "9999-12-31"),
  ),
  { nil: undefined },
);

const publicFields = [
  "id",
  "dateTime",
  "status",
  "name",
  "qrCode",
  "departmentId",
  "departmentName",
  "externalUserId",
  "createdAt",
] as const;

/** The appointments of the public list, with the fields that an API key may read. */
function publicList(): AppointmentView[] {
  return all.filter(({ archivedAt }) => archivedAt === undefined).map((one) =>
    Object.fromEntries(
      publicFields.map((field) => [field, one[field]]),
    ) as unknown as AppointmentView
  );
}

test("every page of the public list, and its total, equal those of the unpaged list", async () => {
  const listed = publicList();
  const property = fc.asyncProperty(query, bound, bound, async (asked, startDate, endDate) => {
    const { page, size, status, externalUserId, sort } = asked;
    const departmentId = asked.departmentId === undefined
      ? undefined
      : seeded.departmentId + asked.departmentId;
    const input = { page, size, status, externalUserId, sort, departmentId, startDate, endDate };
    const [start, end] = [startDate ?? "", endDate ?? "9999-12-31"];
    const expected = sorted(
      listed.filter((one) =>
        (["status", "departmentId", "externalUserId"] as const).every((field) =>
          input[field] === undefined || input[field] === one[field]
        ) && one.dateTime >= start &&
        one.dateTime <= (end.length === 10 ? `${end}T23:59:59` : end)
      ),
      sort,
    );
    const found = await service.application.listAppointments(seeded, input);
    expect(found.totalElements).toBe(expected.length);
    expect(found.items).toEqual(expected.slice(page * size, (page + 1) * size));
  });
  await fc.assert(property, { numRuns: 150 });
});

/** Reads a list by its cursors. */
async function readAll(
  input: object,
  reader: Parameters<typeof service.application.listAppointments>[0] = seeded,
) {
  const pages: Awaited<ReturnType<typeof service.application.listAppointments>>[] = [];
  for (let after: string | null = ""; after !== null; after = pages.at(-1)!.nextCursor!) {
    pages.push(await service.application.listAppointments(reader, { ...input, after }));
  }
  return pages;
}

const statuses = fc.constantFrom(undefined, "MISSED", "MISSED,CANCELLED", "SCHEDULED,MISSED");
const createdFrom = fc.constantFrom(undefined, "2026-11-20T00:31:00", "2026-11-21");

test("the pages by cursors have each appointment of the unpaged list once, in its order", async () => {
  const property = fc.asyncProperty(query, statuses, createdFrom, async (asked, status, from) => {
    const { externalUserId, sort, startDate, endDate, qrCode, includeArchived } = withIds(asked);
    const { departmentId } = withIds(asked);
    const isByCreation = sort.startsWith("id") || sort.startsWith("createdAt");
    const createdFrom = isByCreation ? from : undefined;
    const filters = { externalUserId, startDate, endDate, qrCode, includeArchived, departmentId };
    const input = { ...filters, sort, status, createdFrom, size: Math.max(asked.size, 20) };
    const expected = sorted(
      all.filter((one) =>
        matches(one, filters) && (!status || status.split(",").includes(one.status)) &&
        one.createdAt >= (createdFrom ?? "")
      ),
      sort,
    );
    const pages = await readAll(input);
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id)))
      .toEqual(expected.map(({ id }) => id));
    expect(pages.map(({ page, isLast }) => [page, isLast]))
      .toEqual(pages.map((_, i) => [i, i === pages.length - 1]));
    expect(new Set(pages.map(({ totalElements }) => totalElements)))
      .toEqual(new Set([expected.length]));
  });
  await fc.assert(property, { numRuns: 60 });
});

function matches(one: StaffAppointmentView, asked: { [name: string]: unknown }): boolean {
  const { startDate = "", endDate = "9999-12-31", search = "" } = asked as Record<string, string>;
  const wanted = ["status", "departmentId", "externalUserId", "qrCode", "workerId"] as const;
  return wanted.every((field) => asked[field] === undefined || asked[field] === one[field]) &&
    one.dateTime >= startDate && one.dateTime <= `${endDate}T23:59:59` &&
    isFound(one, search) &&
    (asked["includeArchived"] === true || one.archivedAt === undefined);
}

function isFound(one: StaffAppointmentView, text: string): boolean {
  const search = parseSearch(text);
  return search === null || matchesSearch(one, search);
}

function sorted<View extends AppointmentView>(list: View[], sort: string): View[] {
  const [first, direction] = sort.split(",");
  // The order of creation is the order of the ids.
  const fields = (first === "createdAt" ? ["id"] : [first, "dateTime", "id"]) as (
    keyof AppointmentView
  )[];
  const ascending = list.toSorted((a, b) => {
    const field = fields.find((name) => a[name] !== b[name]);
    return field === undefined ? 0 : ordered(a[field]!) < ordered(b[field]!) ? -1 : 1;
  });
  return direction === "asc" ? ascending : ascending.toReversed();
}

/** As the database orders texts, by code points. */
function ordered(value: string | number | object): string | number | object {
  return typeof value === "string" ? Buffer.from(value).toString("latin1") : value;
}

test("each appointment has the name of its worker", () => {
  const workers = new Set(all.map(({ workerId, workerName }) => `${workerId} ${workerName}`));
  expect([...workers].toSorted()).toEqual(
    [`${workerId} Grace`, `${workerId + 1} Alan`, "null null"].toSorted(),
  );
});

test.each([1, 40, 10_000])(
  "a search by text finds the same if its walk reads %d appointments of each kind",
  async (minWalked) => {
    const { pool } = openDatabase(new Connections(url), 1);
    try {
      const scope = { organizationId: caller.organizationId, environment: "LIVE" } as const;
      for (const text of ["a", "ada", "ada 1", "nobody", "LIVE20"]) {
        const search = parseSearch(text);
        for (const sort of ["dateTime,asc", "name,desc"] as const) {
          const [field, direction] = sort.split(",") as ["dateTime" | "name", "asc" | "desc"];
          const expected = sorted(
            all.filter((one) => matchesSearch(one, search!)),
            sort,
          );
          const found = await searchPage(pool, scope, {
            minWalked,
            query: {
              page: 1,
              size: 10,
              status: null,
              departmentId: null,
              externalUserId: null,
              startDate: null,
              endDate: null,
              qrCode: null,
              workerId: null,
              includeArchived: true,
              sort: { field, direction },
              search,
            },
          });
          expect(found.items.map(({ id }) => id)).toEqual(
            expected.slice(10, 20).map(({ id }) => id),
          );
          expect(found.totalElements).toBe(Math.min(expected.length, 1000));
        }
      }
    } finally {
      await pool.end();
    }
  },
);

test("a filter with an id too large for the column finds nothing", async () => {
  for (const id of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
    for (const filter of [{ workerId: id }, { departmentId: id, search: "a" }]) {
      const page = await service.application.staff.listAppointments(caller, filter);
      expect(page).toMatchObject({ items: [], totalElements: 0 });
    }
  }
});

test("pages and totals beyond 10,000 are not read", async () => {
  const page = await service.application.staff.listAppointments(caller, {
    includeArchived: true,
    page: Number.MAX_SAFE_INTEGER,
    size: 100,
  });
  expect(page).toMatchObject({ items: [], totalElements: 3000, isLast: true });
});

test.each([
  [{ includeArchived: true }, ["appointments_by_time"]],
  [{ includeArchived: true, sort: "createdAt,desc" }, ["appointments_by_creation"]],
  [{ includeArchived: true, sort: "name,desc" }, ["appointments_by_name"]],
  [{ qrCode: "LIVE7" }, ["appointments_qr_code"]],
  [{ workerId: 1 }, ["appointments_by_worker"]],
])("%j is one statement that reads an index", async (input, indexes) => {
  const asked = { ...input, ...("workerId" in input && { workerId }) };
  const statements = await statementsOf(() =>
    service.application.staff.listAppointments(caller, asked)
  );
  expect(statements).toHaveLength(1);
  const values = Object.values(input)
    .filter((value) => typeof value === "string" && !value.includes(",") || value === 1)
    .map((value) => value === 1 ? workerId : value);
  await client.query("set enable_seqscan = off");
  const { rows } = await client.query({
    text: `explain (costs off) ${statements[0]}`,
    values: [caller.organizationId, "LIVE", ...values],
  });
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  for (const index of indexes) expect(plan).toContain(index);
  if (!("qrCode" in input)) expect(plan).not.toMatch(/Seq Scan on appointments/);
});

test("a page read from the end of a list that grows meanwhile is a page of the grown list", async () => {
  const listed = sorted(publicList(), "dateTime,asc");
  const growing = Array.from({ length: 20 }, (_, i) =>
    service.application.bookAppointment(seeded, {
      departmentId: seeded.departmentId,
      dateTime: `2026-12-01T10:00:${String(i).padStart(2, "0")}`,
      name: "early",
    }));
  const last = { page: 26, size: 100 };
  const pages = await Promise.all(
    growing.map(() => service.application.listAppointments(seeded, last)),
  );
  await Promise.all(growing);
  for (const { items, totalElements } of pages) {
    // New appointments come before all others, so the total alone determines the page.
    const before = totalElements - listed.length;
    expect(items.map(({ id }) => id)).toEqual(
      listed.slice(2600 - before, 2700 - before).map(({ id }) => id),
    );
  }
});
