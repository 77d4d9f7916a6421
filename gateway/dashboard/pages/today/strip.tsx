import { memo, useState } from "react";
import { minutesOf, timeOf } from "../../api/time.ts";
import { serviceText } from "../../api/service_text.ts";
import type { DaySlot } from "../../api/types.ts";
import { t } from "./texts.ts";

interface StripProps {
  label: string;
  slots: readonly DaySlot[];
  from: number;
  to: number;
  now: string | null;
  selected: string | null;
  onSelect(slotTime: string | null): void;
}

/** The slots of one department. It is one tab stop: the arrows move between slots, Enter selects one. */
export const Strip = memo(
  function Strip({ label, slots, from, to, now, selected, onSelect }: StripProps) {
    const [focusedIndex, setFocusedIndex] = useState(0);
    const position = (minutes: number) => `${(minutes - from) / (to - from) * 100}%`;
    const current = Math.min(focusedIndex, slots.length - 1);
    const idOf = (slot: DaySlot) => `slot-${label.replaceAll(/\W/g, "")}-${slot.slotTime}`;
    function onKeyDown(event: React.KeyboardEvent): void {
      const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
      const slot = slots[current];
      if (step !== undefined) {
        setFocusedIndex(Math.max(0, Math.min(slots.length - 1, current + step)));
      } else if (event.key === "Enter" || event.key === " ") {
        if (slot) onSelect(slot.slotTime === selected ? null : slot.slotTime);
      } else return;
      event.preventDefault();
    }
    return (
      <div
        className="strip"
        role="listbox"
        aria-label={t("occupancy.slotsOf", { name: label })}
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
              aria-selected={slot.slotTime === selected}
              aria-label={describe(slot)}
              title={describe(slot)}
              className={`slot ${levelOf(slot)} ${i === current ? "current" : ""}`}
              style={{
                left: position(start),
                width: `calc(${(end - start) / (to - from) * 100}% - 2px)`,
              }}
              onClick={() => {
                setFocusedIndex(i);
                onSelect(slot.slotTime === selected ? null : slot.slotTime);
              }}
            >
              <span
                style={{
                  height: `${Math.min(1, slot.booked / Math.max(1, slot.capacity)) * 100}%`,
                }}
              />
            </div>
          );
        })}
        {now && minutesOf(now) >= from && minutesOf(now) <= to && (
          <span className="now" role="presentation" style={{ left: position(minutesOf(now)) }} />
        )}
      </div>
    );
  },
  (a, b) =>
    a.slots === b.slots && a.now === b.now && a.selected === b.selected && a.from === b.from &&
    a.to === b.to,
);

function levelOf({ booked, capacity, available }: DaySlot): string {
  if (booked >= capacity) return "full";
  if (!available) return "shut";
  return booked === 0 ? "free" : "part";
}

function describe({ slotTime, booked, capacity, remainingSlots, unavailabilityReason }: DaySlot) {
  const facts = t("occupancy.slot", { time: timeOf(slotTime), booked, capacity });
  const free = remainingSlots > 0
    ? t("occupancy.free", { free: remainingSlots })
    : serviceText(unavailabilityReason);
  return `${facts}, ${free}`;
}
