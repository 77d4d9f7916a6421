import { useState } from "react";
import { useRead } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { dateOf, nowIn, timeOf } from "../../api/time.ts";
import { serviceText } from "../../api/service_text.ts";
import type { DaySlot, Department } from "../../api/types.ts";
import { DateField } from "../../ui/date_field.tsx";
import { Switch } from "../../ui/choices.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import type { DepartmentTabProps } from "./use_settings.ts";
import { t } from "./texts.ts";

/** The slots of a day with the saved settings. */
export function GridPreview({ department }: DepartmentTabProps) {
  const [date, setDate] = useState(dateOf(nowIn(useTimeZone())));
  const [showsAll, setShowsAll] = useState(false);
  const day = useRead("departments.day", { id: department.id, date, allSlots: showsAll }, {
    keepsPrevious: true,
  });
  const closure = closureOn(department, date);
  return (
    <div className="stack">
      <div className="row filters">
        <DateField
          label={t("preview.date")}
          value={date}
          onChange={(next) => next && setDate(next)}
        />
        <Switch label={t("preview.showAll")} isSelected={showsAll} onChange={setShowsAll} />
      </div>
      {closure && (
        <p className="notice" role="status">
          {closure.reason
            ? t("preview.closedFor", { reason: closure.reason })
            : t("preview.closedDate")}
        </p>
      )}
      <Loaded read={day}>
        {({ slots }) =>
          slots.length === 0 ? <EmptyState title={t("preview.none")} /> : (
            <ol className="slot-list">
              {slots.map((slot) => (
                <li
                  key={slot.slotTime}
                  className={`surface lines ${slot.available ? "" : "unavailable"}`}
                >
                  <strong>{timeOf(slot.slotTime)}</strong>
                  <span className="muted small">
                    {closure && slot.booked === 0 ? "" : stateOf(slot, closure !== undefined)}
                  </span>
                </li>
              ))}
            </ol>
          )}
      </Loaded>
    </div>
  );
}

/** Returns the closure of a date. The page says it once and not at each slot. */
function closureOn({ closures }: Department, date: string) {
  return closures.find(({ from, to }) => from <= date && date <= to);
}

function stateOf(
  { booked, capacity, remainingSlots, unavailabilityReason }: DaySlot,
  isClosed: boolean,
) {
  if (isClosed) return t("preview.booked", { booked });
  if (booked >= capacity) return t("preview.full", { booked, capacity });
  return serviceText(unavailabilityReason) ?? t("preview.free", { free: remainingSlots, capacity });
}
