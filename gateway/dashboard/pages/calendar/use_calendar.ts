import { useMemo } from "react";
import { useRead } from "../../api/hooks.ts";
import type { Appointment, Calendar, Input } from "../../api/types.ts";
import { usePendingMoves } from "../../desk/actions.ts";
import { useMyDepartments } from "../../desk/department_filter.tsx";
import { visitsByAppointment } from "../today/use_day.ts";
import { type CalendarView, type Column, columnsOf } from "./columns.ts";
import { type PendingPlace, usePendingPlaces } from "./use_move.ts";

const noColumns: readonly Column[] = [];

/** Loads the calendar. It is read again when it changes. */
export function useCalendar(
  query: Input<"desk.calendar"> | undefined,
  { view, showsCancelled, today }: { view: CalendarView; showsCancelled: boolean; today: string },
) {
  const input = query ?? { from: today };
  const read = useRead("desk.calendar", input, { isEnabled: query !== undefined });
  const { environment = "LIVE" } = input;
  const queue = useRead("visits.queue", { environment: environment ?? "LIVE" });
  const visits = useMemo(() => visitsByAppointment(queue.data), [queue.data]);
  const places = usePendingPlaces();
  const statuses = usePendingMoves();
  const { data } = read;
  const appointments = useMemo(
    () => withPending(data?.appointments ?? [], places, statuses),
    [data, places, statuses],
  );
  const [myIds] = useMyDepartments();
  const columns = useMemo(() => {
    if (!data) return noColumns;
    const shown = showsCancelled
      ? appointments
      : appointments.filter(({ status }) => status !== "CANCELLED");
    return columnsOf(ofMine(data, view, myIds), { view, appointments: shown });
  }, [data, view, appointments, showsCancelled, myIds]);
  return { read, columns, appointments, visits };
}

/** Leaves out the columns of departments that the user does not work for, unless that leaves none. */
function ofMine(calendar: Calendar, view: CalendarView, myIds: readonly number[]): Calendar {
  if (view !== "departments") return calendar;
  const departments = calendar.departments.filter(({ id }) => myIds.includes(id));
  return departments.length === 0 ? calendar : { ...calendar, departments };
}

/** Returns the appointments by time, each where and as a pending change puts it. */
function withPending(
  appointments: readonly Appointment[],
  places: readonly PendingPlace[],
  statuses: ReturnType<typeof usePendingMoves>,
): readonly Appointment[] {
  if (places.length === 0 && statuses.length === 0) return appointments;
  const placeOf = new Map(places.map((one) => [one.id, one]));
  const statusOf = new Map(statuses.map((one) => [one.id, one.status]));
  return appointments.map((one) => {
    const place = placeOf.get(one.id);
    const status = statusOf.get(one.id);
    return place || status ? { ...one, ...place, ...(status && { status }) } : one;
  }).toSorted((a, b) => a.dateTime < b.dateTime ? -1 : a.dateTime > b.dateTime ? 1 : a.id - b.id);
}
