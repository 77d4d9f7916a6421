import { memo, useEffect, useRef } from "react";
import { minutesOf } from "../../api/time.ts";
import type { DayView } from "../../api/types.ts";
import { noSlots, Strip } from "./strip.tsx";
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

function Occupancy({ day }: { day: DayView | undefined }) {
  if (!day) return <span className="muted small">…</span>;
  const booked = day.slots.reduce((sum, slot) => sum + slot.booked, 0);
  const capacity = day.slots.reduce((sum, slot) => sum + slot.capacity, 0);
  if (capacity === 0) return <span className="muted small">closed</span>;
  return <span className="muted small">{booked} of {capacity} booked</span>;
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
