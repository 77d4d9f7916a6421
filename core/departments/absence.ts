import { z } from "zod";
import { inSchema, proseField, requiredOr } from "../input.ts";
import { dateField, minuteOf, timeField } from "./opening_hours.ts";
import { say } from "../messages.ts";
import { type GridSlot, slotAtMinute, type SlotGrid } from "./slot_grid.ts";

/** A range of dates (`YYYY-MM-DD`, both included) on which a worker takes no bookings. */
export interface Absence {
  from: string;
  to: string;
  /** `HH:mm`: on each of the dates, the worker is away from `starts` until `ends`. Both null: all day. */
  starts: string | null;
  ends: string | null;
  reason: string;
  /** Set if nobody entered it: the shifts of the worker leave it off duty. */
  isOffDuty?: true;
}

const startField = timeField(
  /^([01]\d|2[0-3]):[0-5]\d$/,
  say("mustBe", { what: "a time from 00:00 to 23:59" }),
);
const endField = timeField(
  /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/,
  say("mustBe", { what: "a time from 00:01 to 24:00" }),
);

/** The hours of an absence. Without them it is all day. */
export const absenceHours = {
  starts: startField.nullish().transform((time) => time ?? null),
  ends: endField.nullish().transform((time) => time ?? null),
};

/** The schema of an absence. Without `starts` and `ends` it is all day. */
export const absenceField = z
  .object(
    {
      from: dateField(),
      to: dateField(),
      ...absenceHours,
      reason: proseField(255, "Why").default(""),
    },
    { error: requiredOr("mustBe", { what: "an absence" }) },
  )
  .refine(({ from, to }) => from <= to, {
    path: ["to"],
    error: inSchema("endBeforeStart", { start: "from" }),
  })
  .refine(({ starts, ends }) => (starts === null) === (ends === null), {
    path: ["ends"],
    error: inSchema("absenceOneTime"),
  })
  .refine(({ starts, ends }) => starts === null || ends === null || starts < ends, {
    path: ["ends"],
    error: inSchema("absenceOrder"),
  });

/** Returns whether two absences are at the same times, whatever their reasons are. */
export function isSameAbsence(one: Absence, other: Absence): boolean {
  return one.from === other.from && one.to === other.to && one.starts === other.starts &&
    one.ends === other.ends;
}

/** An active worker, and the times at which the worker takes no bookings. */
export interface ActiveWorker {
  id: number;
  absences: readonly Absence[];
}

/**
 * Returns the ids of the workers who are present in the slot that contains a local time. An absence that overlaps a part of
 * the slot counts for the whole slot (core/departments/README.md 5).
 */
export function presentAt(
  workers: readonly ActiveWorker[],
  dateTime: Temporal.PlainDateTime,
  grid: SlotGrid,
): readonly number[] {
  if (workers.every(({ absences }) => absences.length === 0)) return workers.map(({ id }) => id);
  const slot = slotAtMinute(dateTime.hour * 60 + dateTime.minute, grid);
  const date = dateTime.toPlainDate().toString();
  const isIn = (absence: Absence) =>
    absence.from <= date && date <= absence.to && overlaps(absence, slot);
  return workers.filter(({ absences }) => !absences.some(isIn)).map(({ id }) => id);
}

/**
 * Makes a function that returns workers with their absences on the date of a time only. It looks at all absences once
 * for each date, so that many slots of the same dates cost little.
 */
export function createAbsencesOn(
  workers: readonly ActiveWorker[],
): (dateTime: Temporal.PlainDateTime) => readonly ActiveWorker[] {
  const known = new Map<string, readonly ActiveWorker[]>();
  return (dateTime) => {
    const date = dateTime.toPlainDate().toString();
    const isOnDate = ({ from, to }: Absence) => from <= date && date <= to;
    const onDate = known.get(date) ??
      workers.map(({ id, absences }) => ({ id, absences: absences.filter(isOnDate) }));
    known.set(date, onDate);
    return onDate;
  };
}

function overlaps({ starts, ends }: Absence, { minute, endMinute }: GridSlot): boolean {
  if (starts === null || ends === null) return true;
  return minuteOf(starts) < endMinute && minute < minuteOf(ends);
}
