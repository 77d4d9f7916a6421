import { Link } from "wouter";
import { useMay } from "../../api/session.tsx";
import { EmptyState } from "../../ui/states.tsx";
import type { useView } from "./use_view.ts";
import { t } from "./texts.ts";

/** Returns whether there is no department, or no worker whose week could be shown. */
export function isNothing(
  { departments, workers, view, query }: ReturnType<typeof useView>,
): boolean {
  if (query !== undefined || departments.data === undefined) return false;
  return view !== "week" || workers.data !== undefined || departments.data.length === 0;
}

/** What an organization without departments, or without workers, shows. */
export function Nothing({ view: { departments } }: { view: ReturnType<typeof useView> }) {
  const mayCreate = useMay("createDepartment");
  const what = departments.data?.length === 0 ? "department" : "worker";
  return (
    <EmptyState title={t(`empty.${what}`)}>
      <p>{t(what === "department" ? "empty.departmentText" : "empty.workerText")}</p>
      {mayCreate && (
        <Link className="button primary" href="/departments">{t("empty.toDepartments")}</Link>
      )}
    </EmptyState>
  );
}
