import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Switch, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { type DepartmentTabProps, useSettings } from "./use_settings.ts";

const fields = [
  "slotInterval",
  "slotCapacity",
  "slotOffset",
  "bookingWindow.minLeadMinutes",
  "bookingWindow.maxDaysAhead",
];

/** The slot grid, the capacity of a slot, and the booking window. */
export function SlotSettings({ department }: DepartmentTabProps) {
  const settings = useSettings(department);
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
    <Form className="narrow" error={settings.error} fields={fields} onSubmit={save}>
      <div className="columns">
        <TextField
          label="Minutes per slot"
          min={1}
          max={1440}
          isRequired
          {...field("slotInterval")}
        />
        <TextField
          label="Appointments per slot"
          description="A lower number changes no existing appointment."
          min={1}
          isRequired
          {...field("slotCapacity")}
        />
        <TextField
          label="First slot, minutes after midnight"
          description="Less than the minutes per slot. Example: with 15, slots of 30 minutes start at :15 and :45."
          min={0}
          isRequired
          {...field("slotOffset")}
        />
      </div>
      <Switch
        label="Every booking needs a worker"
        description="A worker takes one appointment per slot, so free workers limit the free places."
        isSelected={needsWorker}
        onChange={setNeedsWorker}
      />
      <h2 className="form-heading">Booking window</h2>
      <div className="columns">
        <TextField
          label="Minimum notice, in minutes"
          description="Empty: no minimum."
          min={0}
          {...field("bookingWindow.minLeadMinutes")}
        />
        <TextField
          label="Maximum days ahead"
          description="Empty: no maximum."
          min={0}
          {...field("bookingWindow.maxDaysAhead")}
        />
      </div>
      <Switch
        label="Refuse past times"
        isSelected={refusePast}
        onChange={setRefusePast}
      />
      <div className="form-actions">
        <Button type="submit" kind="primary" isPending={settings.isPending}>Save</Button>
      </div>
    </Form>
  );
}
