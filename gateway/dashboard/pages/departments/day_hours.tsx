import { Button } from "../../ui/button.tsx";
import { TimeField } from "../../ui/time_field.tsx";
import { endsNextDay, type Interval } from "./hours_text.ts";
import { t } from "./texts.ts";

/** The opening hours of one weekday. */
export function DayHours({ name, nextName, intervals, fault, onChange }: {
  name: string;
  /** The name of the next day. */
  nextName: string;
  intervals: readonly Interval[];
  /** What is wrong with the hours. */
  fault: string | null;
  onChange(intervals: Interval[]): void;
}) {
  function set(i: number, change: Partial<Interval>): void {
    onChange(intervals.map((one, at) => at === i ? { ...one, ...change } : one));
  }
  return (
    <div className="day-hours" role="group" aria-label={name}>
      <span className="medium">
        <bdi>{name}</bdi>
      </span>
      <div className="list">
        {intervals.length === 0 && <span className="muted">{t("hours.closed")}</span>}
        {intervals.map((interval, i) => (
          <div key={i} className="line">
            <TimeField
              label={t("hours.opens", { day: name })}
              hidesLabel
              value={interval.opens}
              onChange={(opens) => set(i, { opens })}
            />
            <span aria-hidden="true">–</span>
            <TimeField
              label={t("hours.closes", { day: name })}
              hidesLabel
              // Midnight at the end of the day is 24:00 in the settings, and 00:00 on a clock.
              value={interval.closes === "24:00" ? "00:00" : interval.closes}
              onChange={(closes) => set(i, { closes: closes === "00:00" ? "24:00" : closes })}
            />
            <Button
              kind="quiet"
              icon="close"
              aria-label={t("hours.remove", { ...interval, day: name })}
              onPress={() => onChange(intervals.filter((_, at) => at !== i))}
            />
            {endsNextDay(interval) && (
              <span className="muted small">
                {t("hours.untilNextDay", { closes: interval.closes, day: nextName })}
              </span>
            )}
          </div>
        ))}
        {fault && <p className="fault" role="alert">{t("hours.fault", { day: name, fault })}</p>}
      </div>
      <Button
        kind="quiet"
        icon="plus"
        aria-label={t("hours.add", { day: name })}
        onPress={() => onChange([...intervals, nextInterval(intervals)])}
      />
    </div>
  );
}

/** Proposes an interval after the last one. */
function nextInterval(intervals: readonly Interval[]): Interval {
  const last = intervals.at(-1);
  if (!last) return { opens: "09:00", closes: "17:00" };
  const hour = Math.min(23, Number(last.closes.slice(0, 2)) + 1);
  const opens = `${String(hour).padStart(2, "0")}:00`;
  return { opens, closes: `${String(Math.min(24, hour + 4)).padStart(2, "0")}:00` };
}
