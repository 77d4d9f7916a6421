import { useState } from "react";
import { flushSync } from "react-dom";
import { longDayText, timeOf } from "../api/time.ts";
import type { Appointment } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { CancelButton, Dialog, DialogActions } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useCheckIn } from "./actions.ts";
import { t } from "./booking_texts.ts";

/** Asks why an appointment is completed before its day. The reason is in the audit log until the appointment is erased. */
export function EarlyDialog({ appointment, onCompleted, onClose }: {
  appointment: Appointment;
  onCompleted?: () => void;
  onClose(): void;
}) {
  const [reason, setReason] = useState("");
  const { completeEarly, isPending, error } = useCheckIn();
  const { name, dateTime } = appointment;
  async function complete(): Promise<void> {
    await completeEarly(appointment, reason);
    // The page does not move on while a form holds input, so the form is removed first.
    flushSync(onClose);
    onCompleted?.();
  }
  return (
    <Dialog title={t("early.title", { name })} onClose={onClose}>
      <Form
        error={error}
        fields={["overrideReason"]}
        isChanged={() => reason !== ""}
        onSubmit={() => void complete().catch(() => {})}
        className="dialog-form"
      >
        <div className="dialog-body">
          <p>{t("early.lead", { day: longDayText(dateTime), time: timeOf(dateTime) })}</p>
          <TextField
            label={t("early.reason")}
            name="overrideReason"
            description={t("early.help")}
            autoFocus
            isRequired
            maxLength={255}
            autoComplete="off"
            value={reason}
            onChange={setReason}
          />
        </div>
        <DialogActions>
          <CancelButton onPress={onClose} />
          <Button type="submit" kind="primary" isPending={isPending}>{t("early.action")}</Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
