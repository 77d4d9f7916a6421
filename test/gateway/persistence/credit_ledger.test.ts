import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { statementsOf } from "../../support/statements.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";

// Twelve thousand grants and refunds' worth of entries, an hour apart; every hundredth clock is 3 minutes slow.
const url = await freshDatabase();
const service = await servicePerFile(url);
service.setNow("2020-01-01T00:00:00Z");
const { organizationId, departmentId } = await seedOrganization(service, { credits: 1 });
await seedOrganization(service, { credits: 77 });
const caller = staffOf(organizationId);
service.setNow("2030-01-01T00:00:00Z");
const { staff } = service.application;
const { id } = await staff.createAppointment(caller, {
  departmentId,
  dateTime: "2030-06-01T10:00",
  name: "Ada",
});
await staff.cancelAppointment(caller, { id });
const client = await clientPerFile(url);
await client.query(
  `insert into credit_entries
     (organization_id, environment, kind, amount, balance_after, note, created_at)
   select $1, 'LIVE', 'GRANTED', 1, 1 + i, i::text, timestamptz '2030-01-01Z' + i * interval '1 hour'
     - case when i % 100 = 0 then interval '63 minutes' else interval '0' end
   from generate_series(1, 12000) i`,
  [organizationId],
);
await client.query("analyze credit_entries");

const list = (input: object) => service.application.staff.listCreditEntries(caller, input);

test("entries are counted and paged up to 10,000, in the order of the ledger", async () => {
  const first = await list({ size: 3 });
  expect(first).toMatchObject({ totalElements: 10_000, isLast: false });
  expect(first.items.map(({ balanceAfter }) => balanceAfter)).toEqual([12_001, 12_000, 11_999]);
  const last = await list({ size: 100, page: 99 });
  expect(last.items.at(-1)!.balanceAfter).toBe(2002);
  expect(last.isLast).toBe(true);
  expect((await list({ size: 100, page: 100 })).items).toEqual([]);
  expect(await list({ kind: "CONSUMED" })).toMatchObject({ totalElements: 1 });
  expect(await list({ kind: "REFUNDED" })).toMatchObject({ totalElements: 1 });
  expect((await list({ environment: "TEST" })).items).toMatchObject([{
    kind: "GRANTED",
    amount: 1,
  }]);
});

test("a range of time has all its entries, even if the clocks of the processes differ", async () => {
  const { rows } = await client.query<{ balance_after: string }>(
    `select balance_after from credit_entries
     where organization_id = $1 and environment = 'LIVE' and created_at >= '2030-03-01Z' and created_at < '2030-03-15Z'
     order by id desc`,
    [caller.organizationId],
  );
  const found: number[] = [];
  for (let page = 0; page < 4; page += 1) {
    const { items, totalElements } = await list({
      startDate: "2030-03-01",
      endDate: "2030-03-14",
      size: 100,
      page,
    });
    expect(totalElements).toBe(rows.length);
    found.push(...items.map(({ balanceAfter }) => balanceAfter));
  }
  expect(found).toEqual(rows.map((row) => Number(row.balance_after)));
  expect(await list({ startDate: "0001-01-01", endDate: "9999-12-31" })).toMatchObject({
    totalElements: 10_000,
  });
  expect(await list({ startDate: "2050-01-01" })).toMatchObject({ items: [], totalElements: 0 });
  expect(await list({ endDate: "2010-01-01" })).toMatchObject({ items: [], totalElements: 0 });
});

test.each([
  [{}, [], "credit_entries_pkey"],
  [{ kind: "REFUNDED" }, ["REFUNDED"], "credit_entries_by_kind"],
  [
    { startDate: "2030-03-01", endDate: "2030-03-02" },
    ["2030-03-01T00:00:00Z", "2030-03-03T00:00:00Z"],
    "credit_entries_by_time",
  ],
])("the ledger by %j is one statement that reads an index", async (input, values, index) => {
  const statements = await statementsOf(() => list(input));
  expect(statements).toHaveLength(1);
  await client.query("set enable_seqscan = off");
  const asked = [caller.organizationId, "LIVE", ...values];
  const { rows } = await client.query(`explain (costs off) ${statements[0]}`, asked);
  expect(JSON.stringify(rows)).toContain(index);
});
