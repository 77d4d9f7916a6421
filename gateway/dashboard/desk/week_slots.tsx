import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTimeZone } from "../api/session.tsx";
import { addDays, dateOf, dayText, timeOf, useNow } from "../api/time.ts";
import { Button } from "../ui/button.tsx";
import { DateField } from "../ui/date_field.tsx";
import { LoadError } from "../ui/error_box.tsx";
import { useMissingConnection } from "../ui/states.tsx";
import { findNextFree, type SlotQuery, type Week } from "./use_week.ts";
import { canBook, isFree, rowsOf, slotAt, type WeekDay, type WeekSlot } from "./week.ts";
import { t } from "./booking_texts.ts";

const typingPauseMs = 1000;
const arrows = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);

interface WeekSlotsProps extends SlotQuery {
  /** The start of the chosen slot. */
  value: string | null;
  onChange(slotTime: string): void;
  week: Week;
  onWeek(first: string): void;
  /** The time of day at which the table opens, `HH:mm`. */
  preferredTime?: string;
  /** Focuses the first free time when it is loaded. */
  takesFocus?: boolean;
}

/**
 * The slots of a week as a table: one row per time, one column per day. Full slots, closed slots and the slots of a
 * busy worker cannot be chosen. The arrow keys move between the others, digits go to a time, Page Up and Page Down change
 * the week.
 */
export function WeekSlots(props: WeekSlotsProps) {
  const { value, onChange, week, onWeek, workerId } = props;
  const now = useNow(useTimeZone());
  const today = dateOf(now);
  const { days, dates } = week;
  const missing = useMissingConnection();
  const rows = rowsOf(days);
  const chosen = slotAt(days, value);
  const free = days.flatMap(({ slots }) => slots).filter((slot) => isFree(slot, workerId));
  const preferred = free.find(({ slotTime }) => timeOf(slotTime) === props.preferredTime);
  const outside = days.flatMap(({ slots }) => slots).find((slot) => canBook(slot, workerId));
  const tabStop = (chosen ?? preferred ?? free[0] ?? outside)?.slotTime;
  const frame = useRef<HTMLDivElement>(null);
  const firstRow = tabStop && timeOf(tabStop);
  const isLoaded = days.length > 0;
  // Most tables are longer than their place, so they open at the chosen or first free time.
  useEffect(() => {
    const row = frame.current?.querySelector<HTMLElement>("[data-first]");
    if (frame.current && row) frame.current.scrollTop = row.offsetTop - 70;
  }, [week.first, isLoaded, props.departmentId]);
  const takesFocus = useRef(props.takesFocus ?? false);
  // An ordinary effect of the week before could run after the key, and focus that week.
  useLayoutEffect(() => {
    if (!takesFocus.current || !isLoaded) return;
    takesFocus.current = false;
    frame.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, [week.first, isLoaded]);
  const typed = useRef({ digits: "", at: 0 });
  const step = (by: number) => onWeek(later(addDays(week.first, by * dates.length), today));
  return (
    <div>
      <WeekHead {...props} now={now} onStep={step} />
      {week.error !== null && (
        <LoadError error={week.error} isRetrying={week.isRetrying} onRetry={week.retry} />
      )}
      <div
        ref={frame}
        className="surface week-table"
        aria-busy={week.isLoading}
        onKeyDown={(event) => {
          if (event.key >= "0" && event.key <= "9") return focusTime(event, typed.current);
          typed.current.digits = "";
          const by = { PageDown: 1, PageUp: -1 }[event.key];
          if (by === undefined) return moveFocus(event);
          event.preventDefault();
          takesFocus.current = true;
          step(by);
        }}
      >
        <table aria-label={t("times")}>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{t("time")}</span>
              </th>
              {dates.map((date) => (
                <th key={date} scope="col" className={date === today ? "is-today" : ""}>
                  {date === today ? t("today") : dayText(date)}
                  <ClosedDay
                    day={days.find((one) =>
                      one.date === date
                    )}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((time) => (
              <tr key={time} data-time={time} {...(time === firstRow && { "data-first": true })}>
                <th scope="row">{time}</th>
                {dates.map((date) => (
                  <td key={date}>
                    <SlotCell
                      slotTime={`${date}T${time}:00`}
                      slot={slotAt(days, `${date}T${time}:00`)}
                      workerId={workerId}
                      value={value}
                      tabStop={tabStop}
                      now={now}
                      onChange={onChange}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {week.isLoading && days.length === 0 && <p className="empty">{missing ?? t("loading")}</p>}
        {!week.isLoading && week.error === null && free.length === 0 && (
          <p className="empty">
            {t("noneThisWeek", { days: String(dates.length) })}{" "}
            {days.find(({ reason }) => reason)?.reason}
          </p>
        )}
      </div>
      <p className="row legend muted small" aria-hidden="true">
        <span className="free-time">{t("legend.free")}</span>
        <span className="outside-time">{t("legend.outside")}</span>
        <span className="full-time">{t("legend.full")}</span>
        <span className="closed-time">{t("legend.closed")}</span>
      </p>
    </div>
  );
}

function WeekHead(props: WeekSlotsProps & { now: string; onStep(by: number): void }) {
  const { week, onWeek, onChange, now, onStep, value, departmentId, environment, workerId } = props;
  const today = dateOf(now);
  const [searchResult, setSearchResult] = useState<"running" | "nothing" | "failed" | null>(null);
  const search = useRef<object>(null);
  // What the user chooses during a search stays, and ends the search.
  useEffect(() => () => {
    search.current = null;
    setSearchResult(null);
  }, [value, departmentId, environment, workerId]);
  function nextFree(): void {
    const own = search.current = {};
    setSearchResult("running");
    void findNextFree(props, now).then((slotTime) => {
      if (search.current !== own) return;
      setSearchResult(slotTime === null ? "nothing" : null);
      if (slotTime === null) return;
      onChange(slotTime);
      if (!week.dates.includes(dateOf(slotTime))) onWeek(dateOf(slotTime));
    }, () => search.current === own && setSearchResult("failed"));
  }
  return (
    <>
      <div className="row gap-4 week-head">
        <Button
          kind="quiet"
          icon="left"
          aria-label={t("earlierDays")}
          disabledReason={week.first <= today && t("daysAreOver")}
          onPress={() => onStep(-1)}
        />
        <DateField
          label={t("jump")}
          hidesLabel
          value={week.first}
          min={today}
          onChange={onWeek}
          isRequired
        />
        <Button
          kind="quiet"
          icon="right"
          aria-label={t("laterDays")}
          onPress={() => onStep(1)}
        />
        <Button isPending={searchResult === "running"} onPress={nextFree}>{t("nextFree")}</Button>
      </div>
      <p role="status" className="small muted">
        {searchResult === "nothing" && t("noneSoon")}
        {searchResult === "failed" && t("searchFailed")}
      </p>
    </>
  );
}

function ClosedDay({ day }: { day: WeekDay | undefined }) {
  if (!day?.reason) return null;
  return <div className="muted clip" title={day.reason}>{day.reason}</div>;
}

function SlotCell({ slotTime, slot, workerId, value, tabStop, now, onChange }: {
  slotTime: string;
  slot: WeekSlot | undefined;
  workerId: number | undefined;
  value: string | null;
  tabStop: string | undefined;
  now: string;
  onChange(slotTime: string): void;
}) {
  const isChosen = slotTime === value;
  // Outside the hours a day has no slots. Slots that have ended are left out too.
  if (!slot) return slotTime < now ? null : <ClosedSlot reason={t("closed")} />;
  const { state, free, reason } = slot;
  if (state === "CLOSED" && !isChosen) return <ClosedSlot reason={reason ?? t("closed")} />;
  if (!canBook(slot, workerId) && !isChosen) {
    const text = state === "FULL" ? t("full") : t("busy");
    return <span className="slot-shut full" title={reason ?? text}>{text}</span>;
  }
  const words = { time: timeOf(slotTime), count: String(free), day: dayText(slotTime) };
  const isOutside = state === "OUTSIDE_WINDOW";
  const label = slotTime <= now ? "slotNow" : isOutside ? "slotOutside" : "slot";
  return (
    <button
      type="button"
      className={isOutside ? "slot-choice outside" : "slot-choice"}
      aria-pressed={isChosen}
      aria-label={t(label, words)}
      {...(isOutside && { title: reason ?? "" })}
      tabIndex={slotTime === tabStop ? 0 : -1}
      onClick={() => onChange(slotTime)}
    >
      {slotTime <= now
        ? t("now")
        : workerId === undefined
        ? t("free", { count: String(free) })
        : t("workerFree")}
    </button>
  );
}

function ClosedSlot({ reason }: { reason: string }) {
  return (
    <span className="slot-shut closed" title={reason}>
      <span className="unseen">{t("closed")}</span>
    </span>
  );
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** Moves the focus to the time that begins with the typed digits (`10` or `1030`), or the next free one of the day. */
function focusTime(
  event: KeyboardEvent<HTMLElement>,
  typed: { digits: string; at: number },
): void {
  const column = (event.target as HTMLElement).closest("td")?.cellIndex;
  if (column === undefined) return;
  event.preventDefault();
  typed.digits = (event.timeStamp - typed.at < typingPauseMs ? typed.digits : "") + event.key;
  typed.at = event.timeStamp;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("tr[data-time]")];
  for (const row of rows) {
    const time = row.dataset["time"]!.replace(":", "").slice(0, typed.digits.length);
    const choice = row.children[column]?.querySelector<HTMLElement>(".slot-choice");
    if (time >= typed.digits && choice) return choice.focus();
  }
}

/** Moves the focus: up and down within a day, left and right to the nearest free time of another day. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const cell = (event.target as HTMLElement).closest("td");
  if (!cell || !arrows.has(event.key)) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll("tr[data-time]")];
  const row = rows.indexOf(cell.parentElement!);
  const choiceAt = (at: number, column: number) =>
    rows[at]?.children[column]?.querySelector<HTMLElement>(".slot-choice");
  const down = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (down !== 0) {
    for (let at = row + down; at >= 0 && at < rows.length; at += down) {
      const choice = choiceAt(at, cell.cellIndex);
      if (choice) return choice.focus();
    }
    return;
  }
  const side = event.key === "ArrowRight" ? 1 : -1;
  const byDistance = rows.map((_, at) => at).toSorted((a, b) =>
    Math.abs(a - row) - Math.abs(b - row)
  );
  for (let column = cell.cellIndex + side; column > 0 && column <= 7; column += side) {
    for (const at of byDistance) {
      const choice = choiceAt(at, column);
      if (choice) return choice.focus();
    }
  }
}
