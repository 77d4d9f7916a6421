import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { isRefusal } from "../../api/errors.ts";
import { useRead, useWrite } from "../../api/hooks.ts";
import type { Appointment } from "../../api/types.ts";
import { useMay, useTimeZone } from "../../api/session.tsx";
import { nowIn } from "../../api/time.ts";
import { affected, useStatusMoves } from "../../desk/actions.ts";
import { AppointmentPanel } from "../../desk/appointment_panel.tsx";
import { CancelDialog } from "../../desk/cancel.tsx";
import { RescheduleDialog } from "../../desk/reschedule.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/states.tsx";

/**
 * The appointment of a number. A link may name it alone: one that is not of the address's environment is looked
 * for in the other, and the whole page then goes over to that.
 */
function useAppointment(id: number): UseQueryResult<Appointment> {
  const [environment, setEnvironment] = useEnvironment();
  const otherOne = environment === "TEST" ? "LIVE" : "TEST";
  const here = useRead("appointments.byId", { id, environment }, { staleMs: 0 });
  const isElsewhere = isRefusal(here.error, "APPOINTMENT_NOT_FOUND") && !here.data;
  const there = useRead("appointments.byId", { id, environment: otherOne }, {
    isEnabled: isElsewhere,
  });
  const isThere = isElsewhere && there.data !== undefined;
  useEffect(() => {
    if (isThere) setEnvironment(otherOne, { replace: true });
  }, [isThere, otherOne, setEnvironment]);
  return isElsewhere && !there.isError ? there : here;
}

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
