import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import { TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { t } from "./texts.ts";

/** Asks for the required settings of a new department. It is not bookable until its hours are set on its own page. */
export function NewDepartment(
  { onClose, onCreated }: { onClose(): void; onCreated(id: number): void },
) {
  const [name, setName] = useState("");
  const [slotInterval, setSlotInterval] = useState("30");
  const [slotCapacity, setSlotCapacity] = useState("1");
  const create = useWrite("departments.create", { changes: ["departments", "desk.day"] });
  return (
    <FormDialog
      title={t("new.title")}
      fields={["name", "slotInterval", "slotCapacity"]}
      write={create}
      action={t("new.create")}
      onSubmit={() =>
        create.mutate({
          name,
          slotInterval: Number(slotInterval),
          slotCapacity: Number(slotCapacity),
          isActive: false,
        }, { onSuccess: ({ id }) => onCreated(id) })}
      onClose={onClose}
    >
      <TextField
        label={t("field.name")}
        name="name"
        value={name}
        onChange={setName}
        autoFocus
        isRequired
      />
      <div className="columns">
        <TextField
          label={t("field.slotInterval")}
          name="slotInterval"
          type="number"
          unit={t("slots.minutes")}
          min={1}
          max={1440}
          value={slotInterval}
          onChange={setSlotInterval}
          isRequired
        />
        <TextField
          label={t("field.slotCapacity")}
          name="slotCapacity"
          type="number"
          min={1}
          max={10_000}
          value={slotCapacity}
          onChange={setSlotCapacity}
          isRequired
        />
      </div>
      <p className="help">{t("new.help")}</p>
    </FormDialog>
  );
}
