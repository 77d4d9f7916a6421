import { judgeSlot, type SlotOccupancy, type SlotVerdict } from "./availability.ts";
import type { DepartmentWithWorkers, TakenTime } from "./departments.ts";
import { type Slot, type SlotGrid, slotOf, slotsOfDate } from "./slot.ts";

/** All that the slots of some days are judged on. */
export interface DaysQuestion extends DepartmentWithWorkers {
  timeZone: string;
  now: Temporal.Instant;
  /** Of those days, in any order. */
  taken: readonly TakenTime[];
}

/** A slot with what is taken in it and what availability says at its start. */
export interface JudgedSlot {
  slot: Slot;
  occupancy: SlotOccupancy;
  verdict: SlotVerdict;
}

const nothing: SlotOccupancy = { places: [], workerIds: [] };

/**
 * Every slot of each date by the department's grid of now, judged at its start by the ONE rule (decisions 3).
 * Pure.
 */
export function judgeDays(
  dates: readonly Temporal.PlainDate[],
  { taken, ...question }: DaysQuestion,
): JudgedSlot[][] {
  const { department } = question;
  const byDate = Map.groupBy(taken, ({ dateTime }) => dateTime.toPlainDate().toString());
  return dates.map((date) => {
    const occupancies = occupancyBySlot(byDate.get(date.toString()) ?? [], department);
    return slotsOfDate(date, department).map((slot) => {
      const occupancy = occupancies.get(minuteOf(slot)) ?? nothing;
      const verdict = judgeSlot({ ...question, dateTime: slot.start, occupancy });
      return { slot, occupancy, verdict };
    });
  });
}

/** Of one date, by the minute at which a slot starts. */
function occupancyBySlot(
  taken: readonly TakenTime[],
  grid: SlotGrid,
): Map<number, SlotOccupancy> {
  const bySlot = Map.groupBy(taken, ({ dateTime }) => minuteOf(slotOf(dateTime, grid)));
  return new Map(
    [...bySlot].map(([minute, times]) => [minute, {
      places: times.flatMap(({ places }) => places),
      workerIds: times.flatMap(({ workerIds }) => workerIds),
    }]),
  );
}

function minuteOf({ start }: Slot): number {
  return start.hour * 60 + start.minute;
}
