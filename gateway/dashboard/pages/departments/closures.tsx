import { useState } from "react";
import { useTimeZone } from "../../api/session.tsx";
import { useWrite } from "../../api/hooks.ts";
import { dateOf, dateText, nowIn } from "../../api/time.ts";
import type { Department } from "../../api/types.ts";
import { texts } from "../../messages/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { Affected } from "./affected.tsx";
import { ClosureForm } from "./closure_form.tsx";
import type { AffectedQuery } from "./use_bulk.ts";
import { type DepartmentTabProps, shownSettings } from "./use_settings.ts";

const t = texts("departments");

type Dates = Pick<Department["closures"][number], "from" | "to">;

/** The dates on which the department is closed, whatever its opening hours are. Each is added and removed by itself. */
export function Closures({ department }: DepartmentTabProps) {
  const today = dateOf(nowIn(useTimeZone()));
  const remove = useWrite("departments.removeClosure", { changes: shownSettings });
  const [affected, setAffected] = useState<AffectedQuery | null>(null);
  const departmentIds = [department.id];
  const closures = department.closures.toSorted((a, b) => a.from < b.from ? -1 : 1);
  const queryOf = ({ from, to }: Dates) => ({ departmentIds, from, to });
  return (
    <div className="narrow stack">
      <p className="muted">{t("closures.lead")}</p>
      {closures.length === 0 ? <EmptyState title={t("closures.none")} /> : (
        <Table
          label={t("tab.closures")}
          rows={closures}
          keyOf={({ from, to }) => `${from} ${to}`}
          isDimmed={({ to }) => to < today}
          columns={[
            { label: t("closures.dates"), cell: (one) => datesText(one) },
            { label: t("closures.reason"), cell: ({ reason }) => reason },
            {
              label: t("actions"),
              hidesLabel: true,
              align: "end",
              cell: (one) => (
                <>
                  {one.to >= today && (
                    <Button
                      kind="quiet"
                      onPress={() => setAffected(queryOf(one))}
                    >
                      {t("affected.label")}
                    </Button>
                  )}
                  <Button
                    kind="quiet"
                    aria-label={t("closures.removeOf", { dates: datesText(one) })}
                    onPress={() =>
                      remove.mutate({ departmentIds, ...one }, {
                        onSuccess: () => toast(t("closures.removed")),
                        onError: toastError,
                      })}
                  >
                    {t("remove")}
                  </Button>
                </>
              ),
            },
          ]}
        />
      )}
      <ClosureForm
        departmentIds={departmentIds}
        action={t("closures.add")}
        onAdded={(added, count) => {
          toast(t("closures.added"));
          if (count > 0) setAffected(queryOf(added));
        }}
      />
      {affected && (
        <Dialog
          title={t("affected.label")}
          shape="wide"
          onClose={() => setAffected(null)}
        >
          <div className="dialog-body">
            <Affected query={affected} canAct />
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** The dates of a closure. */
export function datesText({ from, to }: Dates): string {
  return from === to ? dateText(from) : `${dateText(from)} – ${dateText(to)}`;
}
