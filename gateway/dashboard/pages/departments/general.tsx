import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Switch, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { type PartProps, useSettings } from "./use_settings.ts";

/** What callers are told of the department, and whether it is bookable. */
export function General({ department }: PartProps) {
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
        label="Opening hours in words"
        isMultiline
        maxLength={1000}
        description="For people to read. What can be booked is decided under Hours."
        {...field("workingHours")}
      />
      <Switch
        label="Bookable"
        description="Off: callers are told that it does not exist, and nothing new is booked. What is booked stays."
        isSelected={isActive}
        onChange={setIsActive}
      />
      <div className="form-actions">
        <Button type="submit" kind="primary" isPending={settings.isPending}>Save</Button>
      </div>
    </Form>
  );
}
