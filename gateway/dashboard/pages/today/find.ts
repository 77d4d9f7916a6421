import { minutesOf } from "../../api/time.ts";
import type { Appointment, DaySlot } from "../../api/types.ts";
import type { ChosenSlot } from "./timeline.tsx";
import type { DepartmentDay } from "./use_day.ts";

/** Which part of the day is listed. */
export type Show = "open" | "done" | "all";

/** What the list is narrowed down to. */
export interface Narrowing {
  show: Show;
  search: string;
  slot: DaySlot | undefined;
  departmentId: number | undefined;
}

/** The appointments that are meant, in their order. A search looks everywhere: nobody is hidden from it. */
export function find(
  appointments: readonly Appointment[],
  { show, search, slot, departmentId }: Narrowing,
): Appointment[] {
  const wanted = plain(search.trim());
  return appointments.filter((one) => {
    if (wanted !== "") return matches(one, wanted);
    if (slot) return one.departmentId === departmentId && isIn(slot, one);
    if (show === "all") return true;
    return (one.status === "SCHEDULED") === (show === "open");
  });
}

/** The slot that was chosen, as it is now. */
export function slotOf(
  days: readonly DepartmentDay[],
  chosen: ChosenSlot | null,
): DaySlot | undefined {
  const day = days.find(({ department }) => department.id === chosen?.departmentId)?.day;
  return day?.slots.find(({ slotTime }) => slotTime === chosen?.slotTime);
}

function isIn({ slotTime, endTime }: DaySlot, { dateTime }: Appointment): boolean {
  const minutes = minutesOf(dateTime);
  return minutesOf(slotTime) <= minutes && minutes < (minutesOf(endTime) || 1440);
}

function matches({ name, phone, externalUserId = "" }: Appointment, wanted: string): boolean {
  const digits = wanted.replaceAll(/\D/g, "");
  return plain(name).includes(wanted) || plain(externalUserId).includes(wanted) ||
    digits.length >= 3 && phone.replaceAll(/\D/g, "").includes(digits);
}

/** Without accents and case: `Müller` is found by `muller`. */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ı", "i").toLowerCase();
}
