import { useState } from "react";
import { longDayText, timeOf } from "../api/time.ts";
import type { Appointment } from "../api/types.ts";
import { pageTexts } from "../messages/page_texts.ts";
import { Button } from "../ui/button.tsx";
import { CancelButton, Dialog, DialogActions } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useCheckIn } from "./actions.ts";

const t = pageTexts("booking");

/** Asks why an appointment is completed before its day. The reason is in the audit log until the appointment is erased. */
export function EarlyDialog({ appointment, onClose }: {
  appointment: Appointment;
  onClose(): void;
}) {
  const [reason, setReason] = useState("");
  const { completeEarly, isPending, error } = useCheckIn();
  const { name, dateTime } = appointment;
  return (
    <Dialog title={t("early.title", { name })} onClose={onClose}>
      <Form
        error={error}
        fields={["overrideReason"]}
        isChanged={() => reason !== ""}
        onSubmit={() => void completeEarly(appointment, reason).then(onClose, () => {})}
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
