import { longDayText, timeOf } from "../../api/time.ts";
import { OverrideReason, useOverride } from "../../desk/override_reason.tsx";
import { serviceText } from "../../api/service_text.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton, Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import type { Proposal } from "./proposal.ts";
import { timeOfSlot } from "./slots.ts";
import { t } from "./texts.ts";

/** Asks for the reason of a move to a time outside the booking window, which the audit log keeps. */
export function ReasonDialog({ proposal, onClose, onMove }: {
  proposal: Proposal;
  onClose(): void;
  onMove(overrideReason: string): void;
}) {
  const { appointment: { name }, column, slot } = proposal;
  const slotTime = timeOfSlot(column, slot);
  const reason = serviceText(slot.reason) ?? null;
  const override = useOverride(slotTime, { state: "OUTSIDE_WINDOW", reason });
  return (
    <Dialog title={t("reason.title", { name })} onClose={onClose}>
      <Form
        error={null}
        fields={["overrideReason"]}
        onSubmit={() => {
          onClose();
          onMove(override.reason);
        }}
        className="dialog-form"
      >
        <div className="dialog-body">
          <p>{t("reason.lead", { day: longDayText(slotTime), time: timeOf(slotTime) })}</p>
          <OverrideReason {...override} />
        </div>
        <DialogActions>
          <CancelButton onPress={onClose} />
          <Button type="submit" kind="primary">{t("reason.action")}</Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
