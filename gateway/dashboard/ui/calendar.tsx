import { parseDate, toCalendarDate } from "@internationalized/date";
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
import { Button } from "./button.tsx";

/** A month, in which a day is chosen. It is loaded when it is opened for the first time. */
export function Calendar({ value, min, max, onChange }: {
  value: DateValue | null;
  min?: string | undefined;
  max?: string | undefined;
  onChange(date: DateValue): void;
}) {
  return (
    <AriaCalendar
      className="calendar"
      autoFocus
      value={value && toCalendarDate(value)}
      onChange={onChange}
      {...(min && { minValue: parseDate(min.slice(0, 10)) })}
      {...(max && { maxValue: parseDate(max.slice(0, 10)) })}
    >
      <header className="line between">
        <Button slot="previous" kind="quiet" icon="left" />
        <Heading />
        <Button slot="next" kind="quiet" icon="right" />
      </header>
      <CalendarGrid>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="calendar-weekday">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarCell date={date} className="calendar-day" />}
        </CalendarGridBody>
      </CalendarGrid>
    </AriaCalendar>
  );
}
