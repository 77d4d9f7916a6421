import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from "react";
import type { Appointment, Visit } from "../../api/types.ts";
import { useMedia, useWindow } from "../../ui/hooks.ts";
import { lateMinutes } from "../../desk/lateness.ts";
import { cameForText } from "../../desk/visited_appointment.tsx";
import { AgendaRow, type RowActions } from "./agenda_row.tsx";
import { t } from "./texts.ts";

interface AgendaProps extends RowActions {
  appointments: readonly Appointment[];
  selectedId: number | null;
  /** The local time. Scheduled appointments of today before it are late. */
  now: string;
  /** Says who has changed which appointment meanwhile. */
  marks: ReadonlyMap<number, string>;
  /** The ids of the appointments whose people are in the office, and their visits. */
  hereIds: ReadonlySet<number>;
  visits: ReadonlyMap<number, Visit>;
  gridRef: RefObject<HTMLDivElement | null>;
}

const rowPx = 46;
const narrowRowPx = 62;

/** The appointments of the day by time. Only rows near the view are rendered, so that thousands scroll smoothly. */
export function Agenda(props: AgendaProps) {
  const { appointments, selectedId, now, marks, hereIds, visits, gridRef } = props;
  const on = useStableActions(props);
  const isNarrow = useMedia("(max-width: 720px)");
  const rowHeight = isNarrow ? narrowRowPx : rowPx;
  const { first, last } = useWindow(gridRef, { rowHeight, count: appointments.length });
  const selectedIndex = appointments.findIndex(({ id }) => id === selectedId);
  useScrollToSelection({ top: selectedIndex * rowHeight, selectedId, gridRef });
  return (
    <div
      ref={gridRef}
      className={`agenda ${appointments.some(({ phone }) => phone !== "") ? "has-phones" : ""}`}
      role="grid"
      tabIndex={0}
      aria-label={t("list")}
      aria-rowcount={appointments.length}
      aria-activedescendant={selectedIndex < 0 ? undefined : `row-${selectedId}`}
      style={{ height: appointments.length * rowHeight }}
    >
      {appointments.slice(first, last + 1).map((appointment, i) => (
        <AgendaRow
          key={appointment.id}
          appointment={appointment}
          index={first + i}
          top={(first + i) * rowHeight}
          isFirstOfTime={appointments[first + i - 1]?.dateTime.slice(0, 16) !==
            appointment.dateTime.slice(0, 16)}
          isSelected={appointment.id === selectedId}
          late={appointment.status === "SCHEDULED" && !hereIds.has(appointment.id)
            ? lateMinutes(appointment.dateTime, now)
            : 0}
          here={hereIds.has(appointment.id) ? hereText(visits.get(appointment.id)) : undefined}
          mark={marks.get(appointment.id)}
          {...on}
        />
      ))}
    </div>
  );
}

/** Says where a person is who is in the office. */
export function hereText(visit: Visit | undefined): string {
  if (!visit || visit.state === "ENDED") return t("here.pending");
  const here = t(`here.${visit.state}`, { number: String(visit.number) });
  const from = visit.appointment && cameForText(visit.appointment);
  return from ? t("here.moved", { here, from }) : here;
}

/** Returns functions that never change, so that moving the selection renders two rows instead of all. */
function useStableActions(props: RowActions): RowActions {
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

/** Scrolls to the selected row when a key moves the selection. */
function useScrollToSelection({ top, selectedId, gridRef }: {
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
