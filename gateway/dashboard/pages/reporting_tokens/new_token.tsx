import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import { TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";

/** Asks for the name and lifetime of a new token. */
export function NewToken({ onClose, onCreated }: {
  onClose(): void;
  onCreated(created: { name: string; token: string }): void;
}) {
  const [name, setName] = useState("");
  const [days, setDays] = useState("365");
  const create = useWrite("reportingTokens.create", { changes: ["reportingTokens.list"] });
  return (
    <FormDialog
      title="New reporting token"
      fields={["name", "expiresDays"]}
      write={create}
      action="Create token"
      onSubmit={() =>
        create.mutate({ name, ...(days !== "" && { expiresDays: Number(days) }) }, {
          onSuccess: onCreated,
        })}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
