import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { isAlreadyDone } from "../api/errors.ts";
import { CancelButton, CloseButton, Dialog, DialogActions } from "./dialog.tsx";
import { Form } from "./form.tsx";

interface FormDialogProps {
  title: string;
  /** The names of the fields that show their own errors. */
  fields: readonly string[];
  /** The call that the form makes. */
  write: { error: unknown; isPending: boolean };
  /** The text of the button that sends the form. */
  action: string;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** A dialog with a form, and buttons that discard or send it. */
export function FormDialog(
  { title, fields, write, action, onSubmit, onClose, children }: FormDialogProps,
) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className="dialog-form" error={write.error} fields={fields} onSubmit={onSubmit}>
        <div className="dialog-body">{children}</div>
        <DialogActions>
          {isAlreadyDone(write.error) ? <CloseButton onPress={onClose} /> : (
            <>
              <CancelButton onPress={onClose} />
              <Button type="submit" kind="primary" isPending={write.isPending}>{action}</Button>
            </>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
