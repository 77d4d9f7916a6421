import { Suspense } from "react";
import type { Appointment, Department, Environment } from "../../api/types.ts";
import { CancelDialog } from "../../desk/cancel.tsx";
import { CheckInDialog } from "../../desk/check_in.tsx";
import { DialogBoundary } from "../../shell/error_boundary.tsx";
import { onDemand } from "../../ui/on_demand.tsx";
import { KeysDialog } from "./keys_dialog.tsx";

/** The open dialog of the page. */
export type OpenDialog =
  | { kind: "keys" }
  | { kind: "check-in"; code: string }
  | { kind: "book"; departmentId?: number; slotTime?: string }
  | { kind: "cancel" | "reschedule"; appointment: Appointment };

const BookDialog = onDemand(async () => (await import("../../desk/book.tsx")).BookDialog);
const RescheduleDialog = onDemand(async () =>
  (await import("../../desk/reschedule.tsx")).RescheduleDialog
);

interface DialogsProps {
  dialog: OpenDialog | null;
  onClose(): void;
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

function OpenedDialog({ dialog, onClose, departments, environment, date }: DialogsProps & {
  dialog: OpenDialog;
}) {
  switch (dialog.kind) {
    case "keys":
      return <KeysDialog onClose={onClose} />;
    case "check-in":
      return <CheckInDialog key={dialog.code} qrCode={dialog.code} onClose={onClose} />;
    case "cancel":
      return <CancelDialog appointment={dialog.appointment} onClose={onClose} />;
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
            startDate={date}
            onClose={onClose}
          />
        </Suspense>
      );
  }
}
