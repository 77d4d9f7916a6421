import { type KeyboardEvent, useState } from "react";
import { useRead } from "../api/hooks.ts";
import { useTimeZone } from "../api/session.tsx";
import { addDays, dateOf, dayText, nowIn, timeOf } from "../api/time.ts";
import type { Environment } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { LoadError } from "../ui/error_box.tsx";

interface WeekSlotsProps {
  departmentId: number;
  environment: Environment;
  workerId?: number | undefined;
  /** The start of the selected slot. */
  value: string | null;
  onChange(slotTime: string): void;
  /** The first day to show; today if it has passed. */
  startDate: string;
}

/** The free slots of seven days, one column per day. The arrow keys move through them. */
export function WeekSlots(
  { departmentId, environment, workerId, value, onChange, startDate }: WeekSlotsProps,
) {
  const timeZone = useTimeZone();
  const now = nowIn(timeZone);
  const today = dateOf(now);
  const [first, setFirst] = useState(later(dateOf(startDate), today));
  const range = useRead("departments.range", {
    id: departmentId,
    from: first,
    to: addDays(first, 6),
    environment,
    ...(workerId !== undefined && { workerId }),
  }, { keepsPrevious: true });
  const days = (range.data?.days ?? []).map(({ date, slots }) => ({
    date,
    slots: slots.filter(({ slotTime }) => slotTime >= now || slotTime === value),
  }));
  const all = days.flatMap(({ slots }) => slots.map(({ slotTime }) => slotTime));
  const tabStop = value !== null && all.includes(value) ? value : all[0];
  return (
    <div className="week">
      <div className="week-head">
        <Button
          kind="quiet"
          icon="left"
          aria-label="Previous 7 days"
          isDisabled={first <= today}
          onPress={() => setFirst(later(addDays(first, -7), today))}
        />
        <strong aria-live="polite">{dayText(first)} – {dayText(addDays(first, 6))}</strong>
        <Button
          kind="quiet"
          icon="right"
          aria-label="Next 7 days"
          onPress={() => setFirst(addDays(first, 7))}
        />
        <span className="muted small">{timeZone.replaceAll("_", " ")}</span>
      </div>
      {range.isError && <LoadError error={range.error} onRetry={() => void range.refetch()} />}
      <div
        className={`week-days ${range.isPlaceholderData ? "dimmed" : ""}`}
        role="group"
        aria-label="Free times"
        aria-busy={range.isFetching}
        onKeyDown={moveFocus}
      >
        {days.map(({ date, slots }) => (
          <div key={date} className="week-day">
            <div className="week-date">{dayText(date)}</div>
            {slots.length === 0 && <div className="week-none">None</div>}
            {slots.map(({ slotTime, remainingSlots }) => (
              <button
                key={slotTime}
                type="button"
                className="slot-choice"
                aria-pressed={slotTime === value}
                aria-label={`${timeOf(slotTime)} ${remainingSlots} free, ${dayText(date)}`}
                tabIndex={slotTime === tabStop ? 0 : -1}
                onClick={() => onChange(slotTime)}
              >
                {timeOf(slotTime)} <span aria-hidden="true">{remainingSlots}</span>
              </button>
            ))}
          </div>
        ))}
        {range.isPending && <div className="week-none">Loading free times …</div>}
        {range.data && all.length === 0 && (
          <div className="week-empty">
            No free times in these 7 days. Try the next 7 days, or check the department’s opening
            hours.
          </div>
        )}
      </div>
    </div>
  );
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** Moves the focus: up and down within a day, left and right to the next day with free slots. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target as HTMLElement;
  const column = from.closest(".week-day");
  if (!column || !event.key.startsWith("Arrow")) return;
  event.preventDefault();
  const own = [...column.querySelectorAll<HTMLElement>(".slot-choice")];
  const at = own.indexOf(from);
  if (event.key === "ArrowUp") own[at - 1]?.focus();
  if (event.key === "ArrowDown") own[at + 1]?.focus();
  const side = event.key === "ArrowLeft" ? "previousElementSibling" : "nextElementSibling";
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  for (let next = column[side]; next; next = next[side]) {
    const theirs = [...next.querySelectorAll<HTMLElement>(".slot-choice")];
    if (theirs.length === 0) continue;
    theirs[Math.min(at, theirs.length - 1)]!.focus();
    return;
  }
}
