import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import type { Worker } from "../../api/types.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/choices.tsx";
import { TimeField } from "../../ui/time_field.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { AffectedDialog } from "./affected_dialog.tsx";
import { DatesForm } from "./dates_form.tsx";
import { DatesTable, datesText } from "./dates_table.tsx";
import type { AffectedQuery } from "./affected_query.ts";
import { shownWorkers } from "./use_settings.ts";
import { t } from "./texts.ts";

type Absence = Worker["absences"][number];

/** When a worker is away. Each absence is added and removed by itself. */
export function WorkerAbsences({ worker, onClose }: { worker: Worker; onClose(): void }) {
  const { id, name, absences } = worker;
  const remove = useWrite("workers.removeAbsence", { changes: shownWorkers });
  const [affected, setAffected] = useState<AffectedQuery | null>(null);
  return (
    <Dialog title={t("absences.of", { name })} shape="wide" onClose={onClose}>
      <div className="dialog-body stack">
        <p className="muted">{t("absences.lead", { name })}</p>
        <DatesTable
          label={t("absences.title")}
          none={t("absences.none")}
          rows={absences}
          textOf={absenceText}
          removeLabel={(text) => t("absences.removeOf", { text })}
          onRemove={(one) => remove.mutate({ id, ...one }, { onError: toastError })}
          onAffected={({ from, to, starts, ends }) =>
            setAffected({ departmentIds: null, workerId: id, from, to, starts, ends })}
        />
        <AbsenceForm id={id} onAdded={setAffected} />
      </div>
      {affected && (
        <AffectedDialog
          query={affected}
          worker={worker}
          onClose={() => setAffected(null)}
        />
      )}
    </Dialog>
  );
}

function AbsenceForm({ id, onAdded }: {
  id: number;
  onAdded(affected: AffectedQuery | null): void;
}) {
  const add = useWrite("workers.addAbsence", { changes: shownWorkers });
  const [isAllDay, setIsAllDay] = useState(true);
  const [starts, setStarts] = useState("");
  const [ends, setEnds] = useState("");
  // Midnight at the end of the day is 24:00 in the settings, and 00:00 on a clock.
  const hours = isAllDay ? {} : { starts, ends: ends === "00:00" ? "24:00" : ends };
  const isComplete = isAllDay || starts !== "" && ends !== "";
  return (
    <DatesForm
      affects={isComplete ? { departmentIds: null, workerId: id, ...hours } : null}
      reasonHelp={t("absences.reasonHelp")}
      action={t("absences.add")}
      add={add}
      hasMore={!isAllDay && (starts !== "" || ends !== "")}
      save={(absence, onSuccess) => add.mutate({ id, ...absence, ...hours }, { onSuccess })}
      onAdded={(affected) => {
        toast(t("absences.added"));
        for (const clear of [setStarts, setEnds]) clear("");
        onAdded(affected);
      }}
    >
      <Switch label={t("absences.allDay")} isSelected={isAllDay} onChange={setIsAllDay} />
      {!isAllDay && (
        <div className="columns">
          <TimeField
            name="starts"
            label={t("absences.starts")}
            value={starts}
            onChange={setStarts}
            isRequired
          />
          <TimeField
            name="ends"
            label={t("absences.ends")}
            value={ends}
            onChange={setEnds}
            isRequired
          />
        </div>
      )}
    </DatesForm>
  );
}

/** The dates and hours of an absence. */
export function absenceText(absence: Absence): string {
  const dates = datesText(absence);
  const { starts, ends } = absence;
  return starts === null || ends === null ? dates : t("absences.hours", { dates, starts, ends });
}
