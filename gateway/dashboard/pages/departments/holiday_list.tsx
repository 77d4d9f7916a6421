import { longDayText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { CheckboxGroup } from "../../ui/choices.tsx";
import { t } from "./texts.ts";

type Holiday = Output<"departments.holidays">[number];

/** The public holidays of the next year, with a tick at each on which the departments close. */
export function HolidayList({ holidays, left, onLeft }: {
  holidays: readonly Holiday[];
  /** The dates without a tick. */
  left: readonly string[];
  onLeft(left: string[]): void;
}) {
  const dates = holidays.map(({ date }) => date);
  return (
    <CheckboxGroup
      label={t("holidays.dates")}
      name="dates"
      value={dates.filter((date) => !left.includes(date))}
      onChange={(ticked) => onLeft(dates.filter((date) => !ticked.includes(date)))}
      options={holidays.map((one) => ({
        value: one.date,
        label: one.name,
        description: descriptionOf(one),
      }))}
    />
  );
}

function descriptionOf({ date, isClosed, booked }: Holiday): string {
  const state = isClosed
    ? t("holidays.isClosed")
    : booked > 0 && t("holidays.booked", { count: booked });
  return state ? `${longDayText(date)} · ${state}` : longDayText(date);
}
