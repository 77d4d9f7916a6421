import { Suspense } from "react";
import { useLocale } from "react-aria-components";
import type { DateFieldProps } from "./date_input.tsx";
import { onDemand } from "./on_demand.tsx";

const DateInput = onDemand(async () => (await import("./date_input.tsx")).DateInput);

/**
 * A date, typed in the order of the user's language or chosen in a calendar. `onChange` gets complete dates only.
 * Its code is 25 kB, which the first page does not wait for: until it has arrived, the date is plain text.
 */
export function DateField(props: DateFieldProps) {
  return (
    <Suspense fallback={<DateText {...props} />}>
      <DateInput {...props} />
    </Suspense>
  );
}

function DateText({ label, hidesLabel, value }: DateFieldProps) {
  const { locale } = useLocale();
  const form = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const date = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  return (
    <div className="field date-field">
      {!hidesLabel && <span className="label">{label}</span>}
      <div className="input-frame">
        <span className="input date-input">
          {Number.isNaN(date.valueOf()) ? "" : form.format(date)}
        </span>
      </div>
    </div>
  );
}
