import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";

/** Asks for the name and lifetime of a new token. */
export function NewToken({ onClose, onCreated }: {
  onClose(): void;
  onCreated(created: { name: string; token: string }): void;
}) {
  const [name, setName] = useState("");
  const [days, setDays] = useState("365");
  const create = useWrite("reportingTokens.create", { changes: ["reportingTokens.list"] });
  return (
    <Dialog title="New reporting token" onClose={onClose}>
      <Form
        className="dialog-form"
        error={create.error}
        fields={["name", "expiresDays"]}
        onSubmit={() =>
          create.mutate({ name, ...(days !== "" && { expiresDays: Number(days) }) }, {
            onSuccess: onCreated,
          })}
      >
        <div className="dialog-body">
          <TextField
            label="Name"
            name="name"
            description="The tool that will use the token"
            value={name}
            onChange={setName}
            autoFocus
            isRequired
          />
          <TextField
            label="Valid for days"
            name="expiresDays"
            type="number"
            min={1}
            description="Empty: until it is revoked"
            value={days}
            onChange={setDays}
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Discard</Button>
          <Button type="submit" kind="primary" isPending={create.isPending}>Create token</Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
