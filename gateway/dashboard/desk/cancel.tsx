import { useRead, useWrite } from "../api/hooks.ts";
import { dayText, numberText, timeOf } from "../api/time.ts";
import type { Appointment } from "../api/types.ts";
import { Confirm } from "../ui/confirm.tsx";
import { toast } from "../ui/toast.tsx";
import { affectedQueries } from "./actions.ts";

/** Asks before a cancellation, and shows the refund. */
export function CancelDialog({ appointment, onClose }: {
  appointment: Appointment;
  onClose(): void;
}) {
  const { id, environment, name, dateTime, departmentName } = appointment;
  const cancel = useWrite("appointments.cancel", {
    changes: [...affectedQueries, "credits.balance"],
  });
  const { data } = useRead("credits.balance");
  const balance = data && (environment === "TEST" ? data.test : data.live);
  const credits = environment === "TEST" ? "test credit" : "credit";
  return (
    <Confirm
      title="Cancel this appointment?"
      action="Cancel and refund 1 credit"
      keep="Keep appointment"
      write={cancel}
      input={{ id, environment }}
      onClose={onClose}
      onDone={() => toast(`${name}’s appointment is cancelled, 1 ${credits} refunded`)}
    >
      <p>
        <strong>{name}</strong>, {dayText(dateTime)} at {timeOf(dateTime)}, {departmentName}.
      </p>
      <ul>
        <li>
          1 {credits} is refunded
          {balance !== undefined && ` (${numberText(balance)} → ${numberText(balance + 1)})`}.
        </li>
        <li>The place becomes free at once.</li>
        <li>You cannot undo this. If needed, book a new appointment.</li>
      </ul>
    </Confirm>
  );
}
