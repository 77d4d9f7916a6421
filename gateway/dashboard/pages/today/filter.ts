import { minutesOf } from "../../api/time.ts";
import type { Appointment, DaySlot } from "../../api/types.ts";
import type { SelectedSlot } from "./timeline.tsx";
import type { DepartmentDay } from "./use_day.ts";

/** The status filter of the list: to come, done, or all. */
export type StatusFilter = "open" | "done" | "all";

/** The filters of the list. */
export interface DayFilter {
  show: StatusFilter;
  search: string;
  slot: DaySlot | undefined;
  departmentId: number | undefined;
}

/** Returns the matching appointments in order. A search ignores the other filters, so that it finds everyone. */
export function filterAppointments(
  appointments: readonly Appointment[],
  { show, search, slot, departmentId }: DayFilter,
): Appointment[] {
  const query = plain(search.trim());
  return appointments.filter((one) => {
    if (query !== "") return matches(one, query);
    if (slot) return one.departmentId === departmentId && isIn(slot, one);
    if (show === "all") return true;
    return (one.status === "SCHEDULED") === (show === "open");
  });
}

/** Returns the current state of the selected slot. */
export function slotOf(
  days: readonly DepartmentDay[],
  selected: SelectedSlot | null,
): DaySlot | undefined {
  const day = days.find(({ department }) => department.id === selected?.departmentId)?.day;
  return day?.slots.find(({ slotTime }) => slotTime === selected?.slotTime);
}

function isIn({ slotTime, endTime }: DaySlot, { dateTime }: Appointment): boolean {
  const minutes = minutesOf(dateTime);
  return minutesOf(slotTime) <= minutes && minutes < (minutesOf(endTime) || 1440);
}

function matches({ name, phone, externalUserId = "" }: Appointment, query: string): boolean {
  const digits = query.replaceAll(/\D/g, "");
  return plain(name).includes(query) || plain(externalUserId).includes(query) ||
    digits.length >= 3 && phone.replaceAll(/\D/g, "").includes(digits);
}

/** Removes accents and case, so that `muller` finds `Müller`. */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ı", "i").toLowerCase();
}
