import { useState } from "react";
import { useWrite } from "../api/hooks.ts";
import { dayText, timeOf } from "../api/time.ts";
import type { Appointment } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { ErrorBox } from "../ui/error_box.tsx";
import { toast } from "../ui/toast.tsx";
import { affectedQueries } from "./actions.ts";
import { WeekSlots } from "./week_slots.tsx";

/** Moves an appointment to another free slot of its department. */
export function RescheduleDialog({ appointment, onClose, onMoved }: {
  appointment: Appointment;
  onClose(): void;
  onMoved?(dateTime: string): void;
}) {
  const { id, environment, dateTime, departmentId, workerId, name } = appointment;
  const [chosen, setChosen] = useState<string | null>(null);
  const move = useWrite("appointments.reschedule", { changes: affectedQueries });
  function confirm(to: string): void {
    move.mutate({ id, environment, dateTime: to }, {
      onSuccess() {
        toast(`${name} is moved to ${dayText(to)}, ${timeOf(to)}`);
        onClose();
        onMoved?.(to);
      },
    });
  }
  return (
    <Dialog title={`Move ${name}`} shape="wide" onClose={onClose}>
      <div className="dialog-body">
        <p>
          Currently {dayText(dateTime)} at <strong>{timeOf(dateTime)}</strong>,{" "}
          {appointment.departmentName}
          {appointment.workerName && ` with ${appointment.workerName}`}. Moving costs no credit.
        </p>
        <ErrorBox error={move.error} />
        <WeekSlots
          departmentId={departmentId}
          environment={environment}
          workerId={workerId ?? undefined}
          value={chosen}
          onChange={(slotTime) => {
            move.reset();
            setChosen(slotTime);
          }}
          startDate={dateTime}
        />
      </div>
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          kind="primary"
          isDisabled={chosen === null}
          isPending={move.isPending}
          onPress={() => chosen !== null && confirm(chosen)}
        >
          {chosen === null ? "Choose a time" : `Move to ${dayText(chosen)}, ${timeOf(chosen)}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
