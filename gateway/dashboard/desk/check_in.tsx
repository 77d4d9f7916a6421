import { useQuery } from "@tanstack/react-query";
import { readOptions, useWrite } from "../api/hooks.ts";
import { useTimeZone } from "../api/session.tsx";
import { dateOf, longDayText, nowIn, timeOf } from "../api/time.ts";
import type { Appointment } from "../api/types.ts";
import { serviceErrorOf } from "../api/errors.ts";
import { EnvironmentBadge, Skeleton, StatusBadge, statusName } from "../ui/states.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { ErrorBox } from "../ui/error_box.tsx";
import { toast } from "../ui/toast.tsx";
import { affectedQueries } from "./actions.ts";
import { allowedActions } from "./allowed_actions.ts";

/** Shows the appointment of a scanned code. Enter checks it in. */
export function CheckInDialog({ qrCode, onClose }: { qrCode: string; onClose(): void }) {
  const result = useQuery({
    ...readOptions("appointments.byQrCode", { qrCode }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog title="Check in" onClose={onClose}>
      {result.isError
        ? (
          <>
            <div className="dialog-body">
              <p className="check-in-name">Code not found</p>
              <p>
                {serviceErrorOf(result.error).message}. Scan the code again, or search for the name.
              </p>
              <code className="code-shown">{qrCode}</code>
            </div>
            <DialogActions>
              <Button kind="primary" autoFocus onPress={onClose}>Close</Button>
            </DialogActions>
          </>
        )
        : result.data
        ? <CodeFound appointment={result.data} onClose={onClose} />
        : (
          <div className="dialog-body">
            <Skeleton rows={3} />
          </div>
        )}
    </Dialog>
  );
}

function CodeFound({ appointment, onClose }: { appointment: Appointment; onClose(): void }) {
  const { id, environment, name, dateTime, departmentName, workerName, status } = appointment;
  const today = dateOf(nowIn(useTimeZone()));
  const complete = useWrite("appointments.complete", { changes: affectedQueries });
  const isAllowed = allowedActions(appointment).complete;
  function checkIn(): void {
    complete.mutate({ id, environment }, {
      onSuccess() {
        toast(`${name} is checked in`);
        onClose();
      },
    });
  }
  return (
    <>
      <div className="dialog-body" role="status">
        <p className="check-in-name">{name}</p>
        <p className="check-in-when">
          {timeOf(dateTime)} · {departmentName}
          {workerName && ` · ${workerName}`}
        </p>
        <p className="badges">
          <StatusBadge status={status} isArchived={appointment.archivedAt !== undefined} />
          {environment === "TEST" && <EnvironmentBadge environment={environment} />}
        </p>
        {dateOf(dateTime) !== today && (
          <p className="notice">
            This appointment is on <strong>{longDayText(dateTime)}</strong>, not today.
          </p>
        )}
        {!isAllowed && (
          <p className="notice">
            You cannot check in this appointment: it is already{" "}
            {appointment.archivedAt ? "archived" : statusName(status).toLowerCase()}.
          </p>
        )}
        <ErrorBox error={complete.error} />
      </div>
      <DialogActions>
        <Button onPress={onClose} autoFocus={!isAllowed}>{isAllowed ? "Go back" : "Close"}</Button>
        {isAllowed && (
          <Button
            kind="primary"
            autoFocus
            shortcut="↵"
            isPending={complete.isPending}
            onPress={checkIn}
          >
            Check in
          </Button>
        )}
      </DialogActions>
    </>
  );
}
