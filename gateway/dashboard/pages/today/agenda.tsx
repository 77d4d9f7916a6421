import { memo, type RefObject, useEffect, useMemo, useRef } from "react";
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

type Line = { time: string; count: number } | { appointment: Appointment; index: number };

const headPx = 32;
const rowPx = 46;
const narrowRowPx = 62;

/** The day's appointments under their times. Only what is near the view is drawn, so that thousands scroll. */
export function Agenda(props: AgendaProps) {
  const { appointments, selectedId, onSelect, onOpen, onComplete, onMiss, now, gridRef } = props;
  const isNarrow = useMedia("(max-width: 720px)");
  const lines = useMemo(() => linesOf(appointments), [appointments]);
  const tops = useMemo(() => topsOf(lines, isNarrow ? narrowRowPx : rowPx), [lines, isNarrow]);
  const { first, last } = useWindow(gridRef, tops);
  useRowInView({ lines, tops, selectedId, gridRef });
  return (
    <div
      ref={gridRef}
      className="agenda"
      role="grid"
      tabIndex={0}
      aria-label="Appointments of the day"
      aria-rowcount={appointments.length}
      aria-activedescendant={selectedId === null ? undefined : `row-${selectedId}`}
      style={{ height: tops.at(-1) }}
    >
      {lines.slice(first, last + 1).map((line, i) => {
        const top = tops[first + i]!;
        if ("time" in line) {
          return (
            <div key={line.time} className="agenda-time" role="presentation" style={{ top }}>
              {line.time} <span>{line.count}</span>
            </div>
          );
        }
        return (
          <Row
            key={line.appointment.id}
            appointment={line.appointment}
            index={line.index}
            top={top}
            isSelected={line.appointment.id === selectedId}
            isLate={line.appointment.status === "SCHEDULED" && line.appointment.dateTime < now}
            onSelect={onSelect}
            onOpen={onOpen}
            onComplete={onComplete}
            onMiss={onMiss}
          />
        );
      })}
    </div>
  );
}

interface RowProps extends Pick<AgendaProps, "onSelect" | "onOpen" | "onComplete" | "onMiss"> {
  appointment: Appointment;
  index: number;
  top: number;
  isSelected: boolean;
  isLate: boolean;
}

const Row = memo(function Row({ appointment, index, top, isSelected, isLate, ...on }: RowProps) {
  const { id, name, phone, departmentName, workerName, status, dateTime } = appointment;
  const can = possible(appointment);
  return (
    <div
      id={`row-${id}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      className={`agenda-row ${status.toLowerCase()}`}
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
        {workerName && <span className="muted">· {workerName}</span>}
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

function linesOf(appointments: readonly Appointment[]): Line[] {
  const lines: Line[] = [];
  let head: { time: string; count: number } | undefined;
  for (const [index, appointment] of appointments.entries()) {
    const time = timeOf(appointment.dateTime);
    if (head?.time !== time) lines.push(head = { time, count: 0 });
    head.count++;
    lines.push({ appointment, index });
  }
  return lines;
}

function topsOf(lines: readonly Line[], height: number): number[] {
  const tops = [0];
  for (const line of lines) tops.push(tops.at(-1)! + ("time" in line ? headPx : height));
  return tops;
}

/** Keeps the chosen row in sight when the keys move the choice. */
function useRowInView({ lines, tops, selectedId, gridRef }: {
  lines: readonly Line[];
  tops: readonly number[];
  selectedId: number | null;
  gridRef: RefObject<HTMLDivElement | null>;
}): void {
  const latest = useRef({ lines, tops });
  latest.current = { lines, tops };
  useEffect(() => {
    if (selectedId === null || !gridRef.current) return;
    const { lines, tops } = latest.current;
    const at = lines.findIndex((line) => "index" in line && line.appointment.id === selectedId);
    if (at < 0) return;
    const top = gridRef.current.getBoundingClientRect().top + tops[at]!;
    if (top < 80) scrollBy({ top: top - 80 - headPx });
    else if (top + 70 > innerHeight) scrollBy({ top: top + 110 - innerHeight });
  }, [selectedId, gridRef]);
}
