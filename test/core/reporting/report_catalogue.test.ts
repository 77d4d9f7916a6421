import { expect, test } from "vitest";
import { appointmentStatuses } from "../../../core/booking/appointment.ts";
import { weekdays } from "../../../core/reporting/groups.ts";
import { listReports } from "../../../core/reporting/report_catalogue.ts";
import { emptyRow } from "../../../core/reporting/run_report.ts";

const catalogue = await listReports();

test("the catalogue has every report with its groups, and the keys that are a few names", () => {
  expect(catalogue.map(({ name, groups, fields }) => [name, groups.length, fields.length])).toEqual(
    [
      ["appointmentReport", 10, 8],
      ["utilizationReport", 6, 3],
      ["creditReport", 4, 4],
      ["usageReport", 8, 7],
      ["webhookReport", 8, 7],
      ["visitReport", 9, 11],
      ["waitlistReport", 7, 8],
    ],
  );
  const groups = new Map(
    catalogue.flatMap((report) => report.groups.map((one) => [one.name, one])),
  );
  expect(groups.get("WEEKDAY")).toEqual({
    name: "WEEKDAY",
    field: "weekday",
    isTime: true,
    keys: weekdays,
  });
  expect(groups.get("STATUS")?.keys).toEqual(appointmentStatuses);
  expect(groups.get("DEPARTMENT")).toEqual({
    name: "DEPARTMENT",
    field: "departmentId",
    isTime: false,
    keys: null,
  });
});

test("a page can show every number: it is in the rows, and the first one is never null", () => {
  for (const { name, fields } of catalogue) {
    const row = emptyRow(name) as unknown as Record<string, unknown>;
    expect(fields.filter((field) => !(field.name in row))).toEqual([]);
    expect(row[fields[0]!.name]).toBe(0);
  }
});

test("every number whose name says its unit has this unit", () => {
  const named = { Rate: "share", Seconds: "seconds", Ms: "milliseconds", Hours: "hours" } as const;
  const fields = catalogue.flatMap((report) => report.fields);
  for (const [end, unit] of Object.entries(named)) {
    const ending = fields.filter(({ name }) => name.endsWith(end));
    expect(ending.length).toBeGreaterThan(0);
    expect(new Set(ending.map((field) => field.unit))).toEqual(new Set([unit]));
  }
});
