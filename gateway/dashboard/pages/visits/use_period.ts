import { useSearchParams } from "wouter";
import { useTimeZone } from "../../api/session.tsx";
import { addDays, dateOf, isDate, useNow } from "../../api/time.ts";
import { useFilters } from "../../ui/hooks.ts";

export const periods = ["day", "week"] as const;
export type PeriodKind = (typeof periods)[number];

/** The period and the filter of the page. They are in the address, so a reload and a link keep them. */
export interface Period {
  kind: PeriodKind;
  /** The chosen date; a week is the one that contains it. */
  date: string;
  /** The date of today in the zone of the organization. */
  today: string;
  /** The first and the last day. */
  from: string;
  to: string;
  /** The id of the department, or empty for all. */
  department: string;
  /** The part of the address that cannot be read. */
  fault: "period" | "date" | "department" | null;
  set(changes: Record<string, string>): void;
  setDate(date: string): void;
}

/** Reads the period in the address. Without a date it is today, and follows midnight. */
export function usePeriod(): Period {
  const { get, set } = useFilters();
  const [params] = useSearchParams();
  const today = dateOf(useNow(useTimeZone()));
  const kind = params.get("period") ?? "day";
  const date = params.get("date") ?? today;
  const department = get("department");
  const fault = faultOf({ kind, date, department });
  return {
    kind: kind === "week" ? "week" : "day",
    date,
    today,
    ...fault === null && kind === "week" ? weekOf(date) : { from: date, to: date },
    department,
    fault,
    set,
    setDate: (next) => set({ date: next === today ? "" : next }),
  };
}

function faultOf(
  { kind, date, department }: { kind: string; date: string; department: string },
): Period["fault"] {
  if (!periods.some((one) => one === kind)) return "period";
  // The service compares with the week before, and has no date before the year 1.
  if (!isDate(date) || date < "0001-01-15" || date > "9999-12-24") return "date";
  return /^\d{0,9}$/.test(department) ? null : "department";
}

/** Returns the week of a date, from Monday. */
function weekOf(date: string): { from: string; to: string } {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const from = addDays(date, -weekday);
  return { from, to: addDays(from, 6) };
}
