import { useTimeZone } from "../api/session.tsx";
import { dateOf, dayText, nowIn, timeOf } from "../api/time.ts";
import { Button } from "../ui/button.tsx";
import { DialogActions } from "../ui/dialog.tsx";
import { ChangeErrorBox } from "../ui/error_box.tsx";
import { useCheckIn } from "./actions.ts";
import { type BookedFirst, SeriesResult } from "./series.tsx";
import { printTicket, Ticket } from "./ticket.tsx";
import { t } from "./booking_texts.ts";

/** The new appointment: its ticket, and what the desk may do next. */
export function Booked({ appointment, series, onClose, onAnother }: BookedFirst & {
  onClose(): void;
  onAnother(): void;
}) {
  const { name, dateTime } = appointment;
  const now = nowIn(useTimeZone());
  const isToday = dateOf(dateTime) === dateOf(now);
  const { checkIn, isPending, error } = useCheckIn();
  return (
    <>
      <div className="dialog-body" role="status">
        <p>{t("isBooked", { name, day: dayText(dateTime), time: timeOf(dateTime) })}</p>
        {series && <SeriesResult series={series} />}
        <Ticket appointment={appointment} />
        <ChangeErrorBox error={error} />
      </div>
      <DialogActions>
        <Button onPress={onAnother}>{t("another")}</Button>
        <Button onPress={printTicket}>{t("print")}</Button>
        {isToday && (
          <Button
            icon="check"
            isPending={isPending}
            onPress={() => {
              // The box above shows the error.
              checkIn(appointment).then(onClose, () => {});
            }}
          >
            {t("checkInNow")}
          </Button>
        )}
        <Button kind="primary" autoFocus onPress={onClose}>{t("done")}</Button>
      </DialogActions>
    </>
  );
}
