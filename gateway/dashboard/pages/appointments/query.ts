import { addDays, isDate } from "../../api/time.ts";
import type { Environment, Input } from "../../api/types.ts";
import { locale } from "../../messages/language.ts";
import { findDate } from "../../ui/find_date.ts";

type Get = (name: string) => string;

const statuses = ["SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"] as const;
const sorts = [
  "dateTime,asc",
  "dateTime,desc",
  "name,asc",
  "name,desc",
  "createdAt,asc",
  "createdAt,desc",
  "status,asc",
  "status,desc",
] as const;
const filterNames = ["search", "status", "department", "worker", "when"];

/** The days of the list: from today (""), past, all, or a range of dates. */
export type When = "" | "past" | "any" | "dates";

/**
 * Returns the query that the filters in the address mean. Invalid filters are ignored. A date in the search text
 * replaces the days of the filter.
 */
export function queryOf(
  get: Get,
  { environment, today }: { environment: Environment; today: string },
) {
  const found = findDate(get("search"), { today, locale });
  const when = (found ? "dates" : get("when")) as When;
  const dates = found ? { startDate: found.date, endDate: found.date } : {
    "": { startDate: today, endDate: "" },
    past: { startDate: "", endDate: addDays(today, -1) },
    any: { startDate: "", endDate: "" },
    dates: { startDate: dateOrNothing(get("from")), endDate: dateOrNothing(get("to")) },
  }[when];
  const status = statuses.find((one) => one === get("status"));
  const query = {
    environment,
    page: wholeNumber(get("page")) ?? 0,
    size: 25,
    sort: sorts.find((one) => one === get("sort")) ??
      (when === "" ? "dateTime,asc" as const : "dateTime,desc" as const),
    ...(status && { status }),
    ...optional("search", found ? found.rest : get("search")),
    ...optional("workerId", wholeNumber(get("worker"))),
    ...optional("departmentId", wholeNumber(get("department"))),
    ...optional("startDate", dates?.startDate),
    ...optional("endDate", dates?.endDate),
    ...(get("archived") === "yes" && { includeArchived: true }),
  };
  return query satisfies Input<"appointments.list">;
}

/** Returns the address of the CSV of everything that the filters find. */
export function csvOf(
  { page: _page, size: _size, ...filters }: ReturnType<typeof queryOf>,
): string {
  const query = new URLSearchParams(
    Object.entries(filters).map(([name, value]) => [name, String(value)]),
  );
  return `/api/staff/appointments/export/csv?${query}`;
}

/** Returns whether any filter is set. */
export function hasFilters(get: Get): boolean {
  return filterNames.some((name) => get(name) !== "");
}

function optional<N extends string, V>(name: N, value: V): Partial<Record<N, NonNullable<V>>> {
  const isGiven = value !== undefined && value !== null && value !== "";
  return (isGiven ? { [name]: value } : {}) as Partial<Record<N, NonNullable<V>>>;
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function dateOrNothing(text: string): string | undefined {
  return isDate(text) ? text : undefined;
}
