import { addDays } from "../api/time.ts";
import { Button } from "./button.tsx";
import { DateField } from "./date_field.tsx";
import { t } from "./texts.ts";

const dayText = (part: "label" | "previous" | "next" | "today") => t(`picker.${part}`);

/** Buttons to the previous and next day, and a date field. With `step: 7` the buttons go to other weeks. */
export function DayPicker(
  { date, today, onChange, step = 1, textOf = dayText, isCurrent = date === today }: {
    date: string;
    today: string;
    onChange(date: string): void;
    step?: number;
    /** The names of the buttons and of their group. */
    textOf?(part: "label" | "previous" | "next" | "today"): string;
    /** Whether it shows the day or the week of today, so that no button to it is needed. */
    isCurrent?: boolean;
  },
) {
  return (
    <div className="line gap-4 day-chooser" role="group" aria-label={textOf("label")}>
      <Button
        kind="quiet"
        icon="left"
        aria-label={textOf("previous")}
        onPress={() => onChange(addDays(date, -step))}
      />
      <DateField label={t("picker.date")} hidesLabel value={date} onChange={onChange} isRequired />
      <Button
        kind="quiet"
        icon="right"
        aria-label={textOf("next")}
        onPress={() => onChange(addDays(date, step))}
      />
      {!isCurrent && <Button onPress={() => onChange(today)}>{textOf("today")}</Button>}
    </div>
  );
}
