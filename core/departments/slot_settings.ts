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

/** The settings of a department that the availability of its slots depends on. Plain JSON. */
export type SlotSettings = Pick<Department, (typeof names)[number]>;

/** Returns a copy of the settings that later changes of the department do not affect. */
export function slotSettingsOf(department: Department): SlotSettings {
  return structuredClone(
    Object.fromEntries(names.map((name) => [name, department[name]])),
  ) as SlotSettings;
}

/** Returns whether two settings are equal, so that no slot changes its availability. */
export function isSameSettings(one: SlotSettings, other: SlotSettings): boolean {
  return names.every((name) => sortedJson(one[name]) === sortedJson(other[name]));
}
