import { minutesOf } from "../../api/time.ts";
import type { Column } from "./columns.ts";
import { bookingVerdict } from "./slots.ts";

/** What the arrow keys stop at in a column: its head, an appointment, or a free time. */
export type Stop =
  | { kind: "head"; minute: number }
  | { kind: "appointment"; id: number; minute: number }
  | { kind: "free"; minute: number };

/** A stop and its column. */
export interface Cursor {
  columnKey: string;
  stop: Stop;
}

/** Returns the stops of a column from top to bottom. Within a slot the appointments come before the free place. */
export function stopsOf(column: Column, now: string): Stop[] {
  const appointments = column.appointments.map(({ id, dateTime }): Stop => ({
    kind: "appointment",
    id,
    minute: minutesOf(dateTime),
  }));
  const free = (column.day.slots ?? [])
    .filter((slot) => bookingVerdict(column, slot, now).state !== "forbidden")
    .map(({ minute }): Stop => ({ kind: "free", minute }));
  const sorted = [...appointments, ...free].toSorted((a, b) => a.minute - b.minute);
  return [{ kind: "head", minute: -1 }, ...sorted];
}

/** Returns a text that identifies a stop within its column. */
export function keyOfStop(stop: Stop): string {
  return stop.kind === "appointment" ? `appointment-${stop.id}` : `${stop.kind}-${stop.minute}`;
}

/**
 * Returns where a cursor is now. An appointment is found in any column, because a move takes it to another one. If the
 * stop is gone, the nearest one of the column takes its place. Without a cursor it is the first stop from `now` on.
 */
export function placeOfCursor(
  columns: readonly Column[],
  cursor: Cursor | null,
  now: string,
): { index: number; stop: Stop } | undefined {
  const { stop } = cursor ?? {};
  if (stop?.kind === "appointment") {
    const index = columns.findIndex(({ appointments }) =>
      appointments.some(({ id }) => id === stop.id)
    );
    const appointment = columns[index]?.appointments.find(({ id }) => id === stop.id);
    if (appointment) return { index, stop: { ...stop, minute: minutesOf(appointment.dateTime) } };
  }
  const index = columns.findIndex(({ key }) => key === cursor?.columnKey);
  const column = columns[index];
  if (column && stop) return { index, stop: nearestStop(stopsOf(column, now), stop) };
  return columns.length === 0
    ? undefined
    : { index: firstIndex(columns, now), stop: firstStop(columns, now) };
}

function firstIndex(columns: readonly Column[], now: string): number {
  return Math.max(0, columns.findIndex(({ date }) => date === now.slice(0, 10)));
}

function firstStop(columns: readonly Column[], now: string): Stop {
  const column = columns[firstIndex(columns, now)]!;
  const stops = stopsOf(column, now);
  const isToday = column.date === now.slice(0, 10);
  const next = stops.find(({ kind, minute }) =>
    kind !== "head" && (!isToday || minute >= minutesOf(now))
  );
  return next ?? stops[0]!;
}

/** Returns the stop that is the same, or else the nearest one by time. */
function nearestStop(stops: readonly Stop[], wanted: Stop): Stop {
  const same = stops.find((one) => keyOfStop(one) === keyOfStop(wanted));
  if (same) return same;
  const distance = ({ minute }: Stop) => Math.abs(minute - wanted.minute);
  const times = stops.filter(({ kind }) => kind !== "head");
  return times.toSorted((a, b) => distance(a) - distance(b))[0] ?? stops[0]!;
}

/** Returns the stop that an arrow key leads to, and its column; undefined if there is none. */
export function nextStop(
  columns: readonly Column[],
  { index, stop }: { index: number; stop: Stop },
  { key, now }: { key: string; now: string },
): { index: number; stop: Stop } | undefined {
  const own = stopsOf(columns[index]!, now);
  const at = own.findIndex((one) => keyOfStop(one) === keyOfStop(stop));
  const vertical = { ArrowDown: own[at + 1], ArrowUp: own[at - 1], Home: own[0], End: own.at(-1) };
  if (key in vertical) {
    const next = vertical[key as keyof typeof vertical];
    return next && { index, stop: next };
  }
  const side = { ArrowRight: index + 1, ArrowLeft: index - 1 }[key];
  const column = side === undefined ? undefined : columns[side];
  return column && { index: side!, stop: nearestStop(stopsOf(column, now), stop) };
}

/** Returns the next or previous appointment of the column, or else of the columns after or before it. */
export function nextAppointment(
  columns: readonly Column[],
  place: { index: number; stop: Stop },
  { by, now }: { by: 1 | -1; now: string },
): { index: number; stop: Stop } | undefined {
  const key = by === 1 ? "ArrowDown" : "ArrowUp";
  for (
    let at = nextStop(columns, place, { key, now });
    at;
    at = nextStop(columns, at, { key, now })
  ) {
    if (at.stop.kind === "appointment") return at;
  }
  const index = place.index + by;
  const column = columns[index];
  if (!column) return undefined;
  const edge: Stop = { kind: "head", minute: by === 1 ? -1 : Infinity };
  const found = by === 1 ? column.appointments[0] : column.appointments.at(-1);
  if (!found) return nextAppointment(columns, { index, stop: edge }, { by, now });
  return { index, stop: { kind: "appointment", id: found.id, minute: minutesOf(found.dateTime) } };
}
