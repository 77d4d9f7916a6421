import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import type { Worker } from "../../api/types.ts";
import { texts } from "../../messages/texts.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Switch, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { TimeField } from "../../ui/time_field.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { Affected } from "./affected.tsx";
import { datesText } from "./closures.tsx";
import { shownWorkers } from "./use_settings.ts";

const t = texts("departments");

type Absence = Worker["absences"][number];

/** When a worker is away. Each absence is added and removed by itself. */
export function WorkerAbsences({ worker, onClose }: { worker: Worker; onClose(): void }) {
  const { id, name, absences } = worker;
  const remove = useWrite("workers.removeAbsence", { changes: shownWorkers });
  return (
    <Dialog title={t("absences.of", { name })} shape="wide" onClose={onClose}>
      <div className="dialog-body stack">
        <p className="muted">{t("absences.lead", { name })}</p>
        {absences.length === 0 ? <EmptyState title={t("absences.none")} /> : (
          <Table
            label={t("absences.title")}
            rows={absences}
            keyOf={(one) => `${one.from} ${one.to} ${one.starts}`}
            columns={[
              { label: t("absences.away"), cell: absenceText },
              { label: t("closures.reason"), cell: ({ reason }) => reason },
              {
                label: t("actions"),
                hidesLabel: true,
                align: "end",
                cell: (one) => (
                  <Button
                    kind="quiet"
                    aria-label={t("absences.removeOf", { text: absenceText(one) })}
                    onPress={() => remove.mutate({ id, ...one }, { onError: toastError })}
                  >
                    {t("remove")}
                  </Button>
                ),
              },
            ]}
          />
        )}
        <AbsenceForm id={id} />
      </div>
    </Dialog>
  );
}

function AbsenceForm({ id }: { id: number }) {
  const add = useWrite("workers.addAbsence", { changes: shownWorkers });
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [isAllDay, setIsAllDay] = useState(true);
  const [starts, setStarts] = useState("");
  const [ends, setEnds] = useState("");
  const [reason, setReason] = useState("");
  const last = to || from;
  function submit(): void {
    const hours = isAllDay ? {} : { starts, ends: ends === "00:00" ? "24:00" : ends };
    add.mutate({ id, from, to: last, ...hours, reason }, {
      onSuccess() {
        toast(t("absences.added"));
        for (const clear of [setFrom, setTo, setStarts, setEnds, setReason]) clear("");
      },
    });
  }
  return (
    <Form error={add.error} fields={["from", "to", "starts", "ends", "reason"]} onSubmit={submit}>
      <div className="closure-form">
        <DateField
          name="from"
          label={t("closures.from")}
          value={from}
          onChange={setFrom}
          isRequired
        />
        <DateField
          name="to"
          label={t("closures.to")}
          description={t("closures.toHelp")}
          value={to}
          onChange={setTo}
          min={from || undefined}
        />
        <TextField
          name="reason"
          label={t("closures.reason")}
          description={t("absences.reasonHelp")}
          value={reason}
          onChange={setReason}
          maxLength={255}
        />
      </div>
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
      <div className="form-actions">
        <Button type="submit" kind="primary" isPending={add.isPending}>{t("absences.add")}</Button>
      </div>
      {from !== "" && from <= last && (
        <Affected query={{ departmentIds: null, workerId: id, from, to: last }} canAct={false} />
      )}
    </Form>
  );
}

/** The dates and hours of an absence. */
export function absenceText(absence: Absence): string {
  const dates = datesText(absence);
  const { starts, ends } = absence;
  return starts === null || ends === null ? dates : t("absences.hours", { dates, starts, ends });
}
