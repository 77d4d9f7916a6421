import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { isAlreadyDone } from "../api/errors.ts";
import { CloseButton, Dialog, DialogActions } from "./dialog.tsx";
import { ChangeErrorBox } from "./error_box.tsx";
import { t } from "./form_texts.ts";

interface ConfirmProps<I, O> {
  title: string;
  /** Says in full sentences what will happen. */
  children: ReactNode;
  /** The text of the button. It names the action ("Revoke key"), never only "OK". */
  action: string;
  /** The text of the button that changes nothing. */
  keep?: string;
  write: Pick<UseMutationResult<O, unknown, I>, "error" | "isPending"> & {
    mutate(input: I, options: { onSuccess(output: O): void }): void;
  };
  input: I;
  onClose(): void;
  onDone?(output: O): void;
}

/** Asks before an action that cannot be undone. */
export function Confirm<I, O>(
  { title, children, action, keep = t("cancel"), write, input, onClose, onDone }: ConfirmProps<
    I,
    O
  >,
) {
  return (
    <Dialog title={title} role="alertdialog" onClose={onClose}>
      <div className="dialog-body prose">{children}</div>
      <ChangeErrorBox error={write.error} />
      <DialogActions>
        {isAlreadyDone(write.error) ? <CloseButton onPress={onClose} /> : (
          <>
            <Button autoFocus onPress={onClose}>{keep}</Button>
            <Button
              kind="danger"
              isPending={write.isPending}
              onPress={() =>
                write.mutate(input, {
                  onSuccess(output) {
                    onClose();
                    onDone?.(output);
                  },
                })}
            >
              {action}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
