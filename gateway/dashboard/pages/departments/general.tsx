import { useState } from "react";
import { Switch } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { SettingsForm } from "./settings_form.tsx";
import { type DepartmentTabProps, useSettings } from "./use_settings.ts";
import { t } from "./texts.ts";

/** The description of the department, and whether it is bookable. */
export function General(props: DepartmentTabProps) {
  const { department } = props;
  const settings = useSettings(props);
  const [text, setText] = useState({
    name: department.name,
    address: department.address,
    phoneNumber: department.phoneNumber,
    workingHours: department.workingHours,
  });
  const [isActive, setIsActive] = useState(department.isActive);
  const field = (name: keyof typeof text) => ({
    name,
    label: t(`field.${name}`),
    value: text[name],
    onChange: (value: string) => setText({ ...text, [name]: value }),
  });
  return (
    <SettingsForm
      settings={settings}
      fields={Object.keys(text)}
      onSubmit={() => settings.save({ ...text, isActive })}
    >
      <TextField isRequired maxLength={255} {...field("name")} />
      <TextField maxLength={500} {...field("address")} />
      <TextField type="tel" maxLength={50} {...field("phoneNumber")} />
      <TextField
        isMultiline
        maxLength={1000}
        description={t("workingHoursHelp")}
        {...field("workingHours")}
      />
      <Switch
        label={t("field.isActive")}
        description={t("isActiveHelp")}
        isSelected={isActive}
        onChange={setIsActive}
      />
    </SettingsForm>
  );
}
