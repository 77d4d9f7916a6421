import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
import type { Appointment, CalendarSlot, Visit } from "../../api/types.ts";
import { minutesOf } from "../../api/time.ts";
import { allowedActions } from "../../desk/allowed_actions.ts";
import { pageTexts } from "../../messages/page_texts.ts";
import { statusName } from "../../ui/states.tsx";
import { toast, toastFault } from "../../ui/toast.tsx";
import { Axis } from "./axis.tsx";
import { BoardColumn } from "./board_column.tsx";
import type { Column } from "./columns.ts";
import { Ghost, Hover } from "./ghost.tsx";
import { columnAt, minuteAt } from "./layout.ts";
import { isSameProposal, problemText, type Proposal, proposalText } from "./proposal.ts";
import { bookingVerdict, moveVerdict, nearestSlot, slotAt } from "./slots.ts";
import { nextStop, type Stop } from "./stops.ts";
import { axisPx, headPx, useBoardView, useStartScroll } from "./use_board_view.ts";
import { useCursor } from "./use_cursor.ts";
import { type BoardPoint, usePointer } from "./use_pointer.ts";

const t = pageTexts("calendar");

/** The arrow keys never scroll the page. */
const arrows = { ArrowUp: true, ArrowDown: true, ArrowLeft: true, ArrowRight: true };

/** What the keys of the page do on the board. */
export interface BoardHandle {
  /** Returns the appointment that the cursor is on. */
  current(): Appointment | undefined;
  /** Picks that appointment up, so that the arrow keys move it. */
  beginMove(): void;
  step(by: 1 | -1): void;
  focus(): void;
}

interface BoardProps {
  label: string;
  columns: readonly Column[];
  /** Another key shows another day or view, which begins at the top or at the present time. */
  viewKey: string;
  now: string;
  visits: ReadonlyMap<number, Visit>;
  pathOf(column: Column): string;
  onOpen(appointment: Appointment): void;
  onBook(column: Column, slot: CalendarSlot): void;
  onMove(proposal: Proposal): void;
  onPage(by: 1 | -1): void;
  ref: Ref<BoardHandle>;
}

/** The calendar: a column per worker, department or day, with the appointments at their times. */
export function Board(props: BoardProps) {
  const { columns, now, onOpen, onBook, onMove } = props;
  const board = useRef<HTMLDivElement>(null);
  const { axis, widths, first, last } = useBoardView(board, columns);
  const cursor = useCursor(board, columns, now);
  const { place } = cursor;
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [hover, setHover] = useState<{ index: number; slot: CalendarSlot } | null>(null);
  const today = now.slice(0, 10);
  const isToday = columns.some(({ date }) => date === today);
  const start = isToday ? minutesOf(now) - 60 : firstMinuteOf(columns) - 30;
  useStartScroll(board, {
    key: props.viewKey,
    left: widths.lefts[Math.max(0, columns.findIndex(({ date }) => date === today))] ?? 0,
    top: Math.max(0, (start - axis.from) * axis.pxPerMinute),
  });

  function propose(of: Pick<Proposal, "by" | "appointment" | "column" | "slot">): void {
    const verdict = moveVerdict(of.appointment, of.column, { slot: of.slot, now });
    const next = { ...of, verdict };
    setProposal((before) => isSameProposal(before, next) ? before : next);
  }
  function drop(): void {
    if (!proposal) return;
    const { verdict, by } = proposal;
    if (verdict.state === "forbidden") {
      toastFault(problemText(verdict));
      // By keys, another place can be chosen.
      if (by === "pointer") setProposal(null);
      return;
    }
    setProposal(null);
    if (verdict.state !== "same") onMove(proposal);
  }
  function book(column: Column, slot: CalendarSlot): void {
    const verdict = bookingVerdict(column, slot, now);
    if (verdict.state === "forbidden") toast(problemText(verdict));
    else onBook(column, slot);
  }
  const find = (id: number) =>
    columns.flatMap(({ appointments }) => appointments).find((one) => one.id === id);
  const columnOf = ({ x }: BoardPoint) => columnAt(widths, x);
  const pointer = usePointer(board, {
    find(id) {
      const appointment = find(id);
      return appointment && allowedActions(appointment).reschedule ? appointment : undefined;
    },
    onDrag(appointment, point) {
      setHover(null);
      const column = columns[columnOf(point)]!;
      const slot = nearestSlot(column, minuteAt(point.y, axis));
      propose({ by: "pointer", appointment, column, slot });
    },
    onDrop: drop,
    onCancel: () => setProposal(null),
    onHover(point) {
      if (!point || proposal) return setHover(null);
      const index = columnOf(point);
      const slot = slotAt(columns[index]!, Math.floor(minuteAt(point.y, axis)));
      const isFree = bookingVerdict(columns[index]!, slot, now).state !== "forbidden";
      setHover((before) =>
        !isFree ? null : before?.index === index && before.slot === slot ? before : { index, slot }
      );
    },
    onClick(target) {
      if ("id" in target) {
        const appointment = find(target.id);
        if (appointment) onOpen(appointment);
        return;
      }
      const index = columnOf(target.point);
      const slot = slotAt(columns[index]!, Math.floor(minuteAt(target.point.y, axis)));
      // The focus comes back to this place.
      if (bookingVerdict(columns[index]!, slot, now).state !== "forbidden") {
        cursor.goTo({ index, stop: { kind: "free", minute: slot.minute } });
      }
      book(columns[index]!, slot);
    },
  });
  const current = () => place?.stop.kind === "appointment" ? find(place.stop.id) : undefined;
  function moveByKeys({ key }: KeyboardEvent): boolean {
    const { appointment, column, slot } = proposal!;
    const index = columns.findIndex((one) => one.key === column.key);
    if (key === "Enter") drop();
    else if (key === "Escape" || key === "Tab") setProposal(null);
    else {
      const side = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
      const minute = { ArrowUp: slot.minute - 1, ArrowDown: slot.endMinute }[key] ?? slot.minute;
      const target = columns[index + side];
      if (!target || minute < axis.from || minute >= axis.to) return key in arrows;
      propose({ by: "keys", appointment, column: target, slot: slotAt(target, minute) });
    }
    return key !== "Tab";
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !place) return;
    const { key } = event;
    if (proposal?.by === "keys") {
      if (moveByKeys(event)) event.preventDefault();
      return;
    }
    const by = { PageDown: 1, PageUp: -1 }[key] as 1 | -1 | undefined;
    const next = nextStop(columns, place, { key, now });
    if (by !== undefined) props.onPage(by);
    else if (next) cursor.goTo(next);
    else if (key === "Enter" && place.stop.kind !== "head") {
      const appointment = current();
      const column = columns[place.index]!;
      if (appointment) onOpen(appointment);
      else book(column, slotAt(column, place.stop.minute));
    } else if (!(key in arrows)) return;
    event.preventDefault();
  }
  useImperativeHandle(props.ref, () => ({
    current,
    beginMove() {
      const appointment = current();
      if (!appointment || !place) return;
      if (!allowedActions(appointment).reschedule) {
        const status = statusName(appointment.status).toLowerCase();
        return toast(t("move.notAllowed", { name: appointment.name, status }));
      }
      cursor.focus();
      const column = columns[place.index]!;
      const slot = slotAt(column, place.stop.minute);
      propose({ by: "keys", appointment, column, slot });
    },
    step(by) {
      if (place) cursor.goTo(neighbourOf(columns, { place, by, now }));
    },
    focus: cursor.focus,
  }));

  const shown = shownIndexes({ first, last, at: place?.index, count: columns.length });
  const ghostIndex = proposal ? columns.findIndex(({ key }) => key === proposal.column.key) : -1;
  const at = (index: number) => ({
    axis,
    left: widths.lefts[index]! + axisPx,
    width: widths.widths[index]!,
  });
  return (
    <>
      <div
        ref={board}
        role="grid"
        tabIndex={-1}
        aria-label={props.label}
        aria-describedby="board-help"
        aria-rowcount={columns.length}
        className={proposal?.by === "pointer" ? "board is-dragging" : "board"}
        onKeyDown={onKeyDown}
        {...cursor.focusProps}
        {...pointer}
      >
        <div
          role="presentation"
          className="board-canvas"
          style={{
            width: axisPx + widths.total,
            height: headPx + (axis.to - axis.from) * axis.pxPerMinute,
          }}
        >
          <Axis axis={axis} now={isToday ? now : null} />
          {shown.map((index) => (
            <BoardColumn
              key={columns[index]!.key}
              column={columns[index]!}
              index={index}
              {...at(index)}
              now={columns[index]!.date === today ? now : null}
              visits={props.visits}
              tabStop={place?.index === index ? place.stop : null}
              path={props.pathOf(columns[index]!)}
            />
          ))}
          {hover && !proposal && columns[hover.index] && (
            <Hover column={columns[hover.index]!} slot={hover.slot} {...at(hover.index)} />
          )}
          {proposal && ghostIndex !== -1 && <Ghost proposal={proposal} {...at(ghostIndex)} />}
        </div>
      </div>
      <div className="board-status" role="status">
        {proposal && (
          <p className={`board-proposal ${proposal.verdict.state}`}>
            {proposalText(proposal)}{" "}
            <span className="muted">
              {t(proposal.by === "keys" ? "move.byKeys" : "move.byPointer")}
            </span>
          </p>
        )}
      </div>
      <p id="board-help" className="unseen">{t("help")}</p>
    </>
  );
}

/** Returns the columns to render: those near the view, and the one of the cursor, which may have the focus. */
function shownIndexes({ first, last, at = first, count }: {
  first: number;
  last: number;
  at: number | undefined;
  count: number;
}): number[] {
  if (count === 0) return [];
  const near = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return at < first ? [at, ...near] : at > last ? [...near, at] : near;
}

/** Returns the next or previous appointment of the column, or else of the columns after or before it. */
function neighbourOf(
  columns: readonly Column[],
  { place, by, now }: { place: { index: number; stop: Stop }; by: 1 | -1; now: string },
): { index: number; stop: Stop } | undefined {
  const key = by === 1 ? "ArrowDown" : "ArrowUp";
  for (
    let at = nextStop(columns, place, { key, now });
    at;
    at = nextStop(columns, at, { key, now })
  ) {
    if (at.stop.kind === "appointment") return at;
  }
  const index = place.index + by;
  const column = columns[index];
  if (!column) return undefined;
  const edge: Stop = { kind: "head", minute: by === 1 ? -1 : Infinity };
  const found = by === 1 ? column.appointments[0] : column.appointments.at(-1);
  if (!found) return neighbourOf(columns, { place: { index, stop: edge }, by, now });
  return { index, stop: { kind: "appointment", id: found.id, minute: minutesOf(found.dateTime) } };
}

/** Returns the minute of the first appointment or free time. */
function firstMinuteOf(columns: readonly Column[]): number {
  const minutes = columns.flatMap(({ appointments, day }) => [
    ...appointments.slice(0, 1).map(({ dateTime }) => minutesOf(dateTime)),
    ...(day.hours === null ? [8 * 60] : day.hours.slice(0, 1).map(({ opens }) => minutesOf(opens))),
  ]);
  return minutes.length === 0 ? 0 : Math.min(...minutes);
}
