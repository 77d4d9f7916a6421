import {
  type Environment,
  environments,
  type FiguresOf,
  type Group,
  type GroupOf,
  groupOf,
  type Groups,
  maxRows,
  noKeys,
  type ReportName,
  type ReportQuery,
  type SumOf,
  type TimeOf,
  weekdays,
} from "../../../core/ports.ts";
import type { Reading } from "./reading.ts";

/** Collects the values of a statement and returns the placeholder of each. */
export type ValueOf = (value: unknown) => string;

/** The parts of the statement of a report. `$1` is the id of the organization. */
export interface ReportParts<Name extends ReportName> {
  keys: Record<GroupOf<Name>, string>;
  /** An aggregate for each sum. */
  sums: Record<SumOf<Name>, string>;
  /** A `floatsOf` for each list of times. */
  times: Record<TimeOf<Name>, string>;
  /** The FROM clause and the conditions. */
  from: string;
  having?: string;
}

/** Makes the statement of a report. */
export type ReportStatement<Name extends ReportName> = (
  query: ReportQuery,
  valueOf: ValueOf,
) => ReportParts<Name>;

/**
 * Reads a report: one row for each group, or one row without groups. It reads at most one row more than a report may have,
 * so the caller sees that there are too many.
 */
export async function readGroups<Name extends ReportName>(
  reading: Reading,
  { organizationId, statement, query }: {
    organizationId: number;
    statement: ReportStatement<Name>;
    query: ReportQuery;
  },
): Promise<Groups<FiguresOf<Name>>> {
  const values: unknown[] = [organizationId];
  const parts = statement(query, (value) => `$${values.push(value)}`);
  const text = groupedText(query, parts);
  const times = Object.keys(parts.times);
  const sums = Object.keys(parts.sums);
  const found = await reading.rows<Record<string, unknown>>({ text }, values);
  const rows = found.map((row) => {
    const figures = keysOf(row);
    for (const sum of sums) figures[sum] = Number(row[sum]);
    for (const time of times) figures[time] = floatsFrom(row[time] as Uint8Array | null);
    return figures as FiguresOf<Name>;
  });
  return { rows, total: Number(found[0]?.["total"] ?? 0) };
}

function groupedText(
  { groupBy, withTimes }: ReportQuery,
  { keys, sums, times, from, having }: Omit<ReportParts<ReportName>, "keys"> & {
    keys: Partial<Record<Group, string>>;
  },
): string {
  const columns = [
    ...groupBy.map((group) => [groupOf(group).field, keys[group]]),
    ...Object.entries(sums),
    ...withTimes ? Object.entries(times) : [],
  ];
  const positions = groupBy.map((_, i) => i + 1);
  return `
    select ${columns.map(([name, text]) => `${text} as "${name}"`).join(", ")},
      count(*) over () as total
    from ${from}
    group by ${positions.length === 0 ? "()" : positions.join(", ")}
    ${having === undefined ? "" : `having ${having}`}
    limit ${maxRows + 1}`;
}

/**
 * Returns the aggregate that collects numbers of 4 bytes, in any order. Why not sort them or count them in buckets: it
 * takes the database several times as long.
 */
export function floatsOf(...numbers: [string, ...string[]]): string {
  const bytes = numbers.map((number) => `float4send((${number})::float4)`).join(" || ");
  return `string_agg(${bytes}, ''::bytea)`;
}

const plainDates = ["day", "week", "month"] as const;

/** Parses a date of the database. `PlainDate.from` takes ten times as long, and a report has up to 10,000 rows. */
function dateOf(text: string): Temporal.PlainDate {
  const [year, month, day] = text.split("-").map(Number);
  return new Temporal.PlainDate(year!, month!, day!);
}

/** Returns the keys of a row. Keys that the report does not group by are null. */
function keysOf(row: Record<string, unknown>): Record<string, unknown> {
  const keys: Record<string, unknown> = { ...noKeys };
  for (const field in noKeys) keys[field] = row[field] ?? null;
  for (const field of plainDates) {
    if (keys[field] !== null) keys[field] = dateOf(keys[field] as string);
  }
  if (keys["weekday"] !== null) keys["weekday"] = weekdays[Number(keys["weekday"]) - 1];
  return keys;
}

/** Returns a condition for one environment, or nothing for both. */
export function isIn(environment: Environment | null, valueOf: ValueOf): string {
  return environment === null ? "" : `and environment = ${valueOf(environment)}`;
}

/**
 * True in each environment. Some indexes have the environment before the time: without a condition on it, a time could
 * not be looked up.
 */
export const inEachEnvironment = `environment in (${
  environments.map((environment) => `'${environment}'`).join(", ")
})`;

/** Whole seconds between two times, rounded like `Math.round`: `round` of a float8 rounds a half to the even number. */
export function wholeSeconds(from: string, to: string): string {
  return `floor(date_part('epoch', ${to} - ${from}) + 0.5)`;
}

/** Reads the numbers of `floatsOf`. */
function floatsFrom(bytes: Uint8Array | null | undefined): Float32Array {
  const floats = new Float32Array((bytes?.length ?? 0) / 4);
  if (!bytes) return floats;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < floats.length; i += 1) floats[i] = view.getFloat32(i * 4);
  return floats;
}
