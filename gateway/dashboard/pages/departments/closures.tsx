import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import { toast, toastError } from "../../ui/toast.tsx";
import { AffectedDialog } from "./affected_dialog.tsx";
import { ClosureForm } from "./closure_form.tsx";
import { DatesTable, datesText } from "./dates_table.tsx";
import type { AffectedQuery } from "./affected_query.ts";
import { type DepartmentTabProps, shownSettings } from "./use_settings.ts";
import { t } from "./texts.ts";

/** The dates on which the department is closed, whatever its opening hours are. Each is added and removed by itself. */
export function Closures({ department }: DepartmentTabProps) {
  const remove = useWrite("departments.removeClosure", { changes: shownSettings });
  const [affected, setAffected] = useState<AffectedQuery | null>(null);
  const departmentIds = [department.id];
  return (
    <div className="narrow stack">
      <p className="muted">{t("closures.lead")}</p>
      <DatesTable
        label={t("tab.closures")}
        none={t("closures.none")}
        rows={department.closures}
        textOf={datesText}
        removeLabel={(dates) => t("closures.removeOf", { dates })}
        onRemove={(one) =>
          remove.mutate({ departmentIds, ...one }, {
            onSuccess: () => toast(t("closures.removed")),
            onError: toastError,
          })}
        onAffected={({ from, to }) => setAffected({ departmentIds, from, to })}
      />
      <ClosureForm
        departmentIds={departmentIds}
        action={t("closures.add")}
        onAdded={setAffected}
      />
      {affected && <AffectedDialog query={affected} onClose={() => setAffected(null)} />}
    </div>
  );
}
