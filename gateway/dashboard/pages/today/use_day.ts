import { useMemo } from "react";
import { useSearchParams } from "wouter";
import { useDepartments } from "../../api/departments.ts";
import { useRead, useReadError } from "../../api/hooks.ts";
import { dateOf, isDate } from "../../api/time.ts";
import type { DeskDepartment, Environment, QueueView, Visit } from "../../api/types.ts";
import { useUnreadArrivals, useWithUnread } from "../../desk/unread.ts";

const noDepartments: readonly DeskDepartment[] = [];

/** Loads the day of all departments. It is read again when it changes. */
export function useDay(date: string, environment: Environment) {
  const departments = useDepartments();
  const read = useRead("desk.day", { date, environment });
  const queue = useRead("visits.queue", { environment });
  const { data } = read;
  const departmentsError = useReadError(departments);
  const readError = useReadError(read);
  const known = useWithUnread(data?.appointments);
  // One that was moved to another day leaves.
  const appointments = useMemo(
    () => known.filter(({ dateTime }) => dateOf(dateTime) === date),
    [known, date],
  );
  const visits = useMemo(() => visitsByAppointment(queue.data), [queue.data]);
  const arriving = useUnreadArrivals();
  return {
    /** The visits of the people who are in the office, by the id of their appointment. */
    visits,
    /** The ids of the appointments whose people are in the office. */
    hereIds: new Set([...visits.keys(), ...arriving]),
    /** Whether a department notes arrivals on this day. */
    hasQueue: queue.data?.date === date &&
      queue.data.departments.some(({ rules }) => rules.checkIn === "ARRIVE"),
    /** All departments with their settings. */
    settings: departments.data,
    /** The departments of the day: those that can be booked or hold appointments. */
    departments: data?.departments ?? noDepartments,
    /** The number of appointments that the day has and the page does not list. */
    unlistedCount: data ? data.totalAppointments - data.appointments.length : 0,
    appointments,
    isPending: departments.isPending || read.isPending || queue.isPending,
    error: departmentsError ?? (data ? null : readError),
    isRetrying: departments.isFetching || read.isFetching,
    retry() {
      void departments.refetch();
      void read.refetch();
    },
  };
}

/** Returns the visits of the people who are in the office, by the id of their appointment. */
export function visitsByAppointment(queue: QueueView | undefined): ReadonlyMap<number, Visit> {
  const lists = queue ? [queue.waiting, queue.called, queue.inService] : [];
  return new Map(
    lists.flat().flatMap((visit) =>
      visit.appointment ? [[visit.appointment.id, visit] as const] : []
    ),
  );
}

/**
 * Returns the date in the address, and a setter, which takes the date or a function of the date before. Without a date it
 * is today, and follows midnight.
 */
export function useDate(
  today: string,
): [string, (next: string | ((before: string) => string)) => void] {
  const [params, setParams] = useSearchParams();
  function dateIn(address: URLSearchParams): string {
    const text = address.get("date");
    return text && isDate(text) ? text : today;
  }
  return [dateIn(params), (next) =>
    setParams((before) => {
      const date = typeof next === "string" ? next : next(dateIn(before));
      if (date === today) before.delete("date");
      else before.set("date", date);
      return before;
    }, { replace: true })];
}
