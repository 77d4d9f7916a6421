import { useWrite } from "../api/hooks.ts";
import { useTimeZone } from "../api/session.tsx";
import { dateOf, dayText, nowIn, timeOf } from "../api/time.ts";
import type { Appointment } from "../api/types.ts";
import { pageTexts } from "../messages/page_texts.ts";
import { Button } from "../ui/button.tsx";
import { DialogActions } from "../ui/dialog.tsx";
import { ErrorBox } from "../ui/error_box.tsx";
import { affectedQueries, confirmMove, useUndo } from "./actions.ts";
import { lateMinutes } from "./lateness.ts";
import { printTicket, Ticket } from "./ticket.tsx";

const t = pageTexts("booking");

/** The new appointment: its ticket, and what the desk may do next. */
export function Booked({ appointment, onClose, onAnother }: {
  appointment: Appointment;
  onClose(): void;
  onAnother(): void;
}) {
  const { id, environment, name, dateTime } = appointment;
  const now = nowIn(useTimeZone());
  const isToday = dateOf(dateTime) === dateOf(now);
  const { restore } = useUndo();
  const checkIn = useWrite("appointments.complete", { changes: affectedQueries });
  return (
    <>
      <div className="dialog-body" role="status">
        <p>{t("isBooked", { name, day: dayText(dateTime), time: timeOf(dateTime) })}</p>
        <Ticket appointment={appointment} />
        <ErrorBox error={checkIn.error} />
      </div>
      <DialogActions>
        <Button onPress={onAnother}>{t("another")}</Button>
        <Button onPress={printTicket}>{t("print")}</Button>
        {isToday && (
          <Button
            icon="check"
            isPending={checkIn.isPending}
            onPress={() =>
              checkIn.mutate({ id, environment }, {
                onSuccess() {
                  const late = lateMinutes(dateTime, now);
                  confirmMove(appointment, { kind: "complete", late, restore });
                  onClose();
                },
              })}
          >
            {t("checkInNow")}
          </Button>
        )}
        <Button kind="primary" autoFocus onPress={onClose}>{t("done")}</Button>
      </DialogActions>
    </>
  );
}
