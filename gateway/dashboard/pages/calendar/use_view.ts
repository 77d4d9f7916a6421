import { useDepartments, useEnvironment } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { useSession, useTimeZone } from "../../api/session.tsx";
import { dateOf, mondayOf, useNow } from "../../api/time.ts";
import type { Department, Input, Worker } from "../../api/types.ts";
import { useMyDepartments } from "../../desk/department_filter.tsx";
import { lastDepartment } from "../../desk/last_department.ts";
import { useFilters } from "../../ui/hooks.ts";
import { useDate } from "../today/use_day.ts";
import type { CalendarView } from "./columns.ts";

const views: readonly CalendarView[] = ["workers", "departments", "week"];

/** What the address says about the calendar, and what is chosen without it. */
export function useView() {
  const { get, set } = useFilters();
  const [environment] = useEnvironment();
  const now = useNow(useTimeZone());
  const today = dateOf(now);
  const [date, setDate] = useDate(today);
  const view = views.find((one) => one === get("view")) ?? "workers";
  const departments = useDepartments();
  const workers = useRead("workers.list", {}, { isEnabled: view === "week" });
  const department = useChosenDepartment(departments.data, get("department"));
  const worker = chosenWorker(workers.data, get("worker"), department);
  return {
    view,
    date,
    setDate,
    /** The days from one page to the next. */
    step: view === "week" ? 7 as const : 1 as const,
    environment,
    now,
    today,
    departments,
    workers,
    department,
    /** The department to book in; that of the address while the departments are not loaded. */
    departmentId: department?.id ?? (Number(get("department")) || undefined),
    worker,
    showsCancelled: get("cancelled") === "yes",
    set,
    query: queryOf({ view, date, departmentId: department?.id, workerId: worker?.id, environment }),
  };
}

/** Returns the query of a view; undefined if there is nothing to show. */
function queryOf({ view, date, departmentId, workerId, environment }: {
  view: CalendarView;
  date: string;
  departmentId: number | undefined;
  workerId: number | undefined;
  environment: "LIVE" | "TEST";
}): Input<"desk.calendar"> | undefined {
  if (departmentId === undefined) return undefined;
  switch (view) {
    case "workers":
      return { from: date, environment, departmentId };
    case "departments":
      return { from: date, environment };
    case "week":
      return workerId === undefined
        ? undefined
        : { from: mondayOf(date), days: 7, environment, workerId };
  }
}

/** Returns the department of the address, or else one that the user works for. */
function useChosenDepartment(
  all: readonly Department[] | undefined,
  id: string,
): Department | undefined {
  const { user } = useSession();
  const [mine] = useMyDepartments();
  if (!all) return undefined;
  const find = (wanted: number | null | undefined) => all.find((one) => one.id === wanted);
  return find(Number(id)) ?? find(mine[0]) ?? find(lastDepartment(user.id)) ??
    all.find(({ isActive }) => isActive) ?? all[0];
}

function chosenWorker(
  all: readonly Worker[] | undefined,
  id: string,
  department: Department | undefined,
): Worker | undefined {
  const active = all?.filter(({ isActive }) => isActive);
  return all?.find((one) => one.id === Number(id)) ??
    active?.find(({ departmentId }) => departmentId === department?.id) ?? active?.[0];
}
