import { dayText, longDayText } from "../../api/time.ts";
import { Button } from "../../ui/button.tsx";
import { type Option, Select } from "../../ui/select.tsx";
import { TimeField } from "../../ui/time_field.tsx";
import type { Output } from "../../api/types.ts";
import { t } from "./texts.ts";

/** The shifts of each date of a week; null without a plan. */
export type Week = Record<string, Output<"workers.shifts">["days"][number]["shifts"] | null>;

/** The shifts of a person on a date. `places` are the workers of the person with the names of their departments. */
export function ShiftsOfDay({ date, shifts, places, onChange }: {
  date: string;
  shifts: Week[string];
  places: readonly Option[];
  onChange(shifts: Week[string]): void;
}) {
  const day = longDayText(date);
  const [first] = places;
  const set = (i: number, change: object) =>
    onChange(shifts!.with(i, { ...shifts![i]!, ...change }));
  const add = () => {
    const starts = shifts?.at(-1)?.ends ?? "08:00";
    const ends = starts < "19:00" ? later(starts) : "24:00";
    onChange([...shifts ?? [], { workerId: Number(first!.value), starts, ends }]);
  };
  return (
    <div className="day-hours shift-day" role="group" aria-label={day}>
      <span className="medium">{dayText(date)}</span>
      <div className="list">
        {shifts === null && <span className="muted">{t("shifts.asDepartment")}</span>}
        {shifts?.length === 0 && <span className="muted">{t("shifts.dayOff")}</span>}
        {shifts?.map(({ workerId, starts, ends }, i) => (
          <div key={i} className="line wrap">
            <TimeField
              label={t("shifts.starts", { day })}
              hidesLabel
              value={starts}
              onChange={(time) => set(i, { starts: time })}
              isRequired
            />
            <span aria-hidden="true">–</span>
            <TimeField
              label={t("shifts.ends", { day })}
              hidesLabel
              // Midnight at the end of the day is 24:00 in the settings, and 00:00 on a clock.
              value={ends === "24:00" ? "00:00" : ends}
              onChange={(time) => set(i, { ends: time === "00:00" ? "24:00" : time })}
              isRequired
            />
            {places.length > 1 && (
              <div className="shift-place">
                <Select
                  label={t("shifts.department", { day })}
                  hidesLabel
                  options={places}
                  value={String(workerId)}
                  onChange={(value) => set(i, { workerId: Number(value) })}
                />
              </div>
            )}
            <Button
              kind="quiet"
              icon="close"
              aria-label={t("shifts.remove", { day, starts, ends })}
              onPress={() => onChange(shifts.filter((_, at) => at !== i))}
            />
          </div>
        ))}
      </div>
      <div className="line">
        <Button kind="quiet" icon="plus" aria-label={t("shifts.add", { day })} onPress={add} />
        <Button
          kind="quiet"
          aria-label={t(shifts === null ? "shifts.offOn" : "shifts.asDepartmentOn", { day })}
          onPress={() => onChange(shifts === null ? [] : null)}
        >
          {t(shifts === null ? "shifts.off" : "shifts.clear")}
        </Button>
      </div>
    </div>
  );
}

/** Returns the time four hours after another one. */
function later(time: string): string {
  return `${String(Number(time.slice(0, 2)) + 4).padStart(2, "0")}${time.slice(2)}`;
}
