import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { useEnvironment } from "../../api/departments.ts";
import { hasErrorCode } from "../../api/errors.ts";
import { useRead, useWrite } from "../../api/hooks.ts";
import type { Appointment } from "../../api/types.ts";
import { useMay, useTimeZone } from "../../api/session.tsx";
import { nowIn } from "../../api/time.ts";
import { affectedQueries, useStatusMoves, useUndo } from "../../desk/actions.ts";
import { AppointmentPanel } from "../../desk/appointment_panel.tsx";
import { CancelDialog } from "../../desk/cancel.tsx";
import { RescheduleDialog } from "../../desk/reschedule.tsx";
import { useWithUnread } from "../../desk/unread.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/states.tsx";
import { t } from "./texts.ts";

/**
 * Loads an appointment by its id. A link may lack the environment: if the appointment is not in the environment of
 * the address, it is looked up in the other one, and the page switches to that.
 */
function useAppointment(id: number): UseQueryResult<Appointment> {
  const [environment, setEnvironment] = useEnvironment();
  const otherEnvironment = environment === "TEST" ? "LIVE" : "TEST";
  const here = useRead("appointments.byId", { id, environment }, { staleMs: 0 });
  const isElsewhere = hasErrorCode(here.error, "APPOINTMENT_NOT_FOUND") && !here.data;
  const there = useRead("appointments.byId", { id, environment: otherEnvironment }, {
    isEnabled: isElsewhere,
  });
  const isThere = isElsewhere && there.data !== undefined;
  useEffect(() => {
    if (isThere) setEnvironment(otherEnvironment, { replace: true });
  }, [isThere, otherEnvironment, setEnvironment]);
  return isElsewhere && !there.isError ? there : here;
}

type OpenDialog = "cancel" | "reschedule" | "erase";

/** One appointment in a drawer over the list. */
export function AppointmentDrawer({ id, onClose }: { id: number; onClose(): void }) {
  const read = useAppointment(id);
  return (
    <Dialog title={t("details")} shape="drawer" onClose={onClose}>
      <Loaded read={read}>{(one) => <Details known={one} />}</Loaded>
    </Dialog>
  );
}

function Details({ known }: { known: Appointment }) {
  const [appointment = known] = useWithUnread([known]);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const moves = useStatusMoves();
  const { undo } = useUndo();
  const mayErase = useMay("eraseAppointment");
  const close = () => setDialog(null);
  const query = appointment.environment === "TEST" ? "?environment=TEST" : "";
  return (
    <>
      <AppointmentPanel
        appointment={appointment}
        onComplete={() => moves.complete(appointment)}
        onMiss={() => moves.miss(appointment)}
        onReschedule={() => setDialog("reschedule")}
        onCancel={() => setDialog("cancel")}
        onUndo={() => undo(appointment)}
      />
      <div className="row panel-foot">
        <Link href={`/people/${appointment.id}${query}`}>{t("person")}</Link>
        {mayErase && (
          <Button kind="quiet" onPress={() => setDialog("erase")}>{t("anonymize.button")}</Button>
        )}
      </div>
      {dialog === "cancel" && <CancelDialog appointment={appointment} onClose={close} />}
      {dialog === "reschedule" && <RescheduleDialog appointment={appointment} onClose={close} />}
      {dialog === "erase" && <EraseDialog appointment={appointment} onClose={close} />}
    </>
  );
}

function EraseDialog({ appointment, onClose }: {
  appointment: Appointment;
  onClose(): void;
}) {
  // The person in the question, also if the page learns of another one meanwhile.
  const [{ id, environment, name, phone, externalUserId = null }] = useState(appointment);
  const erase = useWrite("appointments.erase", { changes: affectedQueries });
  const timeZone = useTimeZone();
  const [isUpcoming] = useState(
    appointment.archivedAt === undefined && appointment.dateTime >= nowIn(timeZone),
  );
  return (
    <Confirm
      title={t("anonymize.title")}
      action={t("anonymize.action")}
      write={erase}
      input={{ id, environment, from: { name, phone, externalUserId }, archive: isUpcoming }}
      onClose={onClose}
    >
      <p>{t.rich("anonymize.text", { name, strong: (text) => <strong>{text}</strong> })}</p>
      {isUpcoming && <p>{t("anonymize.upcoming")}</p>}
    </Confirm>
  );
}
