import {
  type Environment,
  fieldsOfGroups,
  type Group,
  type Groups,
  maxRows,
  noKeys,
  type RowKeys,
  weekdays,
} from "../../../core/mod.ts";
import type { Reading } from "./reading.ts";

/** The expression by which a statement groups, for each of the groups that it knows. */
export type GroupExpressions<G extends Group> = Record<G, string>;

/** A row as the database gives it: the keys asked for, and how many groups there are. */
export type GroupedRow<Sums> = Sums & Record<string, unknown> & { total: string };

/** The parts of a statement that gives a row for each group. */
export interface GroupedParts<G extends Group> {
  groupBy: readonly G[];
  expressions: GroupExpressions<G>;
  /** Aggregates with their names. */
  sums: string;
  /** What follows `from`. */
  from: string;
  having?: string;
}

/**
 * The text of a statement that gives a row for each group; without groups, one row. Of more rows than a report
 * may have only one is given beyond them: what is not asked for by anybody is not sent.
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

/** The groups that such a statement finds. */
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

/** A date in the database's own words; `PlainDate.from` takes ten times as long, and there are 10,000 rows. */
function dateOf(text: string): Temporal.PlainDate {
  const [year, month, day] = text.split("-").map(Number);
  return new Temporal.PlainDate(year!, month!, day!);
}

/** The keys of a row; those that it does not have are null. */
function keysOf(row: Record<string, unknown>): RowKeys {
  const keys: Record<string, unknown> = { ...noKeys };
  for (const field of Object.keys(noKeys)) keys[field] = row[field] ?? null;
  for (const field of plainDates) {
    if (keys[field] !== null) keys[field] = dateOf(keys[field] as string);
  }
  if (keys["weekday"] !== null) keys["weekday"] = weekdays[Number(keys["weekday"]) - 1];
  return keys as unknown as RowKeys;
}

/** Numbers the values of a statement as they are put into its text. */
export function numberedValues(...values: unknown[]) {
  return { values, valueOf: (value: unknown) => `$${values.push(value)}` };
}

/** A condition that holds for an environment, or for both. */
export function isIn(environment: Environment | null, valueOf: (value: unknown) => string): string {
  return environment === null ? "" : `and environment = ${valueOf(environment)}`;
}

/** Numbers that `string_agg(float4send(…), '')` has put into one value. */
export function floatsFrom(bytes: Uint8Array | null): Float32Array {
  const floats = new Float32Array((bytes?.length ?? 0) / 4);
  if (!bytes) return floats;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < floats.length; i += 1) floats[i] = view.getFloat32(i * 4);
  return floats;
}
