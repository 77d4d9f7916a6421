import { memo, useEffect, useRef } from "react";
import { minutesOf } from "../../api/time.ts";
import { noSlots, Strip } from "./strip.tsx";
import type { DepartmentDay } from "./use_day.ts";

/** The slot that the list is filtered by. */
export interface SelectedSlot {
  departmentId: number;
  slotTime: string;
}

interface TimelineProps {
  days: readonly DepartmentDay[];
  /** The local time, or null if the shown day is not today. */
  now: string | null;
  selected: SelectedSlot | null;
  onSelect(slot: SelectedSlot | null): void;
}

/** Shows how full each department is during the day: one strip per department on a common scale of hours. */
export const Timeline = memo(function Timeline(
  { days, now, selected, onSelect }: TimelineProps,
) {
  const { from, to } = hoursOf(days);
  const hours = Array.from({ length: (to - from) / 60 + 1 }, (_, i) => from / 60 + i);
  const position = (minutes: number) => `${(minutes - from) / (to - from) * 100}%`;
  const frame = useRef<HTMLElement>(null);
  const isLoaded = days.some(({ day }) => day !== undefined);
  const share = now ? (minutesOf(now) - from) / (to - from) : 0;
  // On a phone the day is wider than the screen, so it is scrolled to the current time.
  useEffect(() => {
    if (frame.current) frame.current.scrollLeft = share * frame.current.scrollWidth - 90;
  }, [isLoaded]);
  return (
    <section ref={frame} className="timeline" aria-label="Occupancy">
      <div className="timeline-scroll">
        <div className="timeline-hours" aria-hidden="true">
          {hours.slice(0, -1).map((hour) => (
            <span key={hour} style={{ left: position(hour * 60) }}>
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
              selected={selected?.departmentId === department.id ? selected.slotTime : null}
              onSelect={(slotTime) =>
                onSelect(slotTime === null ? null : { departmentId: department.id, slotTime })}
            />
          </div>
        ))}
      </div>
    </section>
  );
});

function Occupancy({ day }: { day: DepartmentDay["day"] }) {
  if (!day) return <span className="muted small">…</span>;
  const booked = day.slots.reduce((sum, slot) => sum + slot.booked, 0);
  const capacity = day.slots.reduce((sum, slot) => sum + slot.capacity, 0);
  if (capacity === 0) return <span className="muted small">Closed</span>;
  return <span className="muted small">{booked} of {capacity} booked</span>;
}

/** Returns the range of whole hours that contains every slot; 7 to 20 while nothing is loaded. */
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
