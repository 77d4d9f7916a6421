import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Switch, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { type DepartmentTabProps, useSettings } from "./use_settings.ts";

/** The description of the department, and whether it is bookable. */
export function General({ department }: DepartmentTabProps) {
  const settings = useSettings(department);
  const [text, setText] = useState({
    name: department.name,
    address: department.address,
    phoneNumber: department.phoneNumber,
    workingHours: department.workingHours,
  });
  const [isActive, setIsActive] = useState(department.isActive);
  const field = (name: keyof typeof text) => ({
    name,
    value: text[name],
    onChange: (value: string) => setText({ ...text, [name]: value }),
  });
  return (
    <Form
      className="narrow"
      error={settings.error}
      fields={Object.keys(text)}
      onSubmit={() => settings.save({ ...text, isActive })}
    >
      <TextField label="Name" isRequired maxLength={255} {...field("name")} />
      <TextField label="Address" maxLength={500} {...field("address")} />
      <TextField label="Phone" type="tel" maxLength={50} {...field("phoneNumber")} />
      <TextField
        label="Opening hours as text"
        isMultiline
        maxLength={1000}
        description="Only for people to read. The Hours tab decides when slots can be booked."
        {...field("workingHours")}
      />
      <Switch
        label="Bookable"
        description="Off: the API hides this department and nobody can book it. Existing appointments stay."
        isSelected={isActive}
        onChange={setIsActive}
      />
      <div className="form-actions">
        <Button type="submit" kind="primary" isPending={settings.isPending}>Save</Button>
      </div>
    </Form>
  );
}
