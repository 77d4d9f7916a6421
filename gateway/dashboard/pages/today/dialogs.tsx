import { Suspense } from "react";
import { longDayText } from "../../api/time.ts";
import type { Appointment, Department, Environment } from "../../api/types.ts";
import { DialogBoundary } from "../../ui/error_boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { onDemand } from "../../ui/on_demand.tsx";
import { t } from "./texts.ts";

/** The open dialog of the page. */
export type OpenDialog =
  | { kind: "book"; departmentId?: number; slotTime?: string; workerId?: number }
  | { kind: "cancel" | "reschedule"; appointment: Appointment }
  | { kind: "other-day"; action: "complete" | "miss"; appointment: Appointment };

const CancelDialog = onDemand(async () => (await import("../../desk/cancel.tsx")).CancelDialog);
const BookDialog = onDemand(async () => (await import("../../desk/book.tsx")).BookDialog);
const RescheduleDialog = onDemand(async () =>
  (await import("../../desk/reschedule.tsx")).RescheduleDialog
);

interface DialogsProps {
  dialog: OpenDialog | null;
  onClose(): void;
  /** Called when an action on another day's appointment was confirmed. */
  onConfirm(action: "complete" | "miss", appointment: Appointment): void;
  onBooked(id: number): void;
  departments: readonly Department[];
  environment: Environment;
  date: string;
}

/** Shows the open dialog, if any. */
export function Dialogs(props: DialogsProps) {
  if (!props.dialog) return null;
  return (
    <DialogBoundary onClose={props.onClose}>
      <OpenedDialog {...props} dialog={props.dialog} />
    </DialogBoundary>
  );
}

function OpenedDialog(
  { dialog, onClose, onConfirm, onBooked, departments, environment, date }: DialogsProps & {
    dialog: OpenDialog;
  },
) {
  switch (dialog.kind) {
    case "cancel":
      return (
        <Suspense>
          <CancelDialog appointment={dialog.appointment} onClose={onClose} />
        </Suspense>
      );
    case "other-day":
      return (
        <OtherDay
          {...dialog}
          onClose={onClose}
          onConfirm={() => {
            onClose();
            onConfirm(dialog.action, dialog.appointment);
          }}
        />
      );
    case "reschedule":
      return (
        <Suspense>
          <RescheduleDialog appointment={dialog.appointment} onClose={onClose} />
        </Suspense>
      );
    case "book":
      return (
        <Suspense>
          <BookDialog
            departments={departments}
            environment={environment}
            departmentId={dialog.departmentId}
            slotTime={dialog.slotTime}
            workerId={dialog.workerId}
            startDate={date}
            onClose={onClose}
            onBooked={({ id }) => onBooked(id)}
          />
        </Suspense>
      );
  }
}

/** Asks before a status change of an appointment that is not today. */
function OtherDay({ action, appointment: { name, dateTime }, onClose, onConfirm }: {
  action: "complete" | "miss";
  appointment: Appointment;
  onClose(): void;
  onConfirm(): void;
}) {
  return (
    <Dialog title={t(`otherDay.${action}`, { name })} role="alertdialog" onClose={onClose}>
      <p className="dialog-body">
        {t.rich("otherDay.notToday", {
          day: longDayText(dateTime),
          strong: (chunks) => <strong>{chunks}</strong>,
        })}
      </p>
      <DialogActions>
        <Button autoFocus onPress={onClose}>{t("otherDay.cancel")}</Button>
        <Button kind="primary" onPress={onConfirm}>
          {t(action === "complete" ? "row.checkIn" : "row.miss")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
