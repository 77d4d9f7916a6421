import { type KeyboardEvent, useState } from "react";
import { useRead } from "../api/hooks.ts";
import { useTimeZone } from "../api/session.tsx";
import { addDays, dateOf, dayText, nowIn, timeOf } from "../api/time.ts";
import type { Environment } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { ReadFault } from "../ui/fault.tsx";

interface WeekSlotsProps {
  departmentId: number;
  environment: Environment;
  workerId?: number | undefined;
  /** The chosen start of a slot. */
  value: string | null;
  onChange(slotTime: string): void;
  /** A date of the week that is shown first. */
  around: string;
}

/** The free slots of a week, a column a day; arrows walk through them. */
export function WeekSlots(
  { departmentId, environment, workerId, value, onChange, around }: WeekSlotsProps,
) {
  const timeZone = useTimeZone();
  const now = nowIn(timeZone);
  const today = dateOf(now);
  // Who books looks ahead: seven days from the day in question, and none that has passed.
  const [first, setFirst] = useState(later(dateOf(around), today));
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
          aria-label="Seven days before"
          isDisabled={first <= today}
          onPress={() => setFirst(later(addDays(first, -7), today))}
        />
        <strong aria-live="polite">{dayText(first)} – {dayText(addDays(first, 6))}</strong>
        <Button
          kind="quiet"
          icon="right"
          aria-label="Seven days after"
          onPress={() => setFirst(addDays(first, 7))}
        />
        <span className="muted small">{timeZone.replaceAll("_", " ")}</span>
      </div>
      {range.isError && <ReadFault error={range.error} onRetry={() => void range.refetch()} />}
      <div
        className={`week-days ${range.isPlaceholderData ? "dimmed" : ""}`}
        role="group"
        aria-label="Free times"
        aria-busy={range.isFetching}
        onKeyDown={walk}
      >
        {days.map(({ date, slots }) => (
          <div key={date} className="week-day">
            <div className="week-date">{dayText(date)}</div>
            {slots.length === 0 && <div className="week-none">none</div>}
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
        {range.isPending && <div className="week-none">Looking for free times …</div>}
        {range.data && all.length === 0 && (
          <div className="week-empty">
            No free time in these days. Look at the next seven, or at the department’s hours.
          </div>
        )}
      </div>
    </div>
  );
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** Up and down within a day, left and right to the days beside it at about the same height. */
function walk(event: KeyboardEvent<HTMLElement>): void {
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
