import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyField } from "./copy_field.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";

/** A secret on the one occasion on which it is shown; it stays until it is said to be kept. */
export function ShownOnce({ title, label, value, onClose, children }: {
  title: string;
  label: string;
  value: string;
  onClose(): void;
  children?: ReactNode;
}) {
  return (
    <Dialog title={title} isDismissable={false} onClose={onClose}>
      <div className="dialog-body">
        <p className="notice">
          This is shown only now. Copy it to where it is needed before you go on.
        </p>
        <CopyField label={label} value={value} />
        {children}
      </div>
      <DialogActions>
        <Button kind="primary" onPress={onClose}>I have kept it</Button>
      </DialogActions>
    </Dialog>
  );
}
