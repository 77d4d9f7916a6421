import { useState } from "react";
import { useDepartments } from "../../api/departments.ts";
import { readNow, useRead, useWrite } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { addDays, dateOf, longDayText, mondayOf, nowIn } from "../../api/time.ts";
import type { Output, Worker } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton, Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { Select } from "../../ui/select.tsx";
import { Loaded } from "../../ui/states.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { useLeave } from "../../ui/unsaved.tsx";
import { ShiftsOfDay, type Week } from "./shifts_of_day.tsx";
import { shownWorkers } from "./use_settings.ts";
import { t } from "./texts.ts";

type Shifts = Output<"workers.shifts">;

const weekDays = [0, 1, 2, 3, 4, 5, 6];

/** The hours of a person in a week, in every department of the person. */
export function WorkerShifts({ worker, onClose }: { worker: Worker; onClose(): void }) {
  const today = dateOf(nowIn(useTimeZone()));
  const [monday, setMonday] = useState(mondayOf(today));
  const read = useRead("workers.shifts", { id: worker.id, from: monday, to: addDays(monday, 6) });
  const step = (days: number) => setMonday(addDays(monday, days));
  return (
    <Dialog title={t("shifts.of", { name: worker.name })} shape="wide" onClose={onClose}>
      <div className="dialog-body stack">
        <p className="muted">{t("shifts.lead", { name: worker.name })}</p>
        <div className="line">
          <StepButton icon="left" label={t("shifts.earlier")} onStep={() => step(-7)} />
          <span className="medium">{t("shifts.week", { date: longDayText(monday) })}</span>
          <StepButton icon="right" label={t("shifts.later")} onStep={() => step(7)} />
        </div>
        <Loaded read={read}>
          {(shifts) => <WeekForm key={monday} {...{ worker, monday, shifts, onClose }} />}
        </Loaded>
      </div>
    </Dialog>
  );
}

/** Shows another week. If days were changed, it asks first. */
function StepButton({ icon, label, onStep }: {
  icon: "left" | "right";
  label: string;
  onStep(): void;
}) {
  const leave = useLeave();
  return <Button icon={icon} aria-label={label} onPress={() => leave(onStep)} />;
}

function WeekForm({ worker, monday, shifts, onClose }: {
  worker: Worker;
  monday: string;
  shifts: Shifts;
  onClose(): void;
}) {
  // A change of somebody else, which is read meanwhile, leaves the changed days as they are.
  const [changed, setChanged] = useState<Week>({});
  const week = { ...weekOf(shifts, monday), ...changed };
  const departments = useDepartments().data ?? [];
  const places = shifts.workers.map(({ id, departmentId }) => ({
    value: String(id),
    label: departments.find((one) => one.id === departmentId)?.name ?? "",
  }));
  const save = useWrite("workers.setShifts", { changes: [...shownWorkers, "workers.shifts"] });
  const [isCopying, setIsCopying] = useState(false);
  async function copyLastWeek(): Promise<void> {
    const before = addDays(monday, -7);
    setIsCopying(true);
    try {
      const range = { id: worker.id, from: before, to: addDays(monday, -1) };
      const last = weekOf(await readNow("workers.shifts", range), before);
      const copied = Object.entries(last).map(([date, one]) => [addDays(date, 7), one]);
      // A day that was changed during the read stays as it was entered.
      setChanged((days) => ({
        ...Object.fromEntries(copied),
        ...Object.fromEntries(Object.entries(days).filter(([date, one]) => one !== changed[date])),
      }));
    } catch (error) {
      toastError(error);
    } finally {
      setIsCopying(false);
    }
  }
  return (
    <>
      <Form
        error={save.error}
        fields={[]}
        // A day off has no field that could be compared.
        isChanged={() => JSON.stringify(week) !== JSON.stringify(weekOf(shifts, monday))}
        onSubmit={() =>
          save.mutate({
            id: worker.id,
            days: Object.entries(week).map(([date, given]) => ({ date, shifts: given })),
          }, {
            onSuccess() {
              toast(t("shifts.saved", { name: worker.name }));
              onClose();
            },
          })}
      >
        <div className="line">
          <Button kind="quiet" isPending={isCopying} onPress={() => void copyLastWeek()}>
            {t("shifts.copy")}
          </Button>
        </div>
        {Object.entries(week).map(([date, given]) => (
          <ShiftsOfDay
            key={date}
            date={date}
            shifts={given}
            places={places}
            onChange={(day) => setChanged((days) => ({ ...days, [date]: day }))}
          />
        ))}
        <DialogActions>
          <CancelButton onPress={onClose} />
          <Button type="submit" kind="primary" isPending={save.isPending || isCopying}>
            {t("shifts.save")}
          </Button>
        </DialogActions>
      </Form>
      <AlsoIn
        worker={worker}
        options={departments
          .filter(({ id }) => shifts.workers.every(({ departmentId }) => departmentId !== id))
          .map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </>
  );
}

/** Lets a person work in another department, too. */
function AlsoIn({ worker: { id, name }, options }: {
  worker: Worker;
  options: readonly { value: string; label: string }[];
}) {
  const create = useWrite("workers.create", { changes: [...shownWorkers, "workers.shifts"] });
  if (options.length === 0) return null;
  return (
    <Select
      label={t("shifts.alsoIn")}
      description={t("shifts.alsoInHelp")}
      options={options}
      value={null}
      onChange={(departmentId) =>
        create.mutate({ departmentId: Number(departmentId), name, sameAs: id }, {
          onSuccess: () => toast(t("shifts.nowIn", { name })),
          onError: toastError,
        })}
    />
  );
}

function weekOf({ days }: Shifts, monday: string): Week {
  return Object.fromEntries(weekDays.map((i) => {
    const date = addDays(monday, i);
    return [date, days.find((one) => one.date === date)?.shifts ?? null];
  }));
}
