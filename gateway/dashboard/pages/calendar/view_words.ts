import type { UseQueryResult } from "@tanstack/react-query";
import type { Column } from "./columns.ts";
import type { useView } from "./use_view.ts";
import { t } from "./texts.ts";

/** Returns the name of the board for screen readers. */
export function labelOf({ view, department, worker }: ReturnType<typeof useView>): string {
  switch (view) {
    case "workers":
      return t("board.workers", { department: department?.name ?? "" });
    case "departments":
      return t("board.departments");
    case "week":
      return t("board.week", { worker: worker?.name ?? "" });
  }
}

/** Returns the address that the title of a column opens: the week of a worker, or the day of a department by workers. */
export function pathOf(
  { date, department, worker }: Column,
  { view, today, environment }: ReturnType<typeof useView>,
): string {
  const params = new URLSearchParams();
  if (environment === "TEST") params.set("environment", environment);
  if (date !== today) params.set("date", date);
  if (view === "workers" && worker) {
    params.set("view", "week");
    params.set("worker", String(worker.id));
  } else params.set("department", String(department.id));
  return `/calendar?${params}`;
}

/** Returns the query that must be repeated before there is a calendar. */
export function failedOf(
  { departments, workers }: ReturnType<typeof useView>,
): UseQueryResult<unknown> | undefined {
  return [departments, workers].find(({ isError, data }) => isError && data === undefined);
}
