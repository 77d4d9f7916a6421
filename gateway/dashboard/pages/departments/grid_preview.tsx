import { useState } from "react";
import { useRead } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { dateOf, nowIn, timeOf } from "../../api/time.ts";
import type { DaySlot } from "../../api/types.ts";
import { DateField } from "../../ui/date_field.tsx";
import { Switch } from "../../ui/fields.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import type { DepartmentTabProps } from "./use_settings.ts";

/** The slots of a day with the saved settings. */
export function GridPreview({ department }: DepartmentTabProps) {
  const [date, setDate] = useState(dateOf(nowIn(useTimeZone())));
  const [showsAll, setShowsAll] = useState(false);
  const day = useRead("departments.day", { id: department.id, date, allSlots: showsAll }, {
    keepsPrevious: true,
  });
  return (
    <div className="stack">
      <div className="filters">
        <DateField label="Date" value={date} onChange={setDate} isRequired />
        <div className="filter-switch">
          <Switch label="Show unavailable times" isSelected={showsAll} onChange={setShowsAll} />
        </div>
      </div>
      <Loaded read={day}>
        {({ slots }) =>
          slots.length === 0
            ? (
              <EmptyState title="No slots on this day">
                <p>The department is closed.</p>
              </EmptyState>
            )
            : (
              <ol className="grid-preview">
                {slots.map((slot) => (
                  <li key={slot.slotTime} className={slot.available ? "" : "unavailable"}>
                    <strong>{timeOf(slot.slotTime)}</strong>
                    <span className="muted small">
                      {stateOf(slot)}
                    </span>
                  </li>
                ))}
              </ol>
            )}
      </Loaded>
    </div>
  );
}

function stateOf({ booked, capacity, remainingSlots, unavailabilityReason }: DaySlot): string {
  if (booked >= capacity) return `Full, ${booked} of ${capacity} booked`;
  return unavailabilityReason ?? `${remainingSlots} of ${capacity} free`;
}
