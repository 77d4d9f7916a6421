import { matchesSearch, parseSearch } from "../../../../core/search.ts";
import { minutesOf } from "../../api/time.ts";
import type { Appointment, DaySlot } from "../../api/types.ts";
import { graceMinutes, isOverdue, lateMinutes } from "../../desk/lateness.ts";

/** The status filter of the list. */
export type StatusFilter = "upcoming" | "here" | "finished" | "cancelled" | "all";

const filterOf: Record<Appointment["status"], StatusFilter> = {
  SCHEDULED: "upcoming",
  COMPLETED: "finished",
  MISSED: "finished",
  CANCELLED: "cancelled",
};

/** The filters of the list. */
export interface DayFilter {
  show: StatusFilter;
  search: string;
  /** The chosen slot and its department. */
  slot: { departmentId: number; slot: DaySlot } | null;
  /** The departments of this person; [] for all. */
  departmentIds: readonly number[];
  /** The local time if the day is today; null on other days. */
  now: string | null;
  /** Whether the rows before now are shown too. */
  isUnfolded: boolean;
  /** This appointment is never folded away. */
  selectedId: number | null;
  /** Those whose person is in the office: waiting, called or in service. */
  hereIds: ReadonlySet<number>;
  /** These stay among the upcoming ones, although they are not upcoming any more. */
  keptIds: ReadonlySet<number>;
}

/** What the list shows. */
export interface ShownDay {
  rows: readonly Appointment[];
  /** The rows that one line replaces: those that are long past. */
  folded: readonly Appointment[];
  counts: Record<StatusFilter, number>;
}

/**
 * Returns the rows in order. A search looks at all departments, so that it finds everyone; the status filter and its
 * counts apply to what it finds.
 */
export function shownOf(appointments: readonly Appointment[], filter: DayFilter): ShownDay {
  const { show, search, slot, departmentIds, now, isUnfolded, selectedId } = filter;
  const { hereIds, keptIds } = filter;
  const isHere = ({ id, status }: Appointment) => status === "SCHEDULED" && hereIds.has(id);
  const groupOf = (one: Appointment) => isHere(one) ? "here" : filterOf[one.status];
  const query = parseSearch(search);
  const isSearching = query !== null;
  const inScope = appointments.filter((one) =>
    query
      ? matchesSearch(one, query)
      : slot
      ? one.departmentId === slot.departmentId && isIn(slot.slot, one)
      : departmentIds.length === 0 || departmentIds.includes(one.departmentId)
  );
  const counts = { upcoming: 0, here: 0, finished: 0, cancelled: 0, all: inScope.length };
  for (const one of inScope) counts[groupOf(one)] += 1;
  const isWholeSlot = slot !== null && !isSearching;
  const rows = isWholeSlot || show === "all"
    ? inScope
    : inScope.filter((one) => groupOf(one) === show || show === "upcoming" && keptIds.has(one.id));
  if (isSearching || slot || now === null || isUnfolded || show !== "upcoming" && show !== "all") {
    return { rows, folded: [], counts };
  }
  const isPast = (one: Appointment) =>
    one.id !== selectedId && !isHere(one) && lateMinutes(one.dateTime, now) > graceMinutes;
  const folded = rows.filter(isPast);
  return {
    rows: rows.filter((one) => !isPast(one)),
    // The line about the upcoming ones counts those that are overdue.
    folded: show === "all" ? folded : folded.filter((one) => isOverdue(one, now)),
    counts,
  };
}

function isIn({ slotTime, endTime }: DaySlot, { dateTime }: Appointment): boolean {
  const minutes = minutesOf(dateTime);
  return minutesOf(slotTime) <= minutes && minutes < (minutesOf(endTime) || 1440);
}
