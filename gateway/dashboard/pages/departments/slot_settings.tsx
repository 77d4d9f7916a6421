import { useState } from "react";
import { Switch } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { SettingsForm } from "./settings_form.tsx";
import { type DepartmentTabProps, useSettings } from "./use_settings.ts";
import { t } from "./texts.ts";

const fields = [
  "slotInterval",
  "slotCapacity",
  "slotOffset",
  "bookingWindow.minLeadMinutes",
  "bookingWindow.maxDaysAhead",
];

/** The slot grid, the capacity of a slot, and the booking window. */
export function SlotSettings(props: DepartmentTabProps) {
  const { department } = props;
  const settings = useSettings(props);
  const window = department.bookingWindow ?? {};
  const [number, setNumber] = useState({
    slotInterval: String(department.slotInterval),
    slotCapacity: String(department.slotCapacity),
    slotOffset: String(department.slotOffset),
    "bookingWindow.minLeadMinutes": String(window.minLeadMinutes ?? ""),
    "bookingWindow.maxDaysAhead": String(window.maxDaysAhead ?? ""),
  });
  const [refusePast, setRefusePast] = useState(window.refusePast ?? false);
  const [needsWorker, setNeedsWorker] = useState(department.showAdminsInBooking);
  const field = (name: keyof typeof number) => ({
    name,
    type: "number",
    value: number[name],
    onChange: (value: string) => setNumber({ ...number, [name]: value }),
  });

  function save(): void {
    const lead = number["bookingWindow.minLeadMinutes"];
    const ahead = number["bookingWindow.maxDaysAhead"];
    const bookingWindow = {
      ...(lead !== "" && { minLeadMinutes: Number(lead) }),
      ...(ahead !== "" && { maxDaysAhead: Number(ahead) }),
      ...(refusePast && { refusePast }),
    };
    settings.save({
      slotInterval: Number(number.slotInterval),
      slotCapacity: Number(number.slotCapacity),
      slotOffset: Number(number.slotOffset),
      showAdminsInBooking: needsWorker,
      bookingWindow: Object.keys(bookingWindow).length > 0 ? bookingWindow : null,
    });
  }

  return (
    <SettingsForm settings={settings} fields={fields} onSubmit={save}>
      <div className="columns">
        <TextField
          label={t("field.slotInterval")}
          unit={t("slots.minutes")}
          min={1}
          max={1440}
          isRequired
          {...field("slotInterval")}
        />
        <TextField
          label={t("field.slotCapacity")}
          description={t("slots.capacityHelp")}
          min={1}
          max={10_000}
          isRequired
          {...field("slotCapacity")}
        />
        <TextField
          label={t("field.slotOffset")}
          description={t("slots.offsetHelp")}
          unit={t("slots.minutes")}
          min={0}
          max={Math.max(0, Number(number.slotInterval) - 1)}
          isRequired
          {...field("slotOffset")}
        />
      </div>
      <Switch
        label={t("field.showAdminsInBooking")}
        description={t("slots.workerHelp")}
        isSelected={needsWorker}
        onChange={setNeedsWorker}
      />
      <h2>{t("field.bookingWindow")}</h2>
      <div className="columns">
        <TextField
          label={t("slots.notice")}
          description={t("slots.noticeHelp")}
          unit={t("slots.minutes")}
          min={0}
          max={525_600}
          {...field("bookingWindow.minLeadMinutes")}
        />
        <TextField
          label={t("slots.ahead")}
          description={t("slots.aheadHelp")}
          unit={t("slots.days")}
          min={0}
          max={3650}
          {...field("bookingWindow.maxDaysAhead")}
        />
      </div>
      <Switch label={t("slots.refusePast")} isSelected={refusePast} onChange={setRefusePast} />
    </SettingsForm>
  );
}
