import { addDays, isDate } from "../../api/time.ts";
import type { Environment, Report } from "../../api/types.ts";

/** Periods that move with the date of today, and `custom` for free dates. */
export const periods = [
  "week",
  "weeks",
  "month",
  "lastMonth",
  "ahead",
  "year",
  "custom",
] as const;
export type PeriodName = (typeof periods)[number];
const defaultPeriod: PeriodName = "weeks";

const maxDays = 3660;
/** The group in the address of a report without groups. An absent group is the first one of the report. */
const noGroup = "none";

export type Group = Report["groups"][number];
export type Field = Report["fields"][number];

/** What a report shows, as the address says it. */
export interface Choice {
  report: Report;
  groups: readonly Group[];
  period: PeriodName;
  /** The first and the last day. */
  from: string;
  to: string;
  /** Null: both, which the rows name. */
  environment: Environment | null;
  /** The number that the charts show. */
  field: Field;
}

/** The part of the address that cannot be read. */
export type Fault = "report" | "group" | "date" | "wrongOrder" | "tooLong";

/** Reads the choice in the address. `today` is the date in the zone of the organization. */
export function choiceIn(
  catalogue: readonly Report[],
  get: (name: string) => string,
  { today, environment }: { today: string; environment: Environment },
): { choice: Choice; fault: Fault | null } {
  const name = get("report");
  const found = catalogue.find((one) => one.name === name);
  const report = found ?? catalogue[0]!;
  const names = get("by") === "" ? [report.groups[0]!.name] : get("by").split(",");
  const groups = [...new Set(names)].flatMap((one) =>
    report.groups.find((group) => group.name === one) ?? []
  );
  const period = periods.find((one) => one === get("period")) ?? defaultPeriod;
  const days = period === "custom" ? { from: get("from"), to: get("to") } : daysOf(period, today);
  const choice: Choice = {
    report,
    groups,
    period,
    ...days,
    environment: groups.some((group) => group.name === "ENVIRONMENT") ? null : environment,
    field: report.fields.find((one) => one.name === get("show")) ?? report.fields[0]!,
  };
  const isUnknown = (group: string) =>
    group !== noGroup && groups.every((one) => one.name !== group);
  const fault = name !== "" && !found ? "report" : names.some(isUnknown) ? "group" : faultOf(days);
  return { choice, fault };
}

/** Returns the change of the address that chooses another report. Groups that it has too are kept. */
export function choosing(report: Report, { groups }: Choice): Record<string, string> {
  const kept = groups.filter(({ name }) => report.groups.some((group) => group.name === name));
  return {
    report: report.name,
    show: "",
    sort: "",
    by: kept.length === 0 && groups.length > 0 ? "" : groupsText(kept),
  };
}

/** Returns the change of the address that replaces the group at a place; null removes it. */
export function grouping(
  { groups }: Choice,
  place: number,
  group: Group | null,
): Record<string, string> {
  const next = groups.toSpliced(place, 1, ...(group ? [group] : []));
  return { by: groupsText(next), sort: "" };
}

function groupsText(groups: readonly Group[]): string {
  return groups.map(({ name }) => name).join(",") || noGroup;
}

/** Returns the days of a period that moves. Coming days are in it where people plan with them. */
export function daysOf(
  period: Exclude<PeriodName, "custom">,
  today: string,
): { from: string; to: string } {
  const first = firstOfMonth(today);
  switch (period) {
    case "week":
      return { from: addDays(today, -6), to: today };
    case "weeks":
      return { from: addDays(today, -27), to: today };
    case "month":
      return { from: first, to: addDays(nextMonth(first), -1) };
    case "lastMonth":
      return { from: firstOfMonth(addDays(first, -1)), to: addDays(first, -1) };
    case "ahead":
      return { from: today, to: addDays(today, 27) };
    case "year":
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
  }
}

/** Returns the first day of the month after the month that begins on this day. */
export function nextMonth(first: string): string {
  return firstOfMonth(addDays(first, 31));
}

export function firstOfMonth(date: string): string {
  return `${date.slice(0, 8)}01`;
}

function faultOf({ from, to }: { from: string; to: string }): Fault | null {
  if (!isDate(from) || !isDate(to)) return "date";
  if (to < from) return "wrongOrder";
  return to >= addDays(from, maxDays) ? "tooLong" : null;
}
