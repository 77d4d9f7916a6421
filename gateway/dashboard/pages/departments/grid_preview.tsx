import { useState } from "react";
import { useRead } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { dateOf, nowIn, timeOf } from "../../api/time.ts";
import type { DaySlot } from "../../api/types.ts";
import { DateField, Switch } from "../../ui/fields.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import type { PartProps } from "./use_settings.ts";

/** The slots of a day as the saved settings make them. */
export function GridPreview({ department }: PartProps) {
  const [date, setDate] = useState(dateOf(nowIn(useTimeZone())));
  const [showsAll, setShowsAll] = useState(false);
  const day = useRead("departments.day", { id: department.id, date, allSlots: showsAll }, {
    keepsPrevious: true,
  });
  return (
    <div className="stack">
      <div className="filters">
        <DateField label="Date" value={date} onChange={(next) => next && setDate(next)} />
        <div className="filter-switch">
          <Switch label="Closed times too" isSelected={showsAll} onChange={setShowsAll} />
        </div>
      </div>
      <Loaded read={day}>
        {({ slots }) =>
          slots.length === 0
            ? (
              <EmptyState title="No slots on this day">
                <p>The department is closed then.</p>
              </EmptyState>
            )
            : (
              <ol className="grid-preview">
                {slots.map((slot) => (
                  <li key={slot.slotTime} className={slot.available ? "" : "unavailable"}>
                    <strong>{timeOf(slot.slotTime)}</strong>
                    <span className="muted small">
                      {outcomeOf(slot)}
                    </span>
                  </li>
                ))}
              </ol>
            )}
      </Loaded>
    </div>
  );
}

function outcomeOf({ booked, capacity, remainingSlots, unavailabilityReason }: DaySlot): string {
  if (booked >= capacity) return `Full, ${booked} of ${capacity}`;
  return unavailabilityReason ?? `${remainingSlots} of ${capacity} free`;
}
