import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from "react";
import type { Appointment } from "../../api/types.ts";
import { useMedia, useWindow } from "../../ui/hooks.ts";
import { AgendaRow, type RowActions } from "./agenda_row.tsx";

interface AgendaProps extends RowActions {
  appointments: readonly Appointment[];
  selectedId: number | null;
  /** The wall clock; what is scheduled before it is late. */
  now: string;
  gridRef: RefObject<HTMLDivElement | null>;
}

const rowPx = 46;
const narrowRowPx = 62;

/** The day's appointments by their times. Only what is near the view is drawn, so that thousands scroll. */
export function Agenda(props: AgendaProps) {
  const { appointments, selectedId, now, gridRef } = props;
  const on = useSame(props);
  const isNarrow = useMedia("(max-width: 720px)");
  const rowHeight = isNarrow ? narrowRowPx : rowPx;
  const { first, last } = useWindow(gridRef, { rowHeight, count: appointments.length });
  const selectedAt = appointments.findIndex(({ id }) => id === selectedId);
  useRowInView({ top: selectedAt * rowHeight, selectedId, gridRef });
  return (
    <div
      ref={gridRef}
      className="agenda"
      role="grid"
      tabIndex={0}
      aria-label="Appointments of the day"
      aria-rowcount={appointments.length}
      aria-activedescendant={selectedId === null ? undefined : `row-${selectedId}`}
      style={{ height: appointments.length * rowHeight }}
    >
      {appointments.slice(first, last + 1).map((appointment, i) => (
        <AgendaRow
          key={appointment.id}
          appointment={appointment}
          index={first + i}
          top={(first + i) * rowHeight}
          beginsTime={appointments[first + i - 1]?.dateTime.slice(0, 16) !==
            appointment.dateTime.slice(0, 16)}
          isSelected={appointment.id === selectedId}
          isLate={appointment.status === "SCHEDULED" && appointment.dateTime < now}
          {...on}
        />
      ))}
    </div>
  );
}

/** The same functions each time, so that a step of the choice draws two rows anew and not all of them. */
function useSame(props: RowActions): RowActions {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  return useMemo(() => ({
    onSelect: (id) => latest.current.onSelect(id),
    onOpen: (id) => latest.current.onOpen(id),
    onComplete: (one) => latest.current.onComplete(one),
    onMiss: (one) => latest.current.onMiss(one),
  }), []);
}

/** Keeps the chosen row in sight when the keys move the choice. */
function useRowInView({ top, selectedId, gridRef }: {
  top: number;
  selectedId: number | null;
  gridRef: RefObject<HTMLDivElement | null>;
}): void {
  const show = useEffectEvent(() => {
    if (top < 0 || !gridRef.current) return;
    const inView = gridRef.current.getBoundingClientRect().top + top;
    if (inView < 60) scrollBy({ top: inView - 60 });
    else if (inView + 70 > innerHeight) scrollBy({ top: inView + 130 - innerHeight });
  });
  useEffect(() => {
    if (selectedId !== null) show();
  }, [selectedId]);
}
