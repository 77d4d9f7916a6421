import { openDeskDialog } from "../../desk/desk_dialog.ts";
import { DepartmentFilter } from "../../desk/department_filter.tsx";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/choices.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Select } from "../../ui/select.tsx";
import type { CalendarView, Column } from "./columns.ts";
import type { useView } from "./use_view.ts";
import { t } from "./texts.ts";

/** The choice of the view, and of the department or worker that it is about. */
export function Tools({ view, columns }: {
  view: ReturnType<typeof useView>;
  columns: readonly Column[];
}) {
  const departments = view.departments.data ?? [];
  const workers = (view.workers.data ?? []).filter(({ id, isActive }) =>
    isActive || id === view.worker?.id
  );
  const departmentName = new Map(departments.map(({ id, name }) => [id, name]));
  const shown = view.view === "week" && view.worker ? { worker: view.worker } : {};
  return (
    <div className="row apart board-tools">
      <Segments<CalendarView>
        label={t("tools.label")}
        options={[
          { value: "workers", label: t("tools.workers") },
          { value: "departments", label: t("tools.departments") },
          { value: "week", label: t("tools.week") },
        ]}
        value={view.view}
        onChange={(next) => view.set({ view: next === "workers" ? "" : next })}
      />
      {view.view === "workers" && departments.length > 1 && (
        <Select
          label={t("tools.department")}
          hidesLabel
          options={departments
            .filter(({ id, isActive }) => isActive || id === view.department?.id)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          value={view.department ? String(view.department.id) : null}
          onChange={(id) => view.set({ department: id })}
        />
      )}
      {view.view === "week" && workers.length > 0 && (
        <Select
          label={t("tools.worker")}
          hidesLabel
          options={workers.map(({ id, name, departmentId }) => ({
            value: String(id),
            label: t("tools.workerOf", {
              name,
              department: departmentName.get(departmentId) ?? "",
            }),
          }))}
          value={view.worker ? String(view.worker.id) : null}
          onChange={(id) => view.set({ worker: id })}
        />
      )}
      {view.view === "departments" && (
        <DepartmentFilter
          departments={departments.filter(({ isActive }) => isActive).map(({ id, name }) => ({
            id,
            name,
            count: columns.find(({ department }) => department.id === id)?.appointments.length ?? 0,
          }))}
        />
      )}
      <span className="push row">
        <Button
          kind="quiet"
          icon="ill"
          onPress={() => openDeskDialog({ kind: "cover", ...shown })}
        >
          {t("tools.ill")}
        </Button>
        <Switch
          label={t("tools.cancelled")}
          isSelected={view.showsCancelled}
          onChange={(shows) => view.set({ cancelled: shows ? "yes" : "" })}
        />
      </span>
    </div>
  );
}
