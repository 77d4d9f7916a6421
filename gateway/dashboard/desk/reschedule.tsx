import { useState } from "react";
import { useDepartments } from "../api/departments.ts";
import { useWrite } from "../api/hooks.ts";
import { useTimeZone } from "../api/session.tsx";
import { dateOf, dayText, nowIn, timeOf } from "../api/time.ts";
import type { Appointment } from "../api/types.ts";
import { hasErrorCode, serviceErrorOf } from "../api/errors.ts";
import { Button } from "../ui/button.tsx";
import { CancelButton, Dialog, DialogActions } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { affectedQueries, noteOtherAction, toastConflict } from "./actions.ts";
import { OverrideReason, useOverride } from "./override_reason.tsx";
import { positionOf } from "./seen.ts";
import { TakenNotice, useOwnTry } from "./taken_notice.tsx";
import { useWeek } from "./use_week.ts";
import { slotAt } from "./week.ts";
import { WeekSlots } from "./week_slots.tsx";
import { t } from "./booking_texts.ts";

interface RescheduleDialogProps {
  appointment: Appointment;
  onClose(): void;
  onMoved?(dateTime: string): void;
}

/** Moves an appointment to another free slot of its department. */
export function RescheduleDialog({ appointment, onClose, onMoved }: RescheduleDialogProps) {
  const { name, dateTime, departmentName, workerName } = appointment;
  const when = { day: dayText(dateTime), time: timeOf(dateTime), department: departmentName };
  return (
    <Dialog title={t("moveTitle", { name })} shape="wide" onClose={onClose}>
      <p className="dialog-lead">
        {workerName ? t("currentWith", { ...when, worker: workerName }) : t("current", when)}{" "}
        {t("moveIsFree")}
      </p>
      <MoveForm
        appointment={appointment}
        onClose={onClose}
        {...(onMoved && { onMoved })}
      />
    </Dialog>
  );
}

function MoveForm({ appointment, onClose, onMoved }: RescheduleDialogProps) {
  const { id, environment, dateTime, departmentId, workerId, name } = appointment;
  const today = dateOf(nowIn(useTimeZone()));
  const department = useDepartments().data?.find((one) => one.id === departmentId);
  const [chosen, setChosen] = useState<string | null>(null);
  const [first, setFirst] = useState(dateOf(dateTime) > today ? dateOf(dateTime) : today);
  const move = useWrite("appointments.reschedule", { changes: affectedQueries });
  const busyId = department?.showAdminsInBooking ? workerId ?? undefined : undefined;
  const query = {
    departmentId,
    slotMinutes: department?.slotInterval ?? 0,
    environment,
    workerId: busyId,
  };
  const week = useWeek(query, first);
  const override = useOverride(chosen, slotAt(week.days, chosen));
  const isOwnTry = useOwnTry(move.error, chosen);
  const slotError = serviceErrorOf(move.error).details.find(({ field }) => field === "dateTime");
  function choose(slotTime: string): void {
    move.reset();
    setChosen(slotTime);
  }
  function confirm(to: string): void {
    const from = positionOf(appointment);
    move.mutate({ id, environment, from, dateTime: to, ...override.input }, {
      onSuccess() {
        noteOtherAction();
        toast(t("isMoved", { name, day: dayText(to), time: timeOf(to) }));
        onClose();
        onMoved?.(to);
      },
      onError(error) {
        if (!hasErrorCode(error, "CONFLICT")) return;
        onClose();
        void toastConflict(error, appointment, () => confirm(to));
      },
    });
  }
  return (
    <Form
      error={move.error}
      fields={["dateTime", "overrideReason"]}
      onSubmit={() => chosen !== null && confirm(chosen)}
      className="dialog-form"
    >
      <div className="dialog-body form">
        <WeekSlots
          {...query}
          week={week}
          onWeek={setFirst}
          value={chosen}
          onChange={choose}
          preferredTime={timeOf(dateTime)}
          takesFocus
        />
        <TakenNotice
          chosen={chosen}
          week={week}
          workerId={busyId}
          isOwnTry={isOwnTry}
          error={slotError?.message}
          onChange={choose}
        />
        <OverrideReason {...override} />
      </div>
      <DialogActions>
        <CancelButton onPress={onClose} />
        <Button
          type="submit"
          kind="primary"
          disabledReason={chosen === null && t("chooseTime")}
          isPending={move.isPending}
        >
          {chosen === null
            ? t("chooseTime")
            : t("moveTo", { day: dayText(chosen), time: timeOf(chosen) })}
        </Button>
      </DialogActions>
    </Form>
  );
}
