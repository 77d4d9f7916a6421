import {
  type Environment,
  fieldsOfGroups,
  type Group,
  type Groups,
  maxRows,
  noKeys,
  type RowKeys,
  weekdays,
} from "../../../core/ports.ts";
import type { Reading } from "./reading.ts";

/** The SQL expression of each group that a report supports. */
export type GroupExpressions<G extends Group> = Record<G, string>;

/** A row of a grouped statement: the requested keys, the sums, and the number of groups. */
export type GroupedRow<Sums> = Sums & Record<string, unknown> & { total: string };

/** The parts of a grouped statement. */
export interface GroupedParts<G extends Group> {
  groupBy: readonly G[];
  expressions: GroupExpressions<G>;
  /** Aggregates with their names. */
  sums: string;
  /** The FROM clause and the conditions. */
  from: string;
  having?: string;
}

/**
 * Returns a statement with one row for each group, or one row without groups. It returns at most one row more than a
 * report may have, so the caller sees that there are too many.
 */
export function groupedText<G extends Group>(
  { groupBy, expressions, sums, from, having }: GroupedParts<G>,
): string {
  const keys = groupBy.map((group) => `${expressions[group]} as "${fieldsOfGroups[group]}"`);
  const positions = groupBy.map((_, i) => i + 1);
  return `
    select ${[...keys, sums].join(", ")}, count(*) over () as total
    from ${from}
    group by ${positions.length === 0 ? "()" : positions.join(", ")}
    ${having === undefined ? "" : `having ${having}`}
    limit ${maxRows + 1}`;
}

/** Reads the groups of such a statement. */
export async function groupsIn<Sums, Row>(
  { rows }: Reading,
  { text, values }: { text: string; values: unknown[] },
  rowOf: (sums: GroupedRow<Sums>) => Row,
): Promise<Groups<Row & RowKeys>> {
  const found = await rows<GroupedRow<Sums>>({ text }, values);
  return {
    rows: found.map((row) => ({ ...rowOf(row), ...keysOf(row) })),
    total: Number(found[0]?.total ?? 0),
  };
}

const plainDates = ["day", "week", "month"] as const;

/** Parses a date of the database. `PlainDate.from` takes ten times as long, and a report has up to 10,000 rows. */
function dateOf(text: string): Temporal.PlainDate {
  const [year, month, day] = text.split("-").map(Number);
  return new Temporal.PlainDate(year!, month!, day!);
}

/** Returns the keys of a row. Keys that the report does not group by are null. */
function keysOf(row: Record<string, unknown>): RowKeys {
  const keys: Record<string, unknown> = { ...noKeys };
  for (const field of Object.keys(noKeys)) keys[field] = row[field] ?? null;
  for (const field of plainDates) {
    if (keys[field] !== null) keys[field] = dateOf(keys[field] as string);
  }
  if (keys["weekday"] !== null) keys["weekday"] = weekdays[Number(keys["weekday"]) - 1];
  return keys as unknown as RowKeys;
}

/** Collects the values of a statement. `valueOf` adds a value and returns its placeholder. */
export function numberedValues(...values: unknown[]) {
  return { values, valueOf: (value: unknown) => `$${values.push(value)}` };
}

/** Returns a condition for one environment, or nothing for both. */
export function isIn(environment: Environment | null, valueOf: (value: unknown) => string): string {
  return environment === null ? "" : `and environment = ${valueOf(environment)}`;
}

/** Reads the numbers of `string_agg(float4send(…), '')`. */
export function floatsFrom(bytes: Uint8Array | null): Float32Array {
  const floats = new Float32Array((bytes?.length ?? 0) / 4);
  if (!bytes) return floats;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < floats.length; i += 1) floats[i] = view.getFloat32(i * 4);
  return floats;
}
