import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Switch, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { type PartProps, useSettings } from "./use_settings.ts";

const fields = [
  "slotInterval",
  "slotCapacity",
  "slotOffset",
  "bookingWindow.minLeadMinutes",
  "bookingWindow.maxDaysAhead",
];

/** The grid, how many one slot holds, and how far ahead it may be booked. */
export function SlotSettings({ department }: PartProps) {
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
  const [namesWorkers, setNamesWorkers] = useState(department.showAdminsInBooking);
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
      showAdminsInBooking: namesWorkers,
      bookingWindow: Object.keys(bookingWindow).length > 0 ? bookingWindow : null,
    });
  }

  return (
    <Form className="narrow" error={settings.error} fields={fields} onSubmit={save}>
      <div className="columns">
        <TextField
          label="Minutes a slot"
          min={1}
          max={1440}
          isRequired
          {...field("slotInterval")}
        />
        <TextField
          label="Appointments at a time"
          description="Lowering it leaves what is booked as it is."
          min={1}
          isRequired
          {...field("slotCapacity")}
        />
        <TextField
          label="First slot, minutes after midnight"
          description="Below the minutes of a slot: 15 makes slots of 30 minutes begin at :15 and :45."
          min={0}
          isRequired
          {...field("slotOffset")}
        />
      </div>
      <Switch
        label="Each booking names a worker"
        description="A worker takes one appointment a slot; free places are then limited by free workers."
        isSelected={namesWorkers}
        onChange={setNamesWorkers}
      />
      <h2 className="form-heading">Booking window</h2>
      <div className="columns">
        <TextField
          label="Notice, in minutes"
          description="Empty: none is needed."
          min={0}
          {...field("bookingWindow.minLeadMinutes")}
        />
        <TextField
          label="Days ahead at most"
          description="Empty: as far as one likes."
          min={0}
          {...field("bookingWindow.maxDaysAhead")}
        />
      </div>
      <Switch
        label="Refuse times that have passed"
        isSelected={refusePast}
        onChange={setRefusePast}
      />
      <div className="form-actions">
        <Button type="submit" kind="primary" isPending={settings.isPending}>Save</Button>
      </div>
    </Form>
  );
}
