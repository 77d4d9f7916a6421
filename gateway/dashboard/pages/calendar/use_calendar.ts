import { useMemo } from "react";
import { useRead } from "../../api/hooks.ts";
import type { Calendar, Input } from "../../api/types.ts";
import { useMyDepartments } from "../../desk/department_filter.tsx";
import { useWithUnread } from "../../desk/unread.ts";
import { visitsByAppointment } from "../today/use_day.ts";
import { type CalendarView, type Column, columnsOf } from "./columns.ts";

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
  const { data } = read;
  const appointments = useWithUnread(data?.appointments);
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
