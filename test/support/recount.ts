import * as fc from "fast-check";
import { expect } from "vitest";
import type { Environment, Group } from "../../core/mod.ts";

/** A zone and two days around a change of its clocks; where it has none, any days. */
export interface ZoneAtChange {
  timeZone: string;
  day: string;
}

/** By an hour, by half an hour, never, and over a whole day. */
export const zonesAtChanges: readonly ZoneAtChange[] = [
  { timeZone: "Europe/Berlin", day: "2026-03-29" },
  { timeZone: "Europe/Berlin", day: "2026-10-25" },
  { timeZone: "America/New_York", day: "2026-03-08" },
  { timeZone: "America/New_York", day: "2026-11-01" },
  { timeZone: "Australia/Lord_Howe", day: "2026-04-05" },
  { timeZone: "Australia/Lord_Howe", day: "2026-10-04" },
  { timeZone: "Asia/Kathmandu", day: "2026-12-31" },
  { timeZone: "Pacific/Apia", day: "2011-12-30" },
  { timeZone: "UTC", day: "2026-06-30" },
];

const days = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"];
const leadTimes = [
  "SAME_DAY",
  "NEXT_DAY",
  "DAYS_2_TO_3",
  "DAYS_4_TO_7",
  "DAYS_8_TO_14",
  "DAYS_15_TO_30",
  "DAYS_31_OR_MORE",
];
const statuses = ["SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"];

/** The key fields of a local time, by group, in plain words. */
export function timeKeys(local: Temporal.PlainDateTime): Partial<Record<Group, unknown>> {
  const day = local.toPlainDate();
  return {
    DAY: day.toString(),
    WEEK: day.subtract({ days: day.dayOfWeek - 1 }).toString(),
    MONTH: `${day.toString().slice(0, 8)}01`,
    HOUR_OF_DAY: local.hour,
    WEEKDAY: days[local.dayOfWeek - 1],
  };
}

/** Some of the groups in any order, a group perhaps twice. */
export function someOf<G extends Group>(groups: readonly G[]): fc.Arbitrary<G[]> {
  return fc.array(fc.constantFrom(...groups), { maxLength: 4 });
}

/** A request for a report. */
export interface ReportRequest<G> {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  environment: Environment | null;
  groupBy: G[];
  /** Whether the costly columns are wanted too. */
  isDetailed: boolean;
}

/** The items of a report, and the expected values of each of its rows. */
export interface Recount<G extends Group, Item> {
  groups: readonly G[];
  items: readonly Item[];
  localOf(item: Item): Temporal.PlainDateTime;
  /** The item's environment; undefined if it belongs to any. */
  environmentOf(item: Item): Environment | undefined;
  /** The keys besides those of the time. */
  keysOf(item: Item): Partial<Record<Group, unknown>>;
  rowOf(items: readonly Item[], request: ReportRequest<G>): object;
  report(request: ReportRequest<G>): Promise<readonly object[]>;
  /** The most days from the first one to `day`, and in all. */
  reach?: { before: number; length: number };
  environments?: readonly (Environment | null)[];
}

/** Checks a report around a day against a recount of its items, under random requests. */
export async function expectRecount<G extends Group, Item>(
  day: string,
  { groups, items, localOf, environmentOf, keysOf, rowOf, report, ...more }: Recount<G, Item>,
): Promise<void> {
  const { reach = { before: 9, length: 9 }, environments = [null, "LIVE", "TEST"] } = more;
  const requests = fc.record({
    before: fc.integer({ min: -6, max: reach.before }),
    length: fc.nat(reach.length),
    environment: fc.constantFrom(...environments),
    groupBy: someOf(groups),
    isDetailed: fc.boolean(),
  });
  const property = fc.asyncProperty(requests, async ({ before, length, ...rest }) => {
    const from = Temporal.PlainDate.from(day).subtract({ days: before });
    const request = { ...rest, from, to: from.add({ days: length }) };
    const { environment, groupBy, to } = request;
    const chosen = items.filter((item) => {
      const date = localOf(item).toPlainDate();
      return Temporal.PlainDate.compare(date, from) >= 0 &&
        Temporal.PlainDate.compare(date, to) <= 0 &&
        (environment === null || (environmentOf(item) ?? environment) === environment);
    });
    const expected = regroup(chosen, groupBy, (item) => ({
      ...timeKeys(localOf(item)),
      ENVIRONMENT: environmentOf(item),
      ...keysOf(item),
    })).map(({ keys, items }) => Object.assign(rowOf(items, request), { keys }));
    const rows = await report(request);
    // Rows have their keys in fields of their own and further fields.
    expect(rows.map((row) => Object.assign({}, row, { keys: keysIn(row, groupBy) })))
      .toEqual(expected.map((row) => expect.objectContaining(row)));
  });
  await fc.assert(property, { numRuns: 20 });
}

/**
 * What a report has to say: the items of each group, groups in order. It counts one item after the other and
 * shares nothing with what it checks.
 */
export function regroup<Item>(
  items: readonly Item[],
  groupBy: readonly Group[],
  keysOf: (item: Item) => Partial<Record<Group, unknown>>,
): { keys: unknown[]; items: Item[] }[] {
  const groups = new Map<string, { keys: unknown[]; items: Item[] }>();
  if (groupBy.length === 0) groups.set("[]", { keys: [], items: [] });
  for (const item of items) {
    const keys = [...new Set(groupBy)].map((group) => keysOf(item)[group] ?? null);
    const name = JSON.stringify(keys);
    const found = groups.get(name) ?? { keys, items: [] };
    groups.set(name, found);
    found.items.push(item);
  }
  return [...groups.values()].sort((a, b) => {
    const i = a.keys.findIndex((key, at) => key !== b.keys[at]);
    return i === -1 ? 0 : compareKeys(a.keys[i], b.keys[i]);
  });
}

function compareKeys(a: unknown, b: unknown): number {
  if (a === null) return 1;
  if (b === null) return -1;
  for (const order of [days, statuses, leadTimes, ["LIVE", "TEST"]] as unknown[][]) {
    if (order.includes(a)) return order.indexOf(a) - order.indexOf(b);
  }
  return (a as string | number) < (b as string | number) ? -1 : 1;
}

const fields: Record<Group, string> = {
  DAY: "day",
  WEEK: "week",
  MONTH: "month",
  HOUR_OF_DAY: "hourOfDay",
  WEEKDAY: "weekday",
  DEPARTMENT: "departmentId",
  WORKER: "workerId",
  STATUS: "status",
  LEAD_TIME: "leadTime",
  ENVIRONMENT: "environment",
  API_KEY: "apiKeyId",
  ENDPOINT: "endpoint",
  WEBHOOK: "webhookId",
  EVENT_TYPE: "eventType",
  DESK: "desk",
};

/** The keys of a report's row in the order asked; throws where it has one that was not asked for. */
export function keysIn(row: object, groupBy: readonly Group[]): unknown[] {
  const values = row as Record<string, unknown>;
  for (const [group, field] of Object.entries(fields)) {
    if (values[field] !== null && !groupBy.includes(group as Group)) {
      throw new Error(`${field} is given without being asked for`);
    }
  }
  return [...new Set(groupBy)].map((group) => {
    const value = values[fields[group]];
    return value instanceof Temporal.PlainDate ? value.toString() : value;
  });
}

/** How many of some things are so. */
export function countIf<Item>(items: readonly Item[], isSo: (item: Item) => boolean): number {
  return items.filter(isSo).length;
}

/** The sum of a number of each. */
export function total<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/** The median of some numbers, sorted out plainly; null of none. */
export function plainMedian(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}

/** By nearest rank; null of none. */
export function plainPercentile(numbers: readonly number[], percent: number): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * percent / 100) - 1)] ?? null;
}
