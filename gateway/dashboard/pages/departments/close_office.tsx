import { useState } from "react";
import type { Department } from "../../api/types.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckboxGroup, Switch } from "../../ui/choices.tsx";
import { AffectedDialog } from "./affected_dialog.tsx";
import { ClosureForm } from "./closure_form.tsx";
import type { AffectedQuery } from "./affected_query.ts";
import { t } from "./texts.ts";

/** Closes all or chosen departments on some dates. Afterwards the affected appointments can be moved or cancelled. */
export function CloseOffice(
  { departments, onClose }: { departments: readonly Department[]; onClose(): void },
) {
  const [isAll, setIsAll] = useState(true);
  const [chosen, setChosen] = useState<string[]>([]);
  const [affected, setAffected] = useState<AffectedQuery | null>(null);
  const departmentIds = isAll ? null : chosen.map(Number);
  if (affected) return <AffectedDialog query={affected} onClose={onClose} />;
  return (
    <Dialog title={t("close.title")} shape="wide" onClose={onClose}>
      <div className="dialog-body stack">
        <p className="muted">{t("closures.lead")}</p>
        <Switch
          label={t("close.all", { count: departments.length })}
          isSelected={isAll}
          onChange={setIsAll}
        />
        {!isAll && (
          <div className="surface close-choice">
            <CheckboxGroup
              label={t("close.choose")}
              name="departmentIds"
              value={chosen}
              onChange={setChosen}
              options={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          </div>
        )}
        <ClosureForm
          departmentIds={departmentIds}
          action={isAll ? t("close.closeAll") : t("close.closeChosen", { count: chosen.length })}
          onAdded={(query) => query ? setAffected(query) : onClose()}
        />
      </div>
    </Dialog>
  );
}
