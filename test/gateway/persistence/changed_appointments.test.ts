import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { statementsOf } from "../../support/statements.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";

// The rules of the list of changes are in core/booking/list_by_cursor.test.ts.

const url = await freshDatabase();
const service = await servicePerFile(url);
const other = await servicePerFile(url);
const client = await clientPerFile(url);
const { appointments } = service.persistence;
const longAgo = Temporal.Instant.from("2020-01-01T00:00:00Z");
const everything = {
  status: null,
  departmentId: null,
  externalUserId: null,
  startDate: null,
  endDate: null,
  sort: { field: "dateTime", direction: "asc" },
  search: null,
  qrCode: null,
  workerId: null,
  includeArchived: true,
} as const;

async function openList(count: number) {
  const seeded = await seedOrganization(service, { slotCapacity: 10_000 });
  const scope = { organizationId: seeded.organizationId, environment: "LIVE" as const };
  const book = async (by: Partial<typeof seeded> = {}, { application } = service) =>
    (await application.bookAppointment({ ...seeded, ...by }, {
      departmentId: seeded.departmentId,
      dateTime: "2030-03-05T10:00",
      name: "Ada",
    })).appointment.id;
  const ids: number[] = [];
  for (let i = 0; i < count; i += 1) ids.push(await book());
  /** Reads page by page until the end, and returns the ids and the number of pages. */
  async function readAll({ limit = 2, since = longAgo, ...filters } = {}) {
    const found: number[] = [];
    let pages = 0;
    for (let after: number | null = 0; after !== null; pages += 1) {
      const selection = { ...everything, ...filters };
      const page = await appointments.changed(scope, selection, { since, after, limit });
      found.push(...page.items.map(({ id }) => id));
      after = page.next;
    }
    return { found, pages };
  }
  return { ...seeded, scope, ids, book, readAll, staff: staffOf(seeded.organizationId) };
}

/** Writes entries of an appointment past the use cases. */
async function audit(
  { organizationId, environment }: { organizationId: number; environment: string },
  { appointmentId, count, at = "now()" }: { appointmentId: number; count: number; at?: string },
) {
  await client.query(
    `insert into audit_entries (organization_id, actor_kind, actor_name, action, subject_kind,
       subject_id, subject_name, environment, changes, created_at, transaction_tag)
     select $1, 'OPERATOR', '', 'appointment.updated', 'appointment', $2, '', $3, '[]', ${at},
       gen_random_uuid() from generate_series(1, $4)`,
    [organizationId, appointmentId, environment, count],
  );
}

test("the changes of other organizations, environments and kinds of subjects are left out", async () => {
  const { ids, book, readAll } = await openList(3);
  const strangers = await openList(2);
  await book({ environment: "TEST" });
  await service.application.createWorker(strangers.departmentId, { name: "Grace" });
  expect((await readAll()).found).toEqual(ids);
  expect((await strangers.readAll()).found).toEqual(strangers.ids);
});

test("a page reads at most 2,000 changes, and the next one continues after them", async () => {
  const { ids, scope, readAll } = await openList(3);
  await audit(scope, { appointmentId: ids[0]!, count: 2100 });
  const { found, pages } = await readAll();
  expect(found).toEqual([ids[1], ids[2], ids[0]]);
  expect(pages).toBe(2);
});

test("the entries of a seal from more than ten minutes before are not read", async () => {
  const { ids, scope, readAll } = await openList(3);
  const since = Temporal.Now.instant().subtract({ minutes: 1 });
  const { rows: [{ last }] } = await client.query(
    `select id as last from audit_entries
     where organization_id = $1 and subject_kind = 'appointment' and subject_id = $2`,
    [scope.organizationId, ids[0]],
  );
  // No such seal can exist, because it has entries from later. It shows what is read.
  const seal = (number: number, minutes: number, lastId: number) =>
    client.query(
      `insert into audit_seals (organization_id, number, last_id, entries, hash, sealed_at)
       values ($1, $2, $3, 1, sha256(''), $4)`,
      [scope.organizationId, number, lastId, since.subtract({ minutes }).toString()],
    );
  await seal(1, 11, Number(last));
  expect((await readAll({ since })).found).toEqual(ids.slice(1));
  await seal(2, 9, Number(last) + 1);
  expect((await readAll({ since })).found).toEqual(ids.slice(1));
});

test("a page reads the changes and the appointments by indexes", async () => {
  const { ids, scope, readAll } = await openList(2);
  const { book } = await openList(1);
  await Promise.all(Array.from({ length: 200 }, () => book()));
  for (const id of ids) await audit(scope, { appointmentId: id, count: 3000 });
  await client.query("vacuum analyze audit_entries, appointments");
  const [, statement] = await statementsOf(() => readAll({ limit: 100 }));
  const { rows } = await client.query(`explain (generic_plan, costs off) ${statement!}`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).not.toMatch(/Seq Scan on (audit_entries|appointments)/);
  expect(plan).toContain("audit_entries_by_subject");
});

test("no change is skipped by a reader who reads while two processes write", async () => {
  const { scope, ids, book, staff, departmentId, organizationId } = await openList(12);
  let isWriting = true;
  const write = async (at: typeof service, own: number[]) => {
    for (let i = 0; i < 5; i += 1) {
      await Promise.all([
        ...own.map((id) =>
          at.application.staff.updateAppointment(staff, { id, name: `Ada ${id} ${i}` })
        ),
        book({}, at),
        book({ environment: "TEST" }, at),
        // Its entry is drawn outside the gate.
        at.application.createWorker(departmentId, { name: "Grace" }),
      ]);
    }
  };
  const writing = Promise.all([write(service, ids.slice(0, 6)), write(other, ids.slice(6))])
    .finally(() => void (isWriting = false));
  const seen = new Map<number, string>();
  let after = 0;
  for (let isEnd = false; !isEnd;) {
    const mayEnd = !isWriting;
    const page = await appointments.changed(scope, everything, { since: longAgo, after, limit: 3 });
    for (const { id, name } of page.items) seen.set(id, name);
    // After the last page it reads from the position before again.
    isEnd = page.next === null && mayEnd;
    after = page.next ?? after;
  }
  await writing;
  const { rows } = await client.query(
    "select id::int, name from appointments where organization_id = $1 and environment = 'LIVE'",
    [organizationId],
  );
  expect(rows).toHaveLength(12 + 10);
  expect([...seen].toSorted(([a], [b]) => a - b))
    .toEqual(rows.map(({ id, name }) => [id, name]).toSorted(([a], [b]) => a - b));
});
