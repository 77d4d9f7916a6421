import { expect, test } from "vitest";
import { readCsv } from "../../rest-adapter/read_csv.ts";
import { type ListTable, openListRows } from "./list_rows.ts";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

// In this zone the 29th of March 2026 has 23 hours: the clocks go from 02:00 to 03:00.
const timeZone = "Europe/Berlin";
const graphql = await perFile(openGraphql({ timeZone }, { now: "2026-01-01T10:00:00Z" }));
const rows = await perFile(openListRows(graphql.databaseUrl));
const { organizationId, departmentId } = graphql.own;

// The last and the first moments of days, as instants.
const instants = [28, 29, 30, 31].flatMap((day) => {
  const start = Temporal.PlainDate.from({ year: 2026, month: 3, day }).toZonedDateTime(timeZone);
  return [start.subtract({ milliseconds: 1 }), start].map((time) => time.toInstant());
});
const localDay = (instant: Temporal.Instant) =>
  instant.toZonedDateTimeISO(timeZone).toPlainDate().toString();

const [worker] = await rows.add("workers", organizationId, [{ department_id: departmentId }]);
const [webhook] = await rows.add("webhooks", organizationId, [{}]);
const [key] = await rows.add("api_keys", organizationId, [{}]);
const add = (table: ListTable, rowAt: (instant: Temporal.Instant) => object) =>
  rows.add(table, organizationId, instants.map((instant) => ({ ...rowAt(instant) })));
const added = {
  appointments: await add("appointments", (instant) => ({
    department_id: departmentId,
    worker_id: worker,
    date_time: instant.toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 19),
    created_at: "2026-01-01T10:00:00Z",
  })),
  visits: await add("visits", (at) => ({ department_id: departmentId, date: localDay(at) })),
  creditEntries: await add("credit_entries", (at) => ({ created_at: at.toString() })),
  webhookDeliveries: await add("webhook_attempts", (at) => ({
    webhook_id: webhook,
    created_at: at.toString(),
  })),
  usageLogs: await add("usage_entries", (at) => ({ api_key_id: key, timestamp: at.toString() })),
};

interface Page {
  edges: { node: { restId: string } }[];
}

async function idsOf(list: string, args: string): Promise<number[]> {
  const { body } = await graphql.ask<Record<string, Page>>(
    `{ ${list}(first: 100, ${args}) { edges { node { restId } } } }`,
  );
  expect(body.errors).toBeUndefined();
  return body.data![list]!.edges.map(({ node }) => Number(node.restId));
}

async function faultsOf(list: string, args: string): Promise<unknown> {
  const { body } = await graphql.ask(`{ ${list}(${args}) { edges { cursor } } }`);
  return body.errors?.map(({ extensions }) => [extensions?.["code"], extensions?.["details"]]);
}

const lists = Object.keys(added) as (keyof typeof added)[];

test.each(lists)("%s are those from a day to a day, both included", async (list) => {
  const ids = await idsOf(list, "");
  expect(ids).toEqual(expect.arrayContaining(added[list]));
  for (const [from, to] of [[29, 29], [28, 30], [29, undefined], [undefined, 29]]) {
    const [first, last] = [from, to].map((day) => day && `2026-03-${day}`);
    const expected = added[list].filter((_, i) => {
      const day = localDay(instants[i]!);
      return day >= (first ?? "") && day <= (last ?? "9");
    });
    const args = [first && `from: "${first}"`, last && `to: "${last}"`].filter(Boolean).join(", ");
    const found = await idsOf(list, args);
    expect(found.filter((id) => added[list].includes(id)).toSorted((a, b) => a - b))
      .toEqual(expected);
    if (first) expect(found).toHaveLength(expected.length);
  }
});

test("nested lists take days, too", async () => {
  const days = `from: "2026-03-29", to: "2026-03-29"`;
  const { body } = await graphql.ask(
    `{
      departments(first: 1) { edges { node { appointments(${days}) { edges { node { restId } } } } } }
      workers(first: 1) { edges { node { appointments(${days}) { edges { node { restId } } } } } }
      webhooks(first: 1) { edges { node { deliveries(${days}) { edges { node { restId } } } } } }
    }`,
  );
  const pageOf = (ids: number[]) => ({
    edges: ids.map((id) => ({ node: { restId: String(id) } })),
  });
  const appointments = pageOf(added.appointments.slice(3, 5));
  const deliveries = pageOf(added.webhookDeliveries.slice(3, 5).toReversed());
  expect(body.data).toMatchObject({
    departments: { edges: [{ node: { appointments } }] },
    workers: { edges: [{ node: { appointments } }] },
    webhooks: { edges: [{ node: { deliveries } }] },
  });
});

test("appointments are also limited to the days of their creation", async () => {
  const made = await rows.add(
    "appointments",
    organizationId,
    instants.map((instant) => ({
      department_id: departmentId,
      created_at: instant.toString(),
      date_time: "2026-06-01T10:00:00",
    })),
  );
  for (const [from, to] of [["2026-03-29", "2026-03-30"], ["2026-03-31", "2026-03-31"]] as const) {
    const expected = made.filter((_, i) =>
      localDay(instants[i]!) >= from && localDay(instants[i]!) <= to
    );
    const created = `filter: { created: { from: "${from}", to: "${to}" } }`;
    expect(await idsOf("appointments", created)).toEqual(expected);
    expect(await idsOf("appointments", `to: "2026-04-30", ${created}`)).toEqual([]);
  }
  await rows.remove("appointments", organizationId, made);
});

test("the first and the last year need no bound", async () => {
  for (const list of lists) {
    const all = await idsOf(list, "");
    expect(await idsOf(list, `from: "0001-01-01", to: "9999-12-31"`)).toEqual(all);
  }
});

test("exact times work as before, also with a day at the other side", async () => {
  const [, , , first, second, third] = added.appointments;
  const time = `filter: { dateTimeFrom: "2026-03-29T00:00:00"`;
  expect(await idsOf("appointments", `${time} }, to: "2026-03-29"`)).toEqual([first, second]);
  expect(await idsOf("appointments", `${time}, dateTimeTo: "2026-03-30T00:00:01" }`))
    .toEqual([first, second, third]);
  expect(await idsOf("creditEntries", `filter: { from: "${instants[7]}" }`))
    .toEqual([added.creditEntries[7]]);
});

test.each([
  ["appointments", `filter: { dateTimeFrom: "2026-03-29T00:00:00" }, from: "2026-03-29"`, [
    { field: "from", message: expect.stringContaining("together with filter.dateTimeFrom") },
  ]],
  ["usageLogs", `filter: { to: "2026-03-29T00:00:00Z" }, to: "2026-03-29"`, [
    { field: "to", message: expect.stringContaining("together with filter.to") },
  ]],
  [
    "appointments",
    `filter: { created: { to: "2026-03-29" }, createdTo: "2026-03-29T00:00:00Z" }`,
    [{
      field: "filter.created.to",
      message: expect.stringContaining("together with filter.createdTo"),
    }],
  ],
  ["creditEntries", `from: "2026-03-30", to: "2026-03-29", first: 101`, [
    { field: "to", message: "Must not be before from" },
    { field: "first", message: expect.any(String) },
  ]],
  ["appointments", `filter: { created: { from: "2026-03-30", to: "2026-03-29" } }`, [
    { field: "filter.created.to", message: "Must not be before filter.created.from" },
  ]],
])("%s(%s) is refused", async (list, args, details) => {
  expect(await faultsOf(list, args)).toEqual([["VALIDATION_ERROR", details]]);
});

test("a file of days has them in its name", async () => {
  const query =
    `{ creditEntries(from: "2026-03-29", to: "2026-03-30") { edges { node { restId } } } }`;
  const answer = await graphql.send(
    { headers: { authorization: `Bearer ${graphql.token}` } },
    `http://reports.test/graphql?format=csv&query=${encodeURIComponent(query)}`,
  );
  expect(answer.headers.get("Content-Disposition"))
    .toBe('attachment; filename="creditEntries_2026-03-29_2026-03-30.csv"');
  expect(readCsv(await answer.text()).slice(1).map(([id]) => Number(id)))
    .toEqual(added.creditEntries.slice(3, 7).toReversed());
});
