import type { UseMutationResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { TextField } from "./fields.tsx";
import { Form } from "./form.tsx";

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
