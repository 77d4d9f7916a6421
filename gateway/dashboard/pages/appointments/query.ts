import { addDays } from "../../api/time.ts";
import type { Environment, Input } from "../../api/types.ts";

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
const narrowing = ["search", "status", "department", "when"];

/** Which days are listed: those to come, those gone by, all, or certain dates. */
export type When = "" | "past" | "any" | "dates";

/** What the filters of the address ask for; what makes no sense there is left out. */
export function queryOf(
  get: Get,
  { environment, today }: { environment: Environment; today: string },
) {
  const when = get("when") as When;
  const dates = {
    "": { startDate: today, endDate: "" },
    past: { startDate: "", endDate: addDays(today, -1) },
    any: { startDate: "", endDate: "" },
    dates: { startDate: dateIn(get("from")), endDate: dateIn(get("to")) },
  }[when];
  const status = statuses.find((one) => one === get("status"));
  const query = {
    environment,
    page: wholeOf(get("page")) ?? 0,
    size: 25,
    sort: sorts.find((one) => one === get("sort")) ??
      (when === "" ? "dateTime,asc" as const : "dateTime,desc" as const),
    ...(status && { status }),
    ...given("search", get("search")),
    ...given("departmentId", wholeOf(get("department"))),
    ...given("startDate", dates?.startDate),
    ...given("endDate", dates?.endDate),
    ...(get("archived") === "yes" && { includeArchived: true }),
  };
  return query satisfies Input<"appointments.list">;
}

/** Whether anything is filtered out. */
export function isNarrowed(get: Get): boolean {
  return narrowing.some((name) => get(name) !== "");
}

function given<N extends string, V>(name: N, value: V): Partial<Record<N, NonNullable<V>>> {
  const isGiven = value !== undefined && value !== null && value !== "";
  return (isGiven ? { [name]: value } : {}) as Partial<Record<N, NonNullable<V>>>;
}

function wholeOf(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function dateIn(text: string): string | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}
