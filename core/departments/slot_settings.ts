import { sortedJson } from "../sorted_json.ts";
import type { Department } from "./department.ts";

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
