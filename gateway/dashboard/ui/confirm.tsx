import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { texts } from "../messages/texts.ts";
import { Button } from "./button.tsx";
import { isAlreadyDone } from "../api/errors.ts";
import { CloseButton, Dialog, DialogActions } from "./dialog.tsx";
import { ErrorBox } from "./error_box.tsx";
import { TextField } from "./fields.tsx";
import { FormDialog } from "./form_dialog.tsx";

const t = texts("forms");

interface ConfirmProps<I, O> {
  title: string;
  /** Says in full sentences what will happen. */
  children: ReactNode;
  /** The text of the button. It names the action ("Revoke key"), never only "OK". */
  action: string;
  /** The text of the button that changes nothing. */
  keep?: string;
  write: UseMutationResult<O, unknown, I>;
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
      <ErrorBox error={write.error} />
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

/** Asks for a new name. */
export function RenameDialog<I, O>({ title, name: oldName, write, inputOf, onClose }: {
  title: string;
  name: string;
  write: UseMutationResult<O, unknown, I>;
  inputOf(name: string): I;
  onClose(): void;
}) {
  const [name, setName] = useState(oldName);
  // The mutation may still hold the error of the item that was renamed before.
  useEffect(write.reset, [write.reset]);
  return (
    <FormDialog
      title={title}
      fields={["name"]}
      write={write}
      action={t("rename")}
      onSubmit={() => write.mutate(inputOf(name), { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={t("name")}
        name="name"
        value={name}
        onChange={setName}
        autoFocus
        isRequired
      />
    </FormDialog>
  );
}
