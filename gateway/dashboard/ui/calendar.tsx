import { parseDate, toCalendarDate, toZoned } from "@internationalized/date";
import {
  Calendar as AriaCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  type DateValue,
  Heading,
} from "react-aria-components";
import { useTimeZone } from "../api/session.tsx";
import { dateOf, nowIn } from "../api/time.ts";
import { Button } from "./button.tsx";

/** A month, in which a day is chosen. It is loaded when it is opened for the first time. */
export function Calendar({ value, min, max, onChange }: {
  value: DateValue | null;
  min?: string | undefined;
  max?: string | undefined;
  onChange(date: DateValue): void;
}) {
  const timeZone = useTimeZone();
  const today = dateOf(nowIn(timeZone));
  return (
    <AriaCalendar
      className="calendar"
      autoFocus
      // React Aria takes the zone of the value, and without one the zone of the browser.
      value={value && toZoned(toCalendarDate(value), timeZone)}
      defaultFocusedValue={value ? toCalendarDate(value) : parseDate(today)}
      onChange={(date) => onChange(toCalendarDate(date))}
      {...(min && { minValue: parseDate(min.slice(0, 10)) })}
      {...(max && { maxValue: parseDate(max.slice(0, 10)) })}
    >
      <div className="line between">
        <Button slot="previous" kind="quiet" icon="left" />
        <Heading />
        <Button slot="next" kind="quiet" icon="right" />
      </div>
      <CalendarGrid>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="calendar-weekday">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={`calendar-day ${date.toString() === today ? "is-today" : ""}`}
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </AriaCalendar>
  );
}
