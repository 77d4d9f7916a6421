import { judgeSlot, type SlotOccupancy, type SlotVerdict } from "./availability.ts";
import type { DepartmentWithWorkers, TakenTime } from "./departments.ts";
import { type Slot, slotKey, slotOf, slotsOfDate } from "./slot.ts";

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
  const occupancies = occupancyBySlot(taken, question);
  return dates.map((date) =>
    slotsOfDate(date, department).map((slot) => {
      const occupancy = occupancies.get(slotKey(department.id, slot)) ?? nothing;
      const verdict = judgeSlot({ ...question, dateTime: slot.start, occupancy });
      return { slot, occupancy, verdict };
    })
  );
}

function occupancyBySlot(
  taken: readonly TakenTime[],
  { department }: Pick<DaysQuestion, "department">,
): Map<string, SlotOccupancy> {
  const bySlot = Map.groupBy(
    taken,
    ({ dateTime }) => slotKey(department.id, slotOf(dateTime, department)),
  );
  return new Map(
    [...bySlot].map(([key, times]) => [key, {
      places: times.flatMap(({ places }) => places),
      workerIds: times.flatMap(({ workerIds }) => workerIds),
    }]),
  );
}
