import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import { useMay, useTimeZone } from "../../api/session.tsx";
import { nowIn } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { affected, useStatusMoves } from "../../desk/actions.ts";
import { AppointmentPanel } from "../../desk/appointment_panel.tsx";
import { CancelDialog } from "../../desk/cancel.tsx";
import { RescheduleDialog } from "../../desk/reschedule.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/states.tsx";
import { useAppointment } from "./use_appointment.ts";

type Question = "cancel" | "reschedule" | "erase";

/** One appointment at the edge of the list, which stays where it is. */
export function AppointmentDrawer({ id, onClose }: { id: number; onClose(): void }) {
  const read = useAppointment(id);
  return (
    <Dialog title="Appointment" shape="drawer" onClose={onClose}>
      <Loaded read={read}>{(appointment) => <Details appointment={appointment} />}</Loaded>
    </Dialog>
  );
}

function Details({ appointment }: { appointment: Appointment }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const moves = useStatusMoves();
  const isAdmin = useMay("ADMIN");
  const isPast = appointment.dateTime < nowIn(useTimeZone());
  const close = () => setQuestion(null);
  const mayErase = isAdmin && (isPast || appointment.archivedAt !== undefined) &&
    appointment.name !== "Erased";
  return (
    <>
      <AppointmentPanel
        appointment={appointment}
        onComplete={() => moves.complete(appointment)}
        onMiss={() => moves.miss(appointment)}
        onReschedule={() => setQuestion("reschedule")}
        onCancel={() => setQuestion("cancel")}
        onErase={mayErase ? () => setQuestion("erase") : undefined}
      />
      {question === "cancel" && <CancelDialog appointment={appointment} onClose={close} />}
      {question === "reschedule" && <RescheduleDialog appointment={appointment} onClose={close} />}
      {question === "erase" && <EraseDialog appointment={appointment} onClose={close} />}
    </>
  );
}

function EraseDialog({ appointment: { id, environment, name }, onClose }: {
  appointment: Appointment;
  onClose(): void;
}) {
  const erase = useWrite("appointments.erase", { changes: affected });
  return (
    <Confirm
      title="Erase this person?"
      action="Erase for good"
      write={erase}
      input={{ id, environment }}
      onClose={onClose}
    >
      <p>
        The name{" "}
        <strong>{name}</strong>, the phone number and the reference of this appointment are replaced
        for good. That it took place stays in the counts and reports. Nobody can undo this.
      </p>
    </Confirm>
  );
}
