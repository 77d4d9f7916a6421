import type { Absence, ActiveWorker } from "../departments/absence.ts";
import { minuteOf } from "../departments/opening_hours.ts";
import type { Pace } from "../heavy_work.ts";
import type { Calendar, Minutes } from "./calendar.ts";

/** For each absent worker of a day, the minutes of the absences. */
export type AbsentMinutes = readonly (readonly Minutes[])[];

/** Returns the absences of workers by day, for the days of a period that have some. */
export async function absencesByDay(
  workers: readonly ActiveWorker[],
  { daysOf }: Pick<Calendar, "daysOf">,
  pace: Pick<Pace, "isDue" | "pause">,
): Promise<Map<number, AbsentMinutes>> {
  const byDay = new Map<number, Map<number, Minutes[]>>();
  for (const { id, absences } of workers) {
    for (const absence of absences) {
      const minutes = minutesOf(absence);
      const { first, last } = daysOf(absence);
      for (let day = first; day <= last; day += 1) {
        const absent = byDay.get(day) ?? new Map<number, Minutes[]>();
        byDay.set(day, absent.set(id, [...absent.get(id) ?? [], minutes]));
      }
      // A worker can have many long absences.
      if (pace.isDue()) await pace.pause();
    }
  }
  return new Map([...byDay].map(([day, absent]) => [day, [...absent.values()]]));
}

function minutesOf({ starts, ends }: Absence): Minutes {
  if (starts === null || ends === null) return { start: 0, stop: 1440 };
  return { start: minuteOf(starts), stop: minuteOf(ends) };
}
