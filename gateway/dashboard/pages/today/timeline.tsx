import { memo, useEffect, useRef, useState } from "react";
import { minutesOf, timeOf } from "../../api/time.ts";
import type { DaySlot, DayView } from "../../api/types.ts";
import type { DepartmentDay } from "./use_day.ts";

/** A slot that the list is narrowed down to. */
export interface ChosenSlot {
  departmentId: number;
  slotTime: string;
}

interface TimelineProps {
  days: readonly DepartmentDay[];
  /** The wall clock, or null on another day. */
  now: string | null;
  chosen: ChosenSlot | null;
  onChoose(slot: ChosenSlot | null): void;
}

/** How full each department is through the day: one strip each, on one scale of hours. */
export const Timeline = memo(function Timeline(
  { days, now, chosen, onChoose }: TimelineProps,
) {
  const { from, to } = hoursOf(days);
  const hours = Array.from({ length: (to - from) / 60 + 1 }, (_, i) => from / 60 + i);
  const place = (minutes: number) => `${(minutes - from) / (to - from) * 100}%`;
  const frame = useRef<HTMLElement>(null);
  const isLoaded = days.some(({ day }) => day !== undefined);
  const share = now ? (minutesOf(now) - from) / (to - from) : 0;
  // On a phone the day is wider than the screen: it begins a little before now.
  useEffect(() => {
    if (frame.current) frame.current.scrollLeft = share * frame.current.scrollWidth - 90;
  }, [isLoaded]);
  return (
    <section ref={frame} className="timeline" aria-label="Occupancy">
      <div className="timeline-scroll">
        <div className="timeline-hours" aria-hidden="true">
          {hours.slice(0, -1).map((hour) => (
            <span key={hour} style={{ left: place(hour * 60) }}>
              {String(hour).padStart(2, "0")}
            </span>
          ))}
        </div>
        {days.map(({ department, day }) => (
          <div key={department.id} className="timeline-row">
            <div className="timeline-label">
              <span className="timeline-name">{department.name}</span>
              <Occupancy day={day} />
            </div>
            <Strip
              label={department.name}
              slots={day?.slots ?? noSlots}
              from={from}
              to={to}
              now={now}
              chosen={chosen?.departmentId === department.id ? chosen.slotTime : null}
              onChoose={(slotTime) =>
                onChoose(slotTime === null ? null : { departmentId: department.id, slotTime })}
            />
          </div>
        ))}
      </div>
    </section>
  );
});

const noSlots: readonly DaySlot[] = [];

function Occupancy({ day }: { day: DayView | undefined }) {
  if (!day) return <span className="muted small">…</span>;
  const booked = day.slots.reduce((sum, slot) => sum + slot.booked, 0);
  const capacity = day.slots.reduce((sum, slot) => sum + slot.capacity, 0);
  if (capacity === 0) return <span className="muted small">closed</span>;
  return <span className="muted small">{booked} of {capacity} booked</span>;
}

interface StripProps {
  label: string;
  slots: readonly DaySlot[];
  from: number;
  to: number;
  now: string | null;
  chosen: string | null;
  onChoose(slotTime: string | null): void;
}

/** One department's slots. One tab stop; the arrows go from slot to slot, Enter chooses. */
const Strip = memo(function Strip({ label, slots, from, to, now, chosen, onChoose }: StripProps) {
  const [at, setAt] = useState(0);
  const place = (minutes: number) => `${(minutes - from) / (to - from) * 100}%`;
  const current = Math.min(at, slots.length - 1);
  const idOf = (slot: DaySlot) => `slot-${label.replaceAll(/\W/g, "")}-${slot.slotTime}`;
  function onKeyDown(event: React.KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    const slot = slots[current];
    if (step !== undefined) setAt(Math.max(0, Math.min(slots.length - 1, current + step)));
    else if (event.key === "Enter" || event.key === " ") {
      if (slot) onChoose(slot.slotTime === chosen ? null : slot.slotTime);
    } else return;
    event.preventDefault();
  }
  return (
    <div
      className={`strip ${slots === noSlots ? "loading" : ""}`}
      role="listbox"
      aria-label={`Slots of ${label}`}
      aria-orientation="horizontal"
      tabIndex={0}
      aria-activedescendant={slots[current] && idOf(slots[current])}
      onKeyDown={onKeyDown}
    >
      {slots.map((slot, i) => {
        const start = minutesOf(slot.slotTime);
        const end = minutesOf(slot.endTime) || 1440;
        return (
          <div
            key={slot.slotTime}
            id={idOf(slot)}
            role="option"
            aria-selected={slot.slotTime === chosen}
            aria-label={describe(slot)}
            title={describe(slot)}
            className={`slot ${levelOf(slot)} ${i === current ? "current" : ""}`}
            style={{
              left: place(start),
              width: `calc(${(end - start) / (to - from) * 100}% - 2px)`,
            }}
            onClick={() => {
              setAt(i);
              onChoose(slot.slotTime === chosen ? null : slot.slotTime);
            }}
          >
            <span
              style={{ height: `${Math.min(1, slot.booked / Math.max(1, slot.capacity)) * 100}%` }}
            />
          </div>
        );
      })}
      {now && minutesOf(now) >= from && minutesOf(now) <= to && (
        <span className="now" role="presentation" style={{ left: place(minutesOf(now)) }} />
      )}
    </div>
  );
}, (a, b) =>
  a.slots === b.slots && a.now === b.now && a.chosen === b.chosen && a.from === b.from &&
  a.to === b.to);

function levelOf({ booked, capacity, available }: DaySlot): string {
  if (booked >= capacity) return "full";
  if (!available) return "shut";
  return booked === 0 ? "free" : "part";
}

function describe({ slotTime, booked, capacity, remainingSlots, unavailabilityReason }: DaySlot) {
  const free = remainingSlots > 0 ? `${remainingSlots} free` : unavailabilityReason;
  return `${timeOf(slotTime)}, ${booked} of ${capacity} booked, ${free}`;
}

/** The hours that hold every slot, whole ones; office hours while nothing is known. */
function hoursOf(days: readonly DepartmentDay[]): { from: number; to: number } {
  const slots = days.flatMap(({ day }) => day?.slots ?? []);
  if (slots.length === 0) return { from: 7 * 60, to: 20 * 60 };
  const starts = slots.map(({ slotTime }) => minutesOf(slotTime));
  const ends = slots.map(({ endTime }) => minutesOf(endTime) || 1440);
  return {
    from: Math.floor(Math.min(...starts) / 60) * 60,
    to: Math.ceil(Math.max(...ends) / 60) * 60,
  };
}
