import { useRead } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { addDays, dateOf, nowIn } from "../../api/time.ts";
import { baseUrlOf, type QuickStart } from "./quick_start.ts";

/**
 * Returns a booking that works now: the first free time of the next days in the first department, and its name.
 * Departments that require a worker come last, because their bookings need one more field.
 */
export function useQuickStart(key: string): (QuickStart & { department: string }) | undefined {
  const today = dateOf(nowIn(useTimeZone()));
  const departments = useRead("departments.list", { size: 100 }, { staleMs: 60_000 }).data?.items;
  const department = departments
    ?.filter(({ isActive }) => isActive)
    .toSorted((a, b) => Number(a.showAdminsInBooking) - Number(b.showAdminsInBooking))[0];
  const id = department?.id ?? 0;
  const workers = useRead("workers.list", { departmentId: id }, {
    isEnabled: department?.showAdminsInBooking === true,
  }).data;
  const range = useRead("departments.range", {
    id,
    from: addDays(today, 1),
    to: addDays(today, 14),
  }, { isEnabled: department !== undefined, staleMs: 60_000 }).data;
  const slot = range?.days.flatMap(({ slots }) => slots)[0];
  const workerId = workers?.find(({ isActive }) => isActive)?.id;
  if (!department || !slot || (department.showAdminsInBooking && !workerId)) return undefined;
  return {
    baseUrl: baseUrlOf(location.origin),
    key,
    departmentId: department.id,
    dateTime: slot.slotTime,
    department: department.name,
    workerId,
  };
}
