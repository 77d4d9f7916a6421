import { parse, validate } from "graphql";
import { expect, test } from "vitest";
import { listReports } from "../../core/reporting/report_catalogue.ts";
import {
  type Choice,
  choiceIn,
  choosing,
  daysOf,
  grouping,
} from "../../gateway/dashboard/pages/reports/choice.ts";
import {
  csvAddressOf,
  pageQueryOf,
  queryOf,
  type Row,
} from "../../gateway/dashboard/pages/reports/query.ts";
import { chartsOf } from "../../gateway/dashboard/pages/reports/series.ts";
import { schema } from "../../gateway/graphql/schema.ts";

const catalogue = await listReports();
const today = "2026-03-04";

function at(address: string, environment: "LIVE" | "TEST" = "LIVE") {
  const params = new URLSearchParams(address);
  return choiceIn(catalogue, (name) => params.get(name) ?? "", { today, environment });
}
const chosen = (address: string): Choice => at(address).choice;
const namesOf = ({ groups }: Choice) => groups.map(({ name }) => name);

test("an address without a choice is the first report of the last four weeks by its first group", () => {
  const { choice, fault } = at("");
  expect(fault).toBeNull();
  expect(choice).toMatchObject({ from: "2026-02-05", to: today, environment: "LIVE" });
  expect([choice.report.name, namesOf(choice), choice.field.name])
    .toEqual(["appointmentReport", ["DAY"], "booked"]);
});

test.each(
  [
    ["week", "2026-02-26", "2026-03-04"],
    ["weeks", "2026-02-05", "2026-03-04"],
    ["month", "2026-03-01", "2026-03-31"],
    ["lastMonth", "2026-02-01", "2026-02-28"],
    ["ahead", "2026-03-04", "2026-03-31"],
    ["year", "2026-01-01", "2026-12-31"],
  ] as const,
)("the period %s is from %s to %s", (period, from, to) => {
  expect(daysOf(period, today)).toEqual({ from, to });
});

test("the months at the ends of a year are whole", () => {
  expect(daysOf("month", "2026-12-31")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
  expect(daysOf("lastMonth", "2026-01-01")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  expect(daysOf("month", "2028-02-10")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
});

test.each([
  ["report=x", "report"],
  ["by=DESK", "group"],
  ["by=DAY,toString", "group"],
  ["period=custom", "date"],
  ["period=custom&from=2026-02-30&to=2026-03-01", "date"],
  ["period=custom&from=2026-03-02&to=2026-03-01", "wrongOrder"],
  ["period=custom&from=2016-03-01&to=2026-03-09", "tooLong"],
  ["period=custom&from=2016-03-01&to=2026-03-08", null],
])("the address %s has the fault %s", (address, fault) => {
  expect(at(address).fault).toBe(fault);
});

test("another report keeps the groups that it has too", () => {
  const choice = chosen("by=DEPARTMENT,STATUS");
  const of = (name: string) => choosing(catalogue.find((one) => one.name === name)!, choice).by;
  expect(of("visitReport")).toBe("DEPARTMENT");
  expect(of("creditReport")).toBe("");
  expect(choosing(choice.report, chosen("by=none")).by).toBe("none");
});

test("a group is replaced, added and removed at its place", () => {
  const choice = chosen("by=DEPARTMENT,STATUS");
  const day = choice.report.groups[0]!;
  expect(grouping(choice, 0, day).by).toBe("DAY,STATUS");
  expect(grouping(choice, 2, day).by).toBe("DEPARTMENT,STATUS,DAY");
  expect(grouping(choice, 1, null).by).toBe("DEPARTMENT");
  expect(grouping(chosen("by=DAY"), 0, null).by).toBe("none");
});

test.each(
  catalogue.flatMap(({ name, groups }) => groups.map((group) => [name, group.name] as const)),
)(
  "the queries of %s by %s are valid",
  (report, group) => {
    const choice = chosen(`report=${report}&by=${group}`);
    expect(validate(schema, parse(queryOf(choice)))).toEqual([]);
    expect(validate(schema, parse(pageQueryOf(choice)))).toEqual([]);
    const { searchParams } = new URL(csvAddressOf(choice, "csv"), "https://x.example");
    expect(validate(schema, parse(searchParams.get("query")!))).toEqual([]);
  },
);

test("a report by environment is of both, and any other of the one in the address", () => {
  expect(queryOf(at("by=ENVIRONMENT", "TEST").choice)).not.toContain("environment:");
  expect(queryOf(at("by=DAY", "TEST").choice)).toContain("environment: TEST");
});

function row(keys: Row, numbers: Row = {}): Row {
  return { booked: 1, missed: 0, ...keys, ...numbers };
}
const march = "period=custom&from=2026-03-01&to=2026-03-04";

test("days without a row are gaps, and names are the highest first", () => {
  const byDay = chartsOf(chosen(march), [row({ day: "2026-03-02" }, { booked: 7 })])!;
  expect(byDay.max).toBe(7);
  expect(byDay.series[0]!.points.map(({ key, row }) => [key.id, row?.["booked"] ?? null])).toEqual([
    ["2026-03-01", null],
    ["2026-03-02", 7],
    ["2026-03-03", null],
    ["2026-03-04", null],
  ]);
  const department = (id: number, booked: number) =>
    row({ department: { restId: String(id), name: "Office" } }, { booked });
  const rows = Array.from({ length: 14 }, (_, i) => department(i, i));
  const byName = chartsOf(chosen("by=DEPARTMENT"), rows)!;
  expect(byName.series[0]!.points.map(({ row }) => row?.["booked"]))
    .toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  expect(byName.hiddenPoints).toBe(2);
});

test("the axis is time wherever it is among the groups, and each other name has a chart", () => {
  const of = (id: string, day: string, booked: number) =>
    row({ worker: { restId: id, name: "Ada" }, day }, { booked });
  const rows = [
    of("1", "2026-03-01", 1),
    of("2", "2026-03-01", 5),
    of("2", "2026-03-03", 4),
    row({ worker: null, day: "2026-03-02" }, { booked: 0 }),
  ];
  const { axis, series } = chartsOf(chosen(`${march}&by=WORKER,DAY`), rows)!;
  expect(axis.name).toBe("DAY");
  // Two people of the same name are two charts. A chart without any number is left out.
  expect(series.map(({ keys }) => keys.map(({ key }) => key.id))).toEqual([["2"], ["1"]]);
});

test("the weekdays are all there, and the hours are those from the first to the last", () => {
  const weekday = chartsOf(chosen("by=WEEKDAY"), [row({ weekday: "TUESDAY" })])!;
  expect(weekday.series[0]!.points.map(({ key }) => key.name))
    .toEqual(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]);
  const hours = chartsOf(chosen("by=HOUR_OF_DAY"), [
    row({ hourOfDay: 9 }),
    row({ hourOfDay: 11 }),
  ])!;
  expect(hours.series[0]!.points.map(({ key }) => key.label)).toEqual(["9", "10", "11"]);
});

test("a week and a month that the period cuts have their first day as key", () => {
  const address = "period=custom&from=2026-01-31&to=2026-03-01";
  const keys = (by: string, found: Row) =>
    chartsOf(chosen(`${address}&by=${by}`), [row(found)])!.series[0]!.points.map(({ key }) =>
      key.id
    );
  expect(keys("MONTH", { month: "2026-02-01" })).toEqual([
    "2026-01-01",
    "2026-02-01",
    "2026-03-01",
  ]);
  expect(keys("WEEK", { week: "2026-02-02" }))
    .toEqual(["2026-01-26", "2026-02-02", "2026-02-09", "2026-02-16", "2026-02-23"]);
});

test("more than 400 days have no chart", () => {
  const address = "period=custom&from=2024-01-01&to=2026-01-01";
  expect(chartsOf(chosen(address), [row({ day: "2025-01-01" })])).toBeNull();
});
