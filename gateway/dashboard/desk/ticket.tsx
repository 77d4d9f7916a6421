import { useQuery } from "@tanstack/react-query";
import { client } from "../api/client.ts";
import { useSession } from "../api/session.tsx";
import { longDayText, timeOf } from "../api/time.ts";
import type { Appointment, Output } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { QrCode } from "./qr_code.tsx";
import { t } from "./booking_texts.ts";

/** The paper that a person takes along: when, where, and the code or number for the check-in. */
export function Ticket({ appointment }: {
  appointment: Pick<
    Appointment,
    "name" | "dateTime" | "departmentName" | "workerName" | "qrCode" | "id" | "environment"
  >;
}) {
  const { organization } = useSession();
  const { name, dateTime, departmentName, workerName, qrCode, id, environment } = appointment;
  const number = useShortNumber({ id, environment });
  return (
    <article className="surface row between ticket" aria-label={t("ticket")}>
      <div>
        <p className="muted">
          <bdi>{organization.name}</bdi>
        </p>
        <p className="title">
          <bdi>{name}</bdi>
        </p>
        <p className="ticket-when">
          <strong>{timeOf(dateTime)}</strong> {longDayText(dateTime)}
        </p>
        <p>
          <bdi>{departmentName}</bdi>
          {workerName && (
            <>
              {" · "}
              <bdi>{workerName}</bdi>
            </>
          )}
        </p>
        {number && (
          <p>
            {t("shortNumber")}: <strong>{inGroups(number)}</strong>
          </p>
        )}
        <p className="muted small">{t("ticketNumber", { id: String(id) })}</p>
      </div>
      <div className="list ticket-code">
        <QrCode text={qrCode} label={t("code")} />
        <code>{qrCode}</code>
      </div>
    </article>
  );
}

/** Gives the appointment its short number. A repeat gives the same one, so it is read like a query. */
function useShortNumber(appointment: Pick<Appointment, "id" | "environment">): string | null {
  const { data } = useQuery({
    queryKey: ["appointments.giveShortNumber", appointment],
    queryFn: ({ signal }) =>
      client.mutation("appointments.giveShortNumber", appointment, { signal }) as Promise<
        Output<"appointments.giveShortNumber">
      >,
    staleTime: 0,
  });
  return data?.number ?? null;
}

/** Returns a short number as people say it: `482 113`. */
function inGroups(number: string): string {
  return `${number.slice(0, 3)}\u00a0${number.slice(3)}`;
}

/** Prints only the ticket on the page (`styles/print.css`). */
export function printTicket(): void {
  document.documentElement.dataset["print"] = "ticket";
  addEventListener("afterprint", () => delete document.documentElement.dataset["print"], {
    once: true,
  });
  print();
}

/** Shows the ticket of an appointment, to print it again. */
export function TicketDialog({ appointment, onClose }: {
  appointment: Appointment;
  onClose(): void;
}) {
  return (
    <Dialog title={t("ticket")} shape="wide" onClose={onClose}>
      <div className="dialog-body">
        <Ticket appointment={appointment} />
      </div>
      <DialogActions>
        <Button onPress={onClose}>{t("close")}</Button>
        <Button kind="primary" autoFocus onPress={printTicket}>{t("print")}</Button>
      </DialogActions>
    </Dialog>
  );
}
