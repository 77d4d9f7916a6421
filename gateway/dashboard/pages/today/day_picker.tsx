import { addDays } from "../../api/time.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";

/** Buttons to the previous and next day, and a date field. */
export function DayPicker({ date, today, onChange }: {
  date: string;
  today: string;
  onChange(date: string): void;
}) {
  return (
    <div className="day-chooser" role="group" aria-label="Day">
      <Button
        kind="quiet"
        icon="left"
        aria-label="Previous day"
        onPress={() => onChange(addDays(date, -1))}
      />
      <DateField label="Date" hidesLabel value={date} onChange={onChange} isRequired />
      <Button
        kind="quiet"
        icon="right"
        aria-label="Next day"
        onPress={() => onChange(addDays(date, 1))}
      />
      {date !== today && <Button onPress={() => onChange(today)}>Today</Button>}
    </div>
  );
}
