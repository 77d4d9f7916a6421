import { useWrite } from "../../api/hooks.ts";
import { toast } from "../../ui/toast.tsx";
import { DatesForm } from "./dates_form.tsx";
import type { AffectedQuery } from "./affected_query.ts";
import { shownSettings } from "./use_settings.ts";
import { t } from "./texts.ts";

/** Adds one closure to departments, or to all if `departmentIds` is null. */
export function ClosureForm({ departmentIds, action, onAdded }: {
  departmentIds: number[] | null;
  action: string;
  /** Gets the query of the affected appointments, or null if there are none. */
  onAdded(affected: AffectedQuery | null): void;
}) {
  const add = useWrite("departments.addClosure", { changes: shownSettings });
  const isChosen = departmentIds?.length !== 0;
  return (
    <DatesForm
      affects={isChosen ? { departmentIds } : null}
      reasonHelp={t("closures.reasonHelp")}
      action={action}
      add={add}
      disabledReason={!isChosen && t("close.chooseFirst")}
      save={(closure, onSuccess) => add.mutate({ departmentIds, ...closure }, { onSuccess })}
      onAdded={(affected) => {
        toast(t("closures.added"));
        onAdded(affected);
      }}
    />
  );
}
