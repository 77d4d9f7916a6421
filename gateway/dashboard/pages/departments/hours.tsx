import { useState } from "react";
import type { Department } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Switch, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { type DepartmentTabProps, useSettings } from "./use_settings.ts";

type OpeningHours = NonNullable<Department["openingHours"]>;
type Weekday = keyof OpeningHours;

const weekdays: readonly Weekday[] = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
];
const defaultInterval = { opens: "09:00", closes: "17:00" };

/** The opening hours. A day may have several intervals. */
export function Hours({ department }: DepartmentTabProps) {
  const settings = useSettings(department);
  const [hours, setHours] = useState(department.openingHours);
  function setDay(day: Weekday, intervals: OpeningHours[Weekday]): void {
    const { [day]: _, ...others } = hours ?? {};
    setHours(intervals && intervals.length > 0 ? { ...others, [day]: intervals } : others);
  }
  function copyMonday(): void {
    setHours(Object.fromEntries(weekdays.slice(0, 5).map((day) => [day, hours?.monday ?? []])));
  }
  return (
    <Form
      className="narrow"
      error={settings.error}
      fields={[]}
      onSubmit={() => settings.save({ openingHours: hours })}
    >
      <Switch
        label="Limit opening hours"
        description="Off: always open, except on closures."
        isSelected={hours !== null}
        onChange={(isLimited) =>
          setHours(
            isLimited
              ? Object.fromEntries(weekdays.slice(0, 5).map((d) => [d, [defaultInterval]]))
              : null,
          )}
      />
      {hours && weekdays.map((day) => (
        <Day
          key={day}
          day={day}
          intervals={hours[day] ?? []}
          onChange={(intervals) => setDay(day, intervals)}
        />
      ))}
      <div className="form-actions">
        <Button type="submit" kind="primary" isPending={settings.isPending}>Save</Button>
        {hours && <Button onPress={copyMonday}>Use Monday’s hours until Friday</Button>}
      </div>
    </Form>
  );
}

interface Interval {
  opens: string;
  closes: string;
}

function Day({ day, intervals, onChange }: {
  day: Weekday;
  intervals: readonly Interval[];
  onChange(intervals: Interval[]): void;
}) {
  const name = day.slice(0, 1).toUpperCase() + day.slice(1);
  function set(i: number, change: Partial<Interval>): void {
    onChange(intervals.map((one, at) => at === i ? { ...one, ...change } : one));
  }
  return (
    <div className="day-hours" role="group" aria-label={name}>
      <span className="day-name">{name}</span>
      <div className="day-intervals">
        {intervals.length === 0 && <span className="muted day-closed">Closed</span>}
        {intervals.map((interval, i) => (
          <div key={i} className="interval">
            <Time
              label={`${name} opens`}
              value={interval.opens}
              onChange={(opens) => set(i, { opens })}
            />
            <span aria-hidden="true">–</span>
            <Time
              label={`${name} closes`}
              value={interval.closes}
              onChange={(closes) => set(i, { closes })}
            />
            <Button
              kind="quiet"
              icon="close"
              aria-label={`Remove ${interval.opens} to ${interval.closes} on ${name}`}
              onPress={() => onChange(intervals.filter((_, at) => at !== i))}
            />
          </div>
        ))}
      </div>
      <Button
        kind="quiet"
        icon="plus"
        aria-label={`Add hours on ${name}`}
        onPress={() => onChange([...intervals, intervalAfter(intervals.at(-1))])}
      />
    </div>
  );
}

/** A text field, because the time pickers of browsers have no 24:00. */
function Time({ label, value, onChange }: {
  label: string;
  value: string;
  onChange(time: string): void;
}) {
  return (
    <TextField
      aria-label={label}
      label=""
      value={value}
      onChange={onChange}
      pattern="([01]\d|2[0-3]):[0-5]\d|24:00"
      isRequired
      inputMode="numeric"
      maxLength={5}
    />
  );
}

function intervalAfter(last: Interval | undefined): Interval {
  if (!last) return defaultInterval;
  const hour = Math.min(23, Number(last.closes.slice(0, 2)) + 1);
  const opens = `${String(hour).padStart(2, "0")}:00`;
  return { opens, closes: `${String(Math.min(24, hour + 4)).padStart(2, "0")}:00` };
}
