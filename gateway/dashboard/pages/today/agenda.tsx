import {
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { timeOf } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { Badge, StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { possible } from "../../desk/actions.ts";
import { useMedia } from "../../ui/use_media.ts";
import { useWindow } from "../../ui/use_window.ts";

interface AgendaProps {
  appointments: readonly Appointment[];
  selectedId: number | null;
  onSelect(id: number): void;
  /** Asked for by a click or Enter: a narrow page shows the details over itself. */
  onOpen(id: number): void;
  onComplete(appointment: Appointment): void;
  onMiss(appointment: Appointment): void;
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
        <Row
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

type RowActions = Pick<AgendaProps, "onSelect" | "onOpen" | "onComplete" | "onMiss">;

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

interface RowProps extends RowActions {
  appointment: Appointment;
  index: number;
  top: number;
  /** Whether it is the first of its time. */
  beginsTime: boolean;
  isSelected: boolean;
  isLate: boolean;
}

const Row = memo(function Row(
  { appointment, index, top, beginsTime, isSelected, isLate, ...on }: RowProps,
) {
  const { id, name, phone, departmentName, workerName, status, dateTime } = appointment;
  const can = possible(appointment);
  return (
    <div
      id={`row-${id}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      className={`agenda-row ${status.toLowerCase()} ${beginsTime ? "begins" : ""}`}
      style={{ top }}
      onClick={() => {
        on.onSelect(id);
        on.onOpen(id);
      }}
    >
      <span role="gridcell" className={`row-time ${isLate ? "late" : ""}`}>
        {timeOf(dateTime)}
      </span>
      <span role="gridcell" className="row-name">{name}</span>
      <span role="gridcell" className="row-place">
        {departmentName}
        {workerName && <span className="muted">{` · ${workerName}`}</span>}
      </span>
      <span role="gridcell" className="row-phone muted">{phone}</span>
      <span role="gridcell" className="row-status">
        {isLate
          ? <Badge tone="bad">Late</Badge>
          : status !== "SCHEDULED" && <StatusBadge status={status} />}
      </span>
      <span role="gridcell" className="row-actions">
        {can.complete && (
          <Button
            kind="quiet"
            icon="check"
            aria-label={`Check in ${name}`}
            excludeFromTabOrder
            onPress={() => on.onComplete(appointment)}
          />
        )}
        {status === "SCHEDULED" && (
          <Button
            kind="quiet"
            icon="missed"
            aria-label={`Mark ${name} missed`}
            excludeFromTabOrder
            onPress={() => on.onMiss(appointment)}
          />
        )}
      </span>
    </div>
  );
});

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
