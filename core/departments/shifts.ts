import { z } from "zod";
import { idField, inSchema } from "../input.ts";
import { say } from "../messages.ts";
import type { Absence } from "./absence.ts";
import { timeField } from "./opening_hours.ts";

/** A time of work of a person in the department of one of the person's workers. */
export interface Shift {
  workerId: number;
  /** `HH:mm`, from 00:00. */
  starts: string;
  /** `HH:mm`, until 24:00. */
  ends: string;
}

/** The hours of one worker on planned dates (`YYYY-MM-DD`). An empty list is a day off. */
export type ShiftPlan = Readonly<Record<string, readonly Omit<Shift, "workerId">[]>>;

/** The maximum number of shifts of a person on a date. */
const maxShifts = 6;
const [firstDate, lastDate] = ["0001-01-01", "9999-12-31"];

const shiftField = z
  .object({
    workerId: idField("The worker whose department the shift is in"),
    starts: timeField(
      /^([01]\d|2[0-3]):[0-5]\d$/,
      say("mustBe", { what: "a time from 00:00 to 23:59" }),
    ),
    ends: timeField(
      /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/,
      say("mustBe", { what: "a time from 00:01 to 24:00" }),
    ),
  })
  .refine(({ starts, ends }) => starts < ends, { path: ["ends"], error: inSchema("shiftOrder") });

/** The schema of the shifts of a date. They are sorted, and must not overlap: a person is in one place at a time. */
export const shiftsField = z
  .array(shiftField)
  .max(maxShifts, inSchema("tooManyShifts", { max: maxShifts }))
  .transform((shifts) => shifts.toSorted((a, b) => a.starts < b.starts ? -1 : 1))
  .refine(
    (shifts) => shifts.every(({ starts }, i) => i === 0 || shifts[i - 1]!.ends <= starts),
    inSchema("shiftsOverlap"),
  );

/**
 * Returns the times at which a plan leaves a worker off duty, in the order of their dates. On a date without a plan, the
 * worker works in the hours of the department; if `isElsewhere`, then only on planned dates.
 */
export function offDutyTimes(
  plan: ShiftPlan,
  { isElsewhere }: { isElsewhere: boolean },
): Absence[] {
  const times: Absence[] = [];
  let next = firstDate;
  for (const date of Object.keys(plan).toSorted()) {
    if (isElsewhere && next < date) addDays(times, next, plusDays(date, -1));
    const gaps = gapsBetween(plan[date]!);
    const [only] = gaps;
    const isDayOff = only?.starts === "00:00" && only.ends === "24:00";
    if (isDayOff) addDays(times, date, date);
    else {
      times.push(
        ...gaps.map(({ starts, ends }) => ({
          from: date,
          to: date,
          starts,
          ends,
          reason: "",
          isOffDuty: true as const,
        })),
      );
    }
    next = plusDays(date, 1);
  }
  if (isElsewhere) addDays(times, next, lastDate);
  return times;
}

/** Adds whole days, to those before them if they follow one another. */
function addDays(times: Absence[], from: string, to: string): void {
  const last = times.at(-1);
  const continues = last && last.starts === null && plusDays(last.to, 1) === from;
  if (continues) last.to = to;
  else times.push({ from, to, starts: null, ends: null, reason: "", isOffDuty: true });
}

function gapsBetween(shifts: ShiftPlan[string]): { starts: string; ends: string }[] {
  const gaps: { starts: string; ends: string }[] = [];
  let at = "00:00";
  for (const { starts, ends } of shifts) {
    if (at < starts) gaps.push({ starts: at, ends: starts });
    at = ends;
  }
  if (at < "24:00") gaps.push({ starts: at, ends: "24:00" });
  return gaps;
}

function plusDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}
