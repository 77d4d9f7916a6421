import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import { TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";

/** Asks for the required settings of a new department. The others are on its own page. */
export function NewDepartment(
  { onClose, onCreated }: { onClose(): void; onCreated(id: number): void },
) {
  const [name, setName] = useState("");
  const [slotInterval, setSlotInterval] = useState("30");
  const [slotCapacity, setSlotCapacity] = useState("1");
  const create = useWrite("departments.create", { changes: ["departments"] });
  return (
    <FormDialog
      title="New department"
      fields={["name", "slotInterval", "slotCapacity"]}
      write={create}
      action="Create department"
      onSubmit={() =>
        create.mutate({
          name,
          slotInterval: Number(slotInterval),
          slotCapacity: Number(slotCapacity),
        }, { onSuccess: ({ id }) => onCreated(id) })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        autoFocus
        isRequired
      />
      <div className="columns">
        <TextField
          label="Minutes per slot"
          name="slotInterval"
          type="number"
          min={1}
          max={1440}
          value={slotInterval}
          onChange={setSlotInterval}
          isRequired
        />
        <TextField
          label="Appointments per slot"
          name="slotCapacity"
          type="number"
          min={1}
          value={slotCapacity}
          onChange={setSlotCapacity}
          isRequired
        />
      </div>
      <p className="help">The department is always open until you set its hours.</p>
    </FormDialog>
  );
}
