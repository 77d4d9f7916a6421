import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { dateOf, nowIn } from "../../api/time.ts";
import type { Worker } from "../../api/types.ts";
import { openDeskDialog } from "../../desk/desk_dialog.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { RenameWorker } from "./rename_worker.tsx";
import { absenceText, WorkerAbsences } from "./worker_absences.tsx";
import { WorkerShifts } from "./worker_shifts.tsx";
import { type DepartmentTabProps, shownWorkers } from "./use_settings.ts";
import { t } from "./texts.ts";

/** The workers of the department, and when they are away. */
export function Workers({ department }: DepartmentTabProps) {
  const departmentId = department.id;
  const read = useRead("workers.list", { departmentId });
  const create = useWrite("workers.create", { changes: shownWorkers });
  const update = useWrite("workers.update", { changes: shownWorkers });
  const [name, setName] = useState("");
  const [renamed, setRenamed] = useState<Worker | null>(null);
  const [planned, setPlanned] = useState<Worker | null>(null);
  const [shownId, setShownId] = useState<number | null>(null);
  const today = dateOf(nowIn(useTimeZone()));
  const shown = read.data?.find(({ id }) => id === shownId);
  return (
    <div className="stack">
      <p className="muted">
        {department.showAdminsInBooking ? t("workers.required") : t("workers.optional")}{" "}
        {t("workers.switchHelp")}
      </p>
      <Loaded read={read}>
        {(workers) =>
          workers.length === 0 ? <EmptyState title={t("workers.none")} /> : (
            <Table
              label={t("tab.workers")}
              rows={workers}
              keyOf={({ id }) => id}
              isDimmed={({ isActive }) => !isActive}
              columns={[
                { label: t("field.name"), cell: (one) => one.name },
                {
                  label: t("workers.takesBookings"),
                  cell: ({ id, name, isActive }) => (
                    <Switch
                      label={t("workers.takesBookingsOf", { name })}
                      hidesLabel
                      isSelected={isActive}
                      onChange={(isActive) =>
                        update.mutate({ id, isActive }, { onError: toastError })}
                    />
                  ),
                },
                {
                  label: t("absences.away"),
                  isMinor: true,
                  cell: ({ absences }) => {
                    const [next, ...others] = absences.filter(({ to }) => to >= today);
                    if (!next) return "";
                    const text = absenceText(next);
                    return others.length === 0
                      ? text
                      : t("absences.andMore", { text, count: others.length });
                  },
                },
                {
                  label: t("actions"),
                  hidesLabel: true,
                  align: "end",
                  cell: (one) => (
                    <>
                      {one.isActive && (
                        <Button
                          kind="quiet"
                          aria-label={t("workers.illOf", { name: one.name })}
                          onPress={() => openDeskDialog({ kind: "cover", worker: one })}
                        >
                          {t("workers.ill")}
                        </Button>
                      )}
                      <Button
                        kind="quiet"
                        aria-label={t("absences.of", { name: one.name })}
                        onPress={() => setShownId(one.id)}
                      >
                        {t("absences.title")}
                      </Button>
                      <Button
                        kind="quiet"
                        aria-label={t("shifts.of", { name: one.name })}
                        onPress={() => setPlanned(one)}
                      >
                        {t("shifts.title")}
                      </Button>
                      <Button kind="quiet" onPress={() => setRenamed(one)}>
                        {t("workers.rename")}
                      </Button>
                    </>
                  ),
                },
              ]}
            />
          )}
      </Loaded>
      <Form
        className="narrow stack"
        error={create.error}
        fields={["name"]}
        isChanged={() => name !== ""}
        onSubmit={() =>
          create.mutate({ departmentId, name }, {
            onSuccess() {
              toast(t("workers.added", { name }));
              setName("");
            },
          })}
      >
        <TextField
          label={t("workers.new")}
          name="name"
          value={name}
          onChange={setName}
          isRequired
        />
        <div className="row">
          <Button type="submit" kind="primary" isPending={create.isPending}>
            {t("workers.add")}
          </Button>
        </div>
      </Form>
      {shown && <WorkerAbsences worker={shown} onClose={() => setShownId(null)} />}
      {planned && <WorkerShifts worker={planned} onClose={() => setPlanned(null)} />}
      {renamed && <RenameWorker worker={renamed} onClose={() => setRenamed(null)} />}
    </div>
  );
}
