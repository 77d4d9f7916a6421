import { addDays } from "../../api/time.ts";
import { texts } from "../../messages/texts.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";

const t = texts("today");

/** Buttons to the previous and next day, and a date field. */
export function DayPicker({ date, today, onChange }: {
  date: string;
  today: string;
  onChange(date: string): void;
}) {
  return (
    <div className="day-chooser" role="group" aria-label={t("picker.label")}>
      <Button
        kind="quiet"
        icon="left"
        aria-label={t("picker.previous")}
        onPress={() => onChange(addDays(date, -1))}
      />
      <DateField label={t("picker.date")} hidesLabel value={date} onChange={onChange} isRequired />
      <Button
        kind="quiet"
        icon="right"
        aria-label={t("picker.next")}
        onPress={() => onChange(addDays(date, 1))}
      />
      {date !== today && <Button onPress={() => onChange(today)}>{t("picker.today")}</Button>}
    </div>
  );
}
