import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { Fault } from "./fault.tsx";
import { TextField } from "./fields.tsx";
import { Form } from "./form.tsx";

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

/** Gives something another name. */
export function NameDialog<I, O>({ title, name: old, write, inputOf, onClose }: {
  title: string;
  name: string;
  write: UseMutationResult<O, unknown, I>;
  inputOf(name: string): I;
  onClose(): void;
}) {
  const [name, setName] = useState(old);
  // The same write may still hold the fault of another thing.
  useEffect(write.reset, [write.reset]);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        className="dialog-form"
        error={write.error}
        fields={["name"]}
        onSubmit={() => write.mutate(inputOf(name), { onSuccess: onClose })}
      >
        <div className="dialog-body">
          <TextField
            label="Name"
            name="name"
            value={name}
            onChange={setName}
            autoFocus
            isRequired
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Discard</Button>
          <Button type="submit" kind="primary" isPending={write.isPending}>Rename</Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
