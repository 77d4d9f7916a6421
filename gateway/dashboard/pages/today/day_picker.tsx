import { addDays } from "../../api/time.ts";
import { Button } from "../../ui/button.tsx";

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
      <input
        type="date"
        className="input"
        aria-label="Date"
        value={date}
        onChange={(event) => event.target.value && onChange(event.target.value)}
      />
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
