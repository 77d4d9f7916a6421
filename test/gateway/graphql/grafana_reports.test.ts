import { expect, test } from "vitest";
import { perFile } from "../../support/per_file.ts";
import {
  departmentNames,
  writeAnalystTenant,
} from "../../support/reporting_tools/analyst_tenant.ts";
import {
  type Choice,
  readGrafanaReports,
  requestOf,
  rowsOf,
  type Target,
  targetsOf,
} from "../../support/reporting_tools/infinity.ts";
import { openGraphql } from "./support.ts";

const graphql = await perFile(openGraphql());
const tenant = await writeAnalystTenant(graphql.databaseUrl, { appointments: 400, seed: 1 });
const { token } = await graphql.application.createReportingToken(tenant.organizationId, {
  name: "Grafana",
});
const dashboard = await readGrafanaReports();
const targets = targetsOf(dashboard);
const march: Choice = {
  from: Temporal.Instant.from("2027-03-01T00:00:00Z"),
  to: Temporal.Instant.from("2027-03-31T23:59:59Z"),
  environment: "LIVE",
};

async function load(target: Target, choice: Choice) {
  const request = requestOf(target, { baseUrl: "http://reports.test", token, choice });
  const answer = await graphql.handle(request, { ipAddress: "203.0.113.7" });
  const cost = Number(answer.headers.get("X-Query-Cost"));
  const body: unknown = await answer.json();
  expect([answer.status, body]).toEqual([200, { data: expect.anything() }]);
  return { cost, rows: rowsOf(target, body, choice) };
}

const targetOf = (title: string) => targets.find(({ name }) => name === title)!.target;

test.each(targets)("$name finds rows with the request that Infinity sends", async ({ target }) => {
  const { rows } = await load(target, march);
  expect(rows.length).toBeGreaterThan(0);
  // A column that is null in every row would be a panel without data.
  for (const { text } of target.columns) expect(rows.some((row) => row[text] !== null)).toBe(true);
});

test("a department that is chosen is shown alone, and all departments are shown without a choice", async () => {
  const target = targetOf("Bookings by department");
  const names = async (choice: Choice) =>
    (await load(target, choice)).rows.map((row) => row["Department"]);
  const [first, second] = tenant.departmentIds.map(String);
  expect(await names(march)).toEqual([...departmentNames]);
  expect(await names({ ...march, departments: [second!] })).toEqual([departmentNames[1]]);
  expect(await names({ ...march, departments: [first!, second!] })).toEqual([...departmentNames]);
});

test("a chosen environment has its own numbers", async () => {
  const target = targetOf("Bookings by department");
  const sum = async (environment: "LIVE" | "TEST") =>
    (await load(target, { ...march, environment })).rows
      .reduce((total, row) => total + (row["Booked"] as number), 0);
  const { body } = await graphql.ask<{ appointmentReport: { booked: number }[] }>(
    `{ appointmentReport(from: "2027-03-01", to: "2027-03-31") { booked } }`,
    {},
    { authorization: `Bearer ${token}` },
  );
  const [live, trial] = [await sum("LIVE"), await sum("TEST")];
  expect(live).not.toBe(trial);
  expect(live + trial).toBe(body.data!.appointmentReport[0]!.booked);
});

test("longer ranges have points of a week and of a month", async () => {
  const target = targetOf("Bookings over time");
  const times = async (from: string) => {
    const choice = { ...march, from: Temporal.Instant.from(from) };
    return new Set((await load(target, choice)).rows.map((row) => row["Time"]));
  };
  expect(await times("2027-03-01T00:00:00Z")).toContain("2027-03-16");
  expect(await times("2026-11-01T00:00:00Z"))
    .toEqual(new Set(["2027-03-01", "2027-03-08", "2027-03-15", "2027-03-22"]));
  expect(await times("2020-01-01T00:00:00Z")).toEqual(new Set(["2027-03-01"]));
});

test("a token can load the dashboard at least 20 times an hour", async () => {
  let points = 0;
  for (const { target } of targets) points += (await load(target, march)).cost;
  expect(points * 20).toBeLessThan(200_000);
});

test("columns, panels and units of the dashboard fit together", () => {
  for (const panel of dashboard.panels as unknown as Panel[]) {
    const names = panel.targets?.[0]?.columns?.map(({ text }) => text);
    if (!names) continue;
    const { overrides } = panel.fieldConfig;
    const ordered = panel.transformations?.flatMap(({ options }) =>
      Object.keys({ ...options.indexByName, ...options.excludeByName })
    );
    if (ordered) expect(ordered.toSorted()).toEqual(names.toSorted());
    const used = [...overrides.map(({ matcher }) => matcher.options), panel.options.xField ?? []];
    for (const name of used.flat()) expect(names).toContain(name);
  }
  const shared = dashboard.panels.flatMap(({ targets = [] }) =>
    targets.flatMap((target) => "panelId" in target ? [target.panelId] : [])
  );
  const ids = (dashboard.panels as unknown as Panel[]).map(({ id }) => id);
  expect(shared.length).toBeGreaterThan(0);
  for (const id of shared) expect(ids).toContain(id);
  expect(new Set(ids).size).toBe(ids.length);
  // Days of the organization are read as days in UTC.
  expect(dashboard.timezone).toBe("utc");
});

/** What the last test reads of a panel. */
interface Panel {
  id: number;
  targets?: { columns?: { text: string }[] }[];
  fieldConfig: { overrides: { matcher: { options: string } }[] };
  options: { xField?: string };
  transformations?: { options: { indexByName: object; excludeByName: object } }[];
}
