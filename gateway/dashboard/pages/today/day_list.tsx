import type { ComponentProps } from "react";
import { timeOf } from "../../api/time.ts";
import type { Appointment, DaySlot } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { LoadError } from "../../ui/error_box.tsx";
import { Segments } from "../../ui/segments.tsx";
import { EmptyState, Skeleton } from "../../ui/states.tsx";
import { Agenda } from "./agenda.tsx";
import type { StatusFilter } from "./filter.ts";
import type { useDay } from "./use_day.ts";

interface DayListProps {
  day: ReturnType<typeof useDay>;
  shown: readonly Appointment[];
  show: StatusFilter;
  onShow(show: StatusFilter): void;
  isSearching: boolean;
  slot: DaySlot | undefined;
  onLeaveSlot(): void;
  onBook(): void;
  agenda: Omit<ComponentProps<typeof Agenda>, "appointments">;
}

/** The list of the day with its filter. */
export function DayList(props: DayListProps) {
  const { day, shown, slot, isSearching, agenda, onBook } = props;
  return (
    <section aria-label="Appointments">
      <div className="list-head">
        {slot && !isSearching
          ? <SlotBar slot={slot} onLeave={props.onLeaveSlot} onBook={onBook} />
          : <ShowBar {...props} />}
      </div>
      {day.error && !day.appointments.length
        ? <LoadError error={day.error} onRetry={day.retry} />
        : day.isPending
        ? <Skeleton rows={10} height={46} />
        : shown.length === 0
        ? <NoAppointments {...props} />
        : <Agenda appointments={shown} {...agenda} />}
    </section>
  );
}

function ShowBar({ day, shown, show, onShow, isSearching }: DayListProps) {
  const open = day.appointments.filter(({ status }) => status === "SCHEDULED").length;
  const all = day.appointments.length;
  const count = (number: number) => day.isPending ? "…" : String(number);
  return (
    <>
      <Segments<StatusFilter>
        label="Filter by status"
        options={[
          { value: "open", label: `To come ${count(open)}` },
          { value: "done", label: `Done ${count(all - open)}` },
          { value: "all", label: `All ${count(all)}` },
        ]}
        value={show}
        onChange={onShow}
      />
      <span className="muted small" role="status">
        {isSearching && `${shown.length} of ${all} appointments match`}
        {!isSearching && day.isStale && "Connection lost. The list may be out of date."}
      </span>
    </>
  );
}

function SlotBar({ slot, onLeave, onBook }: {
  slot: DaySlot;
  onLeave(): void;
  onBook(): void;
}) {
  return (
    <>
      <span role="status">
        <strong>{timeOf(slot.slotTime)}–{timeOf(slot.endTime)}</strong> · {slot.booked} of{" "}
        {slot.capacity} booked
        {!slot.available && <span className="muted">{` · ${slot.unavailabilityReason}`}</span>}
      </span>
      <span className="spread" />
      {slot.available && <Button icon="plus" onPress={onBook}>Book here</Button>}
      <Button kind="quiet" icon="close" onPress={onLeave}>Show whole day</Button>
    </>
  );
}

function NoAppointments({ day, isSearching, slot, show, onShow, onBook }: DayListProps) {
  if (isSearching) {
    return (
      <EmptyState title="No appointment matches">
        <p>Search under Appointments to find appointments on other days.</p>
      </EmptyState>
    );
  }
  if (slot) return <EmptyState title="No appointments in this slot" />;
  if (day.appointments.length === 0) {
    return (
      <EmptyState title="No appointments on this day">
        <Button kind="primary" icon="plus" onPress={onBook}>New appointment</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={show === "open" ? "No more appointments to come" : "No appointments done yet"}
    >
      <Button onPress={() => onShow("all")}>Show all appointments</Button>
    </EmptyState>
  );
}
