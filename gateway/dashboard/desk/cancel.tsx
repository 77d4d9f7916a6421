import { useRead, useWrite } from "../api/hooks.ts";
import { dayText, numberText, timeOf } from "../api/time.ts";
import type { Appointment } from "../api/types.ts";
import { Confirm } from "../ui/confirm.tsx";
import { toast } from "../ui/toast.tsx";
import { affected } from "./actions.ts";

/** Asks before a cancellation, and says what it gives back. */
export function CancelDialog({ appointment, onClose }: {
  appointment: Appointment;
  onClose(): void;
}) {
  const { id, environment, name, dateTime, departmentName } = appointment;
  const cancel = useWrite("appointments.cancel", { changes: [...affected, "credits.balance"] });
  const { data } = useRead("credits.balance");
  const balance = data && (environment === "TEST" ? data.test : data.live);
  const credits = environment === "TEST" ? "test credit" : "credit";
  return (
    <Confirm
      title="Cancel this appointment?"
      action="Cancel and refund 1 credit"
      keep="Keep it"
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
        <li>The place is free for others at once.</li>
        <li>A cancelled appointment cannot be brought back; book a new one instead.</li>
      </ul>
    </Confirm>
  );
}
