import { useQuery } from "@tanstack/react-query";
import { readOf, useWrite } from "../api/hooks.ts";
import { useTimeZone } from "../api/session.tsx";
import { dateOf, longDayText, nowIn, timeOf } from "../api/time.ts";
import type { Appointment } from "../api/types.ts";
import { refusalOf } from "../api/errors.ts";
import { EnvironmentBadge, Skeleton, StatusBadge, statusWord } from "../ui/states.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import { toast } from "../ui/toast.tsx";
import { affected, possible } from "./actions.ts";

/** Shows whose code was scanned, and checks in with one more key. */
export function CheckInDialog({ qrCode, onClose }: { qrCode: string; onClose(): void }) {
  const found = useQuery({
    ...readOf("appointments.byQrCode", { qrCode }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog title="Check in" onClose={onClose}>
      {found.isError
        ? (
          <>
            <div className="dialog-body">
              <p className="check-in-name">No such code</p>
              <p>{refusalOf(found.error).message}. Scan it again, or search for the name.</p>
              <code className="code-shown">{qrCode}</code>
            </div>
            <DialogActions>
              <Button kind="primary" autoFocus onPress={onClose}>Back</Button>
            </DialogActions>
          </>
        )
        : found.data
        ? <Found appointment={found.data} onClose={onClose} />
        : (
          <div className="dialog-body">
            <Skeleton rows={3} />
          </div>
        )}
    </Dialog>
  );
}

function Found({ appointment, onClose }: { appointment: Appointment; onClose(): void }) {
  const { id, environment, name, dateTime, departmentName, workerName, status } = appointment;
  const today = dateOf(nowIn(useTimeZone()));
  const complete = useWrite("appointments.complete", { changes: affected });
  const isPossible = possible(appointment).complete;
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
        {!isPossible && (
          <p className="notice">
            It is {appointment.archivedAt ? "archived" : statusWord(status).toLowerCase()}{" "}
            already and cannot be checked in.
          </p>
        )}
        <Fault error={complete.error} />
      </div>
      <DialogActions>
        <Button onPress={onClose} autoFocus={!isPossible}>{isPossible ? "Not now" : "Back"}</Button>
        {isPossible && (
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
