import {
  type CalendarDateTime,
  parseDate,
  parseDateTime,
  toCalendarDate,
} from "@internationalized/date";
import { type FocusEvent, type KeyboardEvent, type ReactNode, Suspense, useContext } from "react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  DateField as AriaDateField,
  DateFieldStateContext,
  DateInput as AriaDateInput,
  DateSegment,
  type DateValue,
  Dialog,
  DialogTrigger,
  Label,
  Popover,
  Text,
} from "react-aria-components";
import { flushSync } from "react-dom";
import { useTimeZone } from "../api/session.tsx";
import { dateOf, dateText, nowIn } from "../api/time.ts";
import { Button } from "./button.tsx";
import { FieldMessage } from "./field_message.tsx";
import { onDemand } from "./on_demand.tsx";
import { t } from "./form_texts.ts";

export interface DateFieldProps {
  label: string;
  /** Shows the label to screen readers only. */
  hidesLabel?: boolean;
  description?: ReactNode;
  name?: string;
  /** `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm` for `datetime-local`; empty if there is none. */
  value: string;
  onChange(value: string): void;
  type?: "date" | "datetime-local";
  /** The first and last date, `YYYY-MM-DD`. */
  min?: string | undefined;
  max?: string | undefined;
  isRequired?: boolean;
}

const Calendar = onDemand(async () => (await import("./calendar.tsx")).Calendar);

// A date is complete when the user pauses, leaves the field or presses Enter. So typing one asks for no other dates.
const pauseMs = 500;
const minYear = 1900;
const maxYear = 2199;

type FieldState = NonNullable<React.ContextType<typeof DateFieldStateContext>>;

/**
 * A date, typed in the order of the user's language or chosen in a calendar. `onChange` gets complete dates only.
 * An incomplete or impossible date stays an error in the field until it is corrected.
 */
export function DateInput(props: DateFieldProps) {
  const { label, hidesLabel, description, value, onChange, type = "date", min, max } = props;
  const today = dateOf(nowIn(useTimeZone()));
  const [draft, setDraft] = useState<DateValue | null>(() => dateOfText(value));
  const [lastValue, setLastValue] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const state = useRef<FieldState | null>(null);
  const isLeaving = useRef(false);
  const frame = useRef<HTMLDivElement>(null);
  // Changed from outside, for example by the back button.
  if (value !== lastValue) {
    setLastValue(value);
    if (textOf(draft, type) !== value) setDraft(dateOfText(value));
    setProblem(null);
  }

  /** Passes the date on if it is complete and allowed. Returns what is wrong with it. */
  function emit(date: DateValue | null): string | null {
    const text = textOf(date, type);
    const wrong = date && problemOf(date, { min, max });
    if (wrong === null && text !== value && (text !== "" || !props.isRequired)) onChange(text);
    return wrong;
  }
  const emitAfterPause = useEffectEvent(() => {
    emit(draft);
  });
  useEffect(() => {
    const timer = setTimeout(emitAfterPause, pauseMs);
    return () => clearTimeout(timer);
  }, [draft]);

  function settle(): void {
    const shown = shownIn(state.current);
    if (shown === "incomplete") return setProblem(t("incompleteDate"));
    if (shown === "impossible") return setProblem(t("impossibleDate"));
    const date = draft && withCentury(draft);
    if (date !== draft) setDraft(date);
    setProblem(emit(date));
  }
  function onBlur(event: FocusEvent): void {
    const segments = event.currentTarget.querySelector(".date-input");
    if (!segments?.contains(event.target) || segments.contains(event.relatedTarget)) return;
    // React Aria replaces an impossible date by the nearest one when the focus leaves. Nobody has asked for that date.
    isLeaving.current = true;
    setTimeout(() => isLeaving.current = false);
    settle();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.target as Element).role === "spinbutton") {
      event.preventDefault();
      flushSync(settle);
      frame.current?.closest("form")?.requestSubmit();
    } else if (event.key === "ArrowDown" && event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(true);
    } else if (event.key !== "Tab" && event.key !== "Shift") setProblem(null);
  }
  function choose(date: DateValue): void {
    const time = draft && "hour" in draft ? draft : dateOfText(`${date}T00:00`) as CalendarDateTime;
    const next = type === "date"
      ? toCalendarDate(date)
      : time.set({ year: date.year, month: date.month, day: date.day });
    setDraft(next);
    setProblem(emit(next));
    setIsOpen(false);
  }

  return (
    <AriaDateField
      className="field date-field"
      value={draft}
      // The arrow keys begin with it in an empty field.
      placeholderValue={dateOfText(type === "date" ? today : `${today}T00:00`)}
      onChange={(date) => isLeaving.current || setDraft(date)}
      granularity={type === "date" ? "day" : "minute"}
      hourCycle={24}
      shouldForceLeadingZeros
      isRequired={props.isRequired ?? false}
      {...(props.name !== undefined && { name: props.name })}
      {...(problem !== null && { isInvalid: true })}
      {...(hidesLabel && { "aria-label": label })}
    >
      {!hidesLabel && <Label>{label}</Label>}
      <div className="input-frame" ref={frame} onBlurCapture={onBlur} onKeyDownCapture={onKeyDown}>
        <StateReader state={state} />
        <AriaDateInput className="input date-input">
          {(segment) => <DateSegment segment={segment} className="date-segment" />}
        </AriaDateInput>
        <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
          <Button kind="quiet" icon="today" aria-label={t("calendar", { label })} />
          <Popover
            className="popover surface"
            placement="bottom"
            triggerRef={frame}
          >
            <Dialog className="dialog" aria-label={label}>
              <Suspense fallback={<div className="calendar-space" />}>
                <Calendar value={draft} min={min} max={max} onChange={choose} />
              </Suspense>
            </Dialog>
          </Popover>
        </DialogTrigger>
      </div>
      {description && <Text slot="description" className="help">{description}</Text>}
      <FieldMessage label={label} problem={problem} />
    </AriaDateField>
  );
}

/** Gives the state of the surrounding field to its parent. */
function StateReader({ state }: { state: React.RefObject<FieldState | null> }) {
  const current = useContext(DateFieldStateContext);
  useEffect(() => {
    state.current = current;
  });
  return null;
}

/** Returns whether the segments on the screen are a date, nothing, a part of a date, or no date (30 February). */
function shownIn(state: FieldState | null): "date" | "nothing" | "incomplete" | "impossible" {
  const parts = (state?.segments ?? []).filter(({ isEditable }) => isEditable);
  const blank = parts.filter(({ isPlaceholder }) => isPlaceholder).length;
  if (blank > 0) return blank === parts.length ? "nothing" : "incomplete";
  const [year = 0, month = 0, day = 0] = (["year", "month", "day"] as const).map((type) =>
    parts.find((part) => part.type === type)?.text
  ).map(Number);
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? "date" : "impossible";
}

function problemOf(
  date: DateValue,
  { min, max }: { min?: string | undefined; max?: string | undefined },
): string | null {
  if (date.year < minYear || date.year > maxYear) return t("year");
  const day = toCalendarDate(date).toString();
  if (min && day < min.slice(0, 10)) return t("minDate", { date: dateText(min) });
  if (max && day > max.slice(0, 10)) return t("maxDate", { date: dateText(max) });
  return null;
}

/** Returns the date in this century if its year was typed with two digits. */
function withCentury(date: DateValue): DateValue {
  return date.year < 100 ? date.set({ year: 2000 + date.year }) : date;
}

/** Returns null for text that is no date, because an address can hold any text. */
function dateOfText(text: string): DateValue | null {
  try {
    return text.includes("T") ? parseDateTime(text) : parseDate(text);
  } catch {
    return null;
  }
}

function textOf(date: DateValue | null, type: "date" | "datetime-local"): string {
  return date?.toString().slice(0, type === "date" ? 10 : 16) ?? "";
}
