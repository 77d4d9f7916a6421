import { sortedJson } from "../sorted_json.ts";
import { type NewEvent, slotEvent, type Subscription } from "../webhooks/events.ts";
import { isSameVerdict, judgeSlot, type SlotOccupancy } from "./availability.ts";
import type { Department } from "./department.ts";
import type { Slot } from "./slot.ts";

const names = [
  "slotCapacity",
  "slotInterval",
  "slotOffset",
  "openingHours",
  "closures",
  "bookingWindow",
  "showAdminsInBooking",
  "isActive",
] as const satisfies readonly (keyof Department)[];

/** The settings of a department by which its slots are judged; plain JSON. */
export type SlotSettings = Pick<Department, (typeof names)[number]>;

/** The settings as they are now, whatever becomes of the department. */
export function slotSettingsOf(department: Department): SlotSettings {
  return structuredClone(
    Object.fromEntries(names.map((name) => [name, department[name]])),
  ) as SlotSettings;
}

/** Whether slots may be judged differently by the one and by the other. */
export function isSameSettings(one: SlotSettings, other: SlotSettings): boolean {
  return names.every((name) => sortedJson(one[name]) === sortedJson(other[name]));
}

/** A slot of the grid of now, with what is taken in it and in the slot that held its start before. */
export interface SlotOfBoth {
  slot: Slot;
  occupancy: SlotOccupancy;
  occupancyBefore: SlotOccupancy;
}

/**
 * What changed settings are told by (decisions 8): an event for each slot whose start is judged differently
 * by the settings of before and by those of now.
 */
export function eventsOfSettings(
  context: {
    department: Department;
    before: SlotSettings;
    timeZone: string;
    now: Temporal.Instant;
    activeWorkerIds: readonly number[];
    subscriptions: readonly Subscription[];
  },
  slots: readonly SlotOfBoth[],
): NewEvent[] {
  const { department } = context;
  const departmentBefore = { ...department, ...context.before };
  return slots.flatMap(({ slot, occupancy, occupancyBefore }) => {
    const question = { ...context, dateTime: slot.start };
    const verdict = judgeSlot({ ...question, occupancy });
    const verdictBefore = judgeSlot({
      ...question,
      department: departmentBefore,
      occupancy: occupancyBefore,
    });
    if (isSameVerdict(verdict, verdictBefore)) return [];
    return slotEvent({ ...verdict, departmentId: department.id, slotTime: slot.start }, context);
  });
}
