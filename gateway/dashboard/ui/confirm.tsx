import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { Fault } from "./fault.tsx";

interface ConfirmProps<I, O> {
  title: string;
  /** What will happen, in full sentences. */
  children: ReactNode;
  /** What the button does (`Revoke key`), never only "OK". */
  action: string;
  keep?: string;
  write: UseMutationResult<O, unknown, I>;
  input: I;
  onClose(): void;
  onDone?(output: O): void;
}

/** Asks before something that cannot be taken back. */
export function Confirm<I, O>(
  { title, children, action, keep = "Keep as it is", write, input, onClose, onDone }: ConfirmProps<
    I,
    O
  >,
) {
  return (
    <Dialog title={title} role="alertdialog" onClose={onClose}>
      <div className="dialog-body prose">{children}</div>
      <Fault error={write.error} />
      <DialogActions>
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
      </DialogActions>
    </Dialog>
  );
}
