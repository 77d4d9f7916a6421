import { memo, useEffect, useRef } from "react";
import { minutesOf } from "../../api/time.ts";
import type { DeskDepartment } from "../../api/types.ts";
import { closedText } from "./closed_text.ts";
import { Strip } from "./strip.tsx";
import { t } from "./texts.ts";

/** The slot that the list is filtered by. */
export interface SelectedSlot {
  departmentId: number;
  slotTime: string;
}

interface TimelineProps {
  departments: readonly DeskDepartment[];
  /** The local time, or null if the shown day is not today. */
  now: string | null;
  selected: SelectedSlot | null;
  onSelect(slot: SelectedSlot | null): void;
}

/** Shows how full each department is during the day: one strip per department on a common scale of hours. */
export const Timeline = memo(function Timeline(
  { departments, now, selected, onSelect }: TimelineProps,
) {
  const { from, to } = hoursOf(departments);
  const hours = Array.from({ length: (to - from) / 60 + 1 }, (_, i) => from / 60 + i);
  const position = (minutes: number) => `${(minutes - from) / (to - from) * 100}%`;
  const frame = useRef<HTMLDivElement>(null);
  const share = now ? (minutesOf(now) - from) / (to - from) : 0;
  // On a phone the day is wider than the screen, so it is scrolled to the current time.
  useEffect(() => {
    if (frame.current) frame.current.scrollLeft = share * frame.current.scrollWidth - 90;
  }, []);
  return (
    <div ref={frame} className="timeline">
      <div className="timeline-scroll">
        <div className="timeline-hours" aria-hidden="true">
          {hours.slice(0, -1).map((hour) => (
            <span key={hour} style={{ left: position(hour * 60) }}>
              {String(hour).padStart(2, "0")}
            </span>
          ))}
        </div>
        {departments.map((department) => (
          <div key={department.id} className="timeline-row">
            <div className="lines timeline-label">
              <span className="medium clip" title={department.name}>
                <bdi>{department.name}</bdi>
              </span>
              <span className="muted small clip">{occupancyOf(department)}</span>
            </div>
            <Strip
              label={department.name}
              slots={department.slots ?? []}
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
    </div>
  );
});

function occupancyOf({ closure, capacity, booked, isActive }: DeskDepartment): string {
  if (closure !== null) return closedText(closure);
  if (!isActive) return t("occupancy.notBookable", { booked });
  if (capacity === 0) return t("occupancy.closedToday");
  return t("occupancy.booked", { booked, capacity });
}

/** Returns the range of whole hours that contains every slot; 7 to 20 without slots. */
function hoursOf(departments: readonly DeskDepartment[]): { from: number; to: number } {
  const slots = departments.flatMap(({ slots }) => slots ?? []);
  if (slots.length === 0) return { from: 7 * 60, to: 20 * 60 };
  const starts = slots.map(({ slotTime }) => minutesOf(slotTime));
  const ends = slots.map(({ endTime }) => minutesOf(endTime) || 1440);
  return {
    from: Math.floor(Math.min(...starts) / 60) * 60,
    to: Math.ceil(Math.max(...ends) / 60) * 60,
  };
}
