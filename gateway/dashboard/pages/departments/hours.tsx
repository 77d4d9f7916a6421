import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DialogActions, PlainDialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/choices.tsx";
import { DayHours } from "./day_hours.tsx";
import {
  dayAfter,
  dayText,
  faultOf,
  hoursText,
  type Interval,
  isWeekday,
  type OpeningHours,
  splitAtMidnight,
  type Weekday,
  weekdayName,
  weekdays,
} from "./hours_text.ts";
import { SettingsForm } from "./settings_form.tsx";
import { changesOf, useHours } from "./use_hours.ts";
import type { DepartmentTabProps } from "./use_settings.ts";
import { t } from "./texts.ts";

const workdays = weekdays.slice(0, 5);
const defaultInterval = { opens: "09:00", closes: "17:00" };

/** The opening hours. A day may have several intervals. Changed rows are saved by themselves. */
export function Hours(props: DepartmentTabProps) {
  const [saved, setSaved] = useState(props.department.openingHours);
  const [hours, setHours] = useState(saved);
  const [showsFaults, setShowsFaults] = useState(false);
  const [replaced, setReplaced] = useState<Weekday[]>([]);
  const entered = hours && splitAtMidnight(hours);
  const settings = useHours(props, entered, (now) => {
    setSaved(now);
    setHours(now);
  });

  function setDay(day: Weekday, intervals: OpeningHours[Weekday]): void {
    const { [day]: _, ...others } = hours ?? {};
    setHours(intervals && intervals.length > 0 ? { ...others, [day]: intervals } : others);
  }
  function copyMonday(): void {
    setReplaced([]);
    const monday = hours?.monday ?? [];
    setHours({ ...hours, ...Object.fromEntries(workdays.map((day) => [day, monday])) });
  }
  function save(): void {
    setShowsFaults(true);
    if (entered && weekdays.some((day) => faultOf(entered[day] ?? []))) return;
    settings.save(changesOf(saved, entered));
  }
  /** The days that have other hours, which a copy would replace. */
  const others = workdays.slice(1).filter((day) =>
    (hours?.[day]?.length ?? 0) > 0 && textOf(hours?.[day]) !== textOf(hours?.monday)
  );
  return (
    <SettingsForm
      settings={settings}
      fields={[]}
      labelOf={(field) => isWeekday(field) ? weekdayName(field) : t("field.openingHours")}
      textOf={(field, value) =>
        isWeekday(field)
          ? dayText(value as Interval[] | null)
          : hoursText(value as OpeningHours | null)}
      // After a save the fields also have the hours of others, which are no change of the user.
      isChanged={() => hours !== saved}
      onSubmit={save}
    >
      <Switch
        label={t("hours.limit")}
        description={t("hours.limitHelp")}
        isSelected={hours !== null}
        onChange={(isLimited) =>
          setHours(
            isLimited ? Object.fromEntries(workdays.map((day) => [day, [defaultInterval]])) : null,
          )}
      />
      {hours && weekdays.map((day) => (
        <DayHours
          key={day}
          name={weekdayName(day)}
          intervals={hours[day] ?? []}
          nextName={weekdayName(dayAfter(day))}
          fault={showsFaults ? faultOf(entered?.[day] ?? []) : null}
          onChange={(intervals) => setDay(day, intervals)}
        />
      ))}
      {hours && (
        <div>
          <Button onPress={() => others.length > 0 ? setReplaced(others) : copyMonday()}>
            {t("hours.copyMonday")}
          </Button>
        </div>
      )}
      {replaced.length > 0 && (
        <PlainDialog
          title={t("hours.copyMonday")}
          role="alertdialog"
          onClose={() => setReplaced([])}
        >
          <div className="dialog-body">
            {t("hours.replaces", { days: replaced.map((day) => weekdayName(day)).join(", ") })}
          </div>
          <DialogActions>
            <Button autoFocus onPress={() => setReplaced([])}>{t("cancel")}</Button>
            <Button kind="primary" onPress={copyMonday}>{t("hours.replace")}</Button>
          </DialogActions>
        </PlainDialog>
      )}
    </SettingsForm>
  );
}

function textOf(intervals: OpeningHours[Weekday]): string {
  return JSON.stringify(intervals ?? []);
}
