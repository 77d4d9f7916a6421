import type { UseQueryResult } from "@tanstack/react-query";
import { useRead, useReadError } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { addDays, dateOf, nowIn } from "../../api/time.ts";
import { baseUrlOf, type QuickStart } from "./quick_start.ts";

/** A booking that works now, or the place that it will take while its data are loaded. */
interface FirstBooking {
  booking: (QuickStart & { department: string }) | undefined;
  /** A booking of the same length, until the real one is known. */
  sketch: QuickStart | undefined;
  /** The read that failed, so that no booking is known, and its error. */
  failed: { read: UseQueryResult<unknown>; error: unknown } | undefined;
}

/**
 * Returns a booking that works now: the first free time of the next days in the first department, and its name.
 * Departments that require a worker come last, because their bookings need one more field.
 */
export function useQuickStart(key: string): FirstBooking {
  const today = dateOf(nowIn(useTimeZone()));
  const departments = useRead("departments.list", { size: 100 }, { staleMs: 60_000 });
  const department = departments.data?.items
    .filter(({ isActive }) => isActive)
    .toSorted((a, b) => Number(a.showAdminsInBooking) - Number(b.showAdminsInBooking))[0];
  const id = department?.id ?? 0;
  const workers = useRead("workers.list", { departmentId: id }, {
    isEnabled: department?.showAdminsInBooking === true,
  });
  const range = useRead("departments.range", {
    id,
    from: addDays(today, 1),
    to: addDays(today, 14),
  }, { isEnabled: department !== undefined, staleMs: 60_000 });
  const reads: { read: UseQueryResult<unknown>; error: unknown }[] = [
    { read: departments, error: useReadError(departments) },
    { read: workers, error: useReadError(workers) },
    { read: range, error: useReadError(range) },
  ];
  const slot = range.data?.days.flatMap(({ slots }) => slots)[0];
  const workerId = workers.data?.find(({ isActive }) => isActive)?.id;
  const baseUrl = baseUrlOf(location.origin);
  if (!department || !slot || (department.showAdminsInBooking && !workerId)) {
    const isLoading = reads.some(({ read }) => read.isLoading);
    const sketch = { baseUrl, key, departmentId: 1, dateTime: `${today}T00:00:00` };
    return {
      booking: undefined,
      sketch: isLoading ? sketch : undefined,
      failed: reads.find(({ error }) => error !== null),
    };
  }
  const { slotTime: dateTime } = slot;
  const booking = { baseUrl, key, departmentId: department.id, dateTime, workerId };
  return {
    booking: { ...booking, department: department.name },
    sketch: undefined,
    failed: undefined,
  };
}
