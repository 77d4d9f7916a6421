import type { Choice, Group } from "./choice.ts";
import type { Row } from "./query.ts";
import { type Key, keyOf, numberOf, timeKeys } from "./rows.ts";

/** A chart: the rows that agree in all groups but that of the axis. One of them has the chosen number. */
export interface Series {
  id: string;
  /** The keys of the other groups. */
  keys: readonly { group: Group; key: Key }[];
  points: readonly { key: Key; row: Row | undefined }[];
}

/** The charts of a report. */
export interface Charted {
  axis: Group;
  /** The highest number, so that all charts have the same scale; at least 0. */
  max: number;
  series: readonly Series[];
  /** The number of charts that are left out, and of names within a chart. The table has all of them. */
  hiddenSeries: number;
  hiddenPoints: number;
}

/** More charts than this are not compared by eye. */
const maxSeries = 6;
const maxNames = 12;
/** With more bars, a bar is thinner than a pixel. */
const maxTimes = 400;

/**
 * Divides the rows of a report into charts. The axis is the first group of times, or else the first group. Times without a
 * row have a gap. Names are sorted by the chosen number. Null if there is nothing to compare, or too much.
 */
export function chartsOf(choice: Choice, rows: readonly Row[]): Charted | null {
  const { groups, field } = choice;
  const axis = groups.find(({ isTime }) => isTime) ?? groups[0];
  if (!axis || rows.length === 0) return null;
  const others = groups.filter((group) => group !== axis);
  const times = axis.isTime ? timeKeys(axis, choice, rows) : null;
  if (times && times.length > maxTimes) return null;
  const found = [...Map.groupBy(rows, (row) => idOf(row, others, choice)).values()];
  const filled = found.filter((rows) => rows.some((row) => numberOf(row, field)));
  const shown = largest(filled, maxSeries, (rows) => volumeOf(choice, rows));
  const series = shown.map((rows) => ({
    id: idOf(rows[0]!, others, choice),
    keys: others.map((group) => ({ group, key: keyOf(rows[0]!, group, choice) })),
    points: times ? timePoints(times, rows) : namePoints(rows),
  }));
  return {
    axis,
    max: Math.max(0, ...rows.map((row) => numberOf(row, field) ?? 0)),
    series,
    hiddenSeries: filled.length - shown.length,
    hiddenPoints: times ? 0 : Math.max(0, ...shown.map((rows) => rows.length - maxNames)),
  };

  function timePoints(times: readonly Key[], rows: readonly Row[]): Series["points"] {
    const byKey = new Map(rows.map((row) => [keyOf(row, axis!, choice).id, row]));
    return times.map((key) => ({ key, row: byKey.get(key.id) }));
  }

  function namePoints(rows: readonly Row[]): Series["points"] {
    const top = axis!.keys ? rows : largest(rows, maxNames, (row) => numberOf(row, field) ?? -1);
    return top.map((row) => ({ key: keyOf(row, axis!, choice), row }));
  }
}

/** Returns the sum of the first number of a report, which is how much there is of everything else. */
function volumeOf({ report }: Choice, rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + (numberOf(row, report.fields[0]!) ?? 0), 0);
}

function largest<T>(all: readonly T[], count: number, sizeOf: (one: T) => number): T[] {
  return all.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, count);
}

function idOf(row: Row, groups: readonly Group[], choice: Choice): string {
  return JSON.stringify(groups.map((group) => keyOf(row, group, choice).id));
}
