import { useState } from "react";
import { useRead, useWrite } from "../api/hooks.ts";
import { dayText, numberText, timeOf } from "../api/time.ts";
import type { Appointment } from "../api/types.ts";
import { Confirm } from "../ui/confirm.tsx";
import { TextField } from "../ui/fields.tsx";
import { affectedQueries, confirmUndoable, useUndo } from "./actions.ts";
import { positionOf } from "./seen.ts";
import { t } from "./booking_texts.ts";

/** Asks before a cancellation, and shows the refund. A reason can be given. */
export function CancelDialog({ appointment, onClose }: {
  appointment: Appointment;
  onClose(): void;
}) {
  const { id, environment, name, dateTime, departmentName } = appointment;
  const isTest = environment === "TEST";
  const [reason, setReason] = useState("");
  const cancel = useWrite("appointments.cancel", {
    changes: [...affectedQueries, "credits.balance"],
  });
  const { undo } = useUndo();
  const { data } = useRead("credits.balance");
  const balance = data && (isTest ? data.test : data.live);
  return (
    <Confirm
      title={t("cancelTitle")}
      action={t("cancelAction")}
      keep={t("keep")}
      write={cancel}
      input={{ id, environment, from: positionOf(appointment), reason: reason.trim() || null }}
      onClose={onClose}
      onDone={(after) =>
        confirmUndoable(t(isTest ? "isCancelledTest" : "isCancelled", { name }), {
          id,
          undo: () => undo(after),
        })}
    >
      <p>
        {t.rich("cancelWhat", {
          b: (text) => <strong>{text}</strong>,
          name,
          day: dayText(dateTime),
          time: timeOf(dateTime),
          department: departmentName,
        })}
      </p>
      <ul>
        {balance !== undefined && (
          <li>
            {t(isTest ? "cancelRefundTest" : "cancelRefund", {
              before: numberText(balance),
              after: numberText(balance + 1),
            })}
          </li>
        )}
        <li>{t("cancelPlace")}</li>
        <li>{t("cancelUndo")}</li>
      </ul>
      <CancelReason value={reason} onChange={setReason} />
    </Confirm>
  );
}

/** Asks why appointments are cancelled. The reason is optional. */
export function CancelReason(
  { value, onChange }: { value: string; onChange(reason: string): void },
) {
  return (
    <TextField
      label={t("cancelReason")}
      name="reason"
      description={t("cancelReasonHelp")}
      maxLength={255}
      autoComplete="off"
      value={value}
      onChange={onChange}
    />
  );
}
