import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDepartments } from "../../api/departments.ts";
import { readOf } from "../../api/hooks.ts";
import { useMovesUnderWay } from "../../desk/actions.ts";
import type { Appointment, DayView, Department, Environment } from "../../api/types.ts";
import { useSearchParams } from "wouter";

const pollMs = 5000;
/** Each department is a request every five seconds. */
const maxShown = 20;

/** A department with its slots and appointments of the day; undefined until they are read. */
export interface DepartmentDay {
  department: Department;
  day: DayView | undefined;
}

/** The day of the first departments that take bookings, read again every five seconds. */
export function useDay(date: string, environment: Environment) {
  const departments = useDepartments();
  const active = useMemo(
    () => (departments.data ?? []).filter(({ isActive }) => isActive),
    [departments.data],
  );
  const open = useMemo(() => active.slice(0, maxShown), [active]);
  const read = useQueries({
    queries: open.map(({ id }) => ({
      ...readOf("departments.day", { id, date, environment }),
      refetchInterval: pollMs,
      staleTime: pollMs,
    })),
    combine,
  });
  const days: DepartmentDay[] = useMemo(
    () => open.map((department, i) => ({ department, day: read.days[i] })),
    [open, read.days],
  );
  const asRead = useMemo(() => sortedByTime(read.days), [read.days]);
  const moves = useMovesUnderWay();
  const appointments = useMemo(() => moved(asRead, moves), [asRead, moves]);
  return {
    departments: departments.data,
    /** Departments that the page leaves out. */
    hiddenCount: active.length - open.length,
    days,
    appointments,
    isPending: departments.isPending || read.isPending,
    error: departments.error ?? read.error,
    /** Whether what is shown may be old: the last poll failed. */
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

/** The appointments as they will be once what is under way is done. */
function moved(
  appointments: Appointment[],
  moves: ReturnType<typeof useMovesUnderWay>,
): Appointment[] {
  if (moves.length === 0) return appointments;
  const statuses = new Map(moves.map(({ id, status }) => [id, status]));
  return appointments.map((one) => {
    const status = statuses.get(one.id);
    // The others stay the same ones, so that their rows are not drawn anew.
    return status === undefined ? one : { ...one, status };
  });
}

function sortedByTime(days: readonly (DayView | undefined)[]): Appointment[] {
  return days
    .flatMap((day) => day?.appointments ?? [])
    .sort((a, b) => a.dateTime < b.dateTime ? -1 : a.dateTime > b.dateTime ? 1 : a.id - b.id);
}

/** The day that is shown, as the address says it; today's stays today's at midnight. */
export function useDate(today: string): [string, (date: string) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = params.get("date");
  const date = wanted && /^\d{4}-\d\d-\d\d$/.test(wanted) ? wanted : today;
  return [date, (next) =>
    setParams((before) => {
      if (next === today) before.delete("date");
      else before.set("date", next);
      return before;
    }, { replace: true })];
}
