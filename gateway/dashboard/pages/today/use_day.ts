import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDepartments } from "../../api/departments.ts";
import { readOptions } from "../../api/hooks.ts";
import { usePendingMoves } from "../../desk/actions.ts";
import type { Appointment, DayView, Department, Environment } from "../../api/types.ts";
import { useSearchParams } from "wouter";

const pollMs = 5000;
/** Limits the load: each department is one request every five seconds. */
const maxShown = 20;

/** A department with its slots and appointments of the day. `day` is undefined until it is loaded. */
export interface DepartmentDay {
  department: Department;
  day: DayView | undefined;
}

/** Loads the day of the first 20 active departments, and polls it every five seconds. */
export function useDay(date: string, environment: Environment) {
  const departments = useDepartments();
  const active = useMemo(
    () => (departments.data ?? []).filter(({ isActive }) => isActive),
    [departments.data],
  );
  const open = useMemo(() => active.slice(0, maxShown), [active]);
  const read = useQueries({
    queries: open.map(({ id }) => ({
      ...readOptions("departments.day", { id, date, environment }),
      refetchInterval: pollMs,
      staleTime: pollMs,
    })),
    combine,
  });
  const days: DepartmentDay[] = useMemo(
    () => open.map((department, i) => ({ department, day: read.days[i] })),
    [open, read.days],
  );
  const loaded = useMemo(() => sortedByTime(read.days), [read.days]);
  const moves = usePendingMoves();
  const appointments = useMemo(() => withPendingMoves(loaded, moves), [loaded, moves]);
  return {
    departments: departments.data,
    /** The number of active departments that the page does not show. */
    hiddenCount: active.length - open.length,
    /** The number of appointments that the day has and the page does not list. */
    unlistedCount: read.days.reduce(
      (sum, day) => sum + (day ? day.totalAppointments - day.appointments.length : 0),
      0,
    ),
    days,
    appointments,
    isPending: departments.isPending || read.isPending,
    error: departments.error ?? read.error,
    /** Whether the last poll failed, so that the data may be out of date. */
    isStale: read.isStale,
    retry() {
      void departments.refetch();
      read.refetch();
    },
  };
}

interface Result {
  data: DayView | undefined;
  error: unknown;
  isPending: boolean;
  isRefetchError: boolean;
  refetch(): unknown;
}

function combine(results: readonly Result[]) {
  return {
    days: results.map(({ data }) => data),
    isPending: results.some(({ isPending }) => isPending),
    error: results.find(({ data, error }) => error && !data)?.error ?? null,
    isStale: results.some(({ isRefetchError }) => isRefetchError),
    refetch: () => results.forEach((result) => void result.refetch()),
  };
}

/** Returns the appointments with the outcomes of the pending status changes. */
function withPendingMoves(
  appointments: Appointment[],
  moves: ReturnType<typeof usePendingMoves>,
): Appointment[] {
  if (moves.length === 0) return appointments;
  const statuses = new Map(moves.map(({ id, status }) => [id, status]));
  return appointments.map((one) => {
    const status = statuses.get(one.id);
    // The others stay the same objects, so that their rows do not render again.
    return status === undefined ? one : { ...one, status };
  });
}

function sortedByTime(days: readonly (DayView | undefined)[]): Appointment[] {
  return days
    .flatMap((day) => day?.appointments ?? [])
    .sort((a, b) => a.dateTime < b.dateTime ? -1 : a.dateTime > b.dateTime ? 1 : a.id - b.id);
}

/** Returns the date in the address, and a setter. Without a date it is today, and follows midnight. */
export function useDate(today: string): [string, (date: string) => void] {
  const [params, setParams] = useSearchParams();
  const text = params.get("date");
  const date = text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : today;
  return [date, (next) =>
    setParams((before) => {
      if (next === today) before.delete("date");
      else before.set("date", next);
      return before;
    }, { replace: true })];
}
