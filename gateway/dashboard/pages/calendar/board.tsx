import { type Ref, type RefObject, useRef } from "react";
import type { Appointment, CalendarSlot, Visit } from "../../api/types.ts";
import { minutesOf } from "../../api/time.ts";
import { useMay } from "../../api/session.tsx";
import { t as ui } from "../../ui/texts.ts";
import { toast } from "../../ui/toast.tsx";
import { Axis } from "./axis.tsx";
import { BoardColumn } from "./board_column.tsx";
import type { Column } from "./columns.ts";
import { Ghost, Hover } from "./ghost.tsx";
import { firstMinuteOf } from "./layout.ts";
import { problemText, type Proposal, proposalText } from "./proposal.ts";
import { bookingVerdict } from "./slots.ts";
import { type BoardHandle, useBoardKeys } from "./use_board_keys.ts";
import { useBoardPointer } from "./use_board_pointer.ts";
import { axisPx, headPx, useBoardView, useStartScroll } from "./use_board_view.ts";
import { useCursor } from "./use_cursor.ts";
import { useProposal } from "./use_proposal.ts";
import { t } from "./texts.ts";

interface BoardProps {
  label: string;
  columns: readonly Column[];
  /** Another key shows another day or view, which begins at its first hour or at the present time. */
  viewKey: string;
  now: string;
  visits: ReadonlyMap<number, Visit>;
  pathOf(column: Column): string;
  onOpen(appointment: Appointment): void;
  onBook(column: Column, slot: CalendarSlot): void;
  onMove(proposal: Proposal): void;
  onPage(by: 1 | -1): void;
  hadFocus: RefObject<boolean>;
  ref: Ref<BoardHandle>;
}

/** The calendar: a column per worker, department or day, with the appointments at their times. */
export function Board(props: BoardProps) {
  const { columns, now, onOpen, onPage } = props;
  const board = useRef<HTMLDivElement>(null);
  const view = useBoardView(board, columns);
  const { axis, widths } = view;
  const cursor = useCursor(board, props);
  const moves = useProposal(board, { columns, axis, now, onMove: props.onMove });
  useStart(board, { ...view, ...props });
  const [mayBook, mayMove] = [useMay("createAppointment"), useMay("rescheduleAppointment")];
  function onBook(column: Column, slot: CalendarSlot): void {
    if (!mayBook) return toast(ui("readOnly"));
    const verdict = bookingVerdict(column, slot, now);
    if (verdict.state === "forbidden") toast(problemText(verdict));
    else props.onBook(column, slot);
  }
  const find = (id: number) =>
    columns.flatMap(({ appointments }) => appointments).find((one) => one.id === id);
  const on = { columns, now, moves, find, mayBook, mayMove, onOpen, onBook };
  const pointer = useBoardPointer(board, { ...on, axis, widths, goTo: cursor.goTo });
  const onKeyDown = useBoardKeys(props.ref, { ...on, cursor, onPage });
  const { proposal } = moves;
  return (
    <>
      <div
        ref={board}
        role="grid"
        tabIndex={-1}
        aria-label={props.label}
        aria-describedby="board-help"
        aria-rowcount={columns.length}
        className={proposal?.by === "pointer" ? "surface board is-dragging" : "surface board"}
        onKeyDown={onKeyDown}
        {...cursor.focusProps}
        {...pointer.props}
      >
        <Canvas
          {...props}
          view={view}
          place={cursor.place}
          proposal={proposal}
          hover={pointer.hover}
        />
      </div>
      <div className="board-status" role="status">
        {proposal && (
          <p className={`surface board-proposal ${proposal.verdict.state}`}>
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

function Canvas({ columns, now, view, place, proposal, hover, ...props }: BoardProps & {
  view: ReturnType<typeof useBoardView>;
  place: ReturnType<typeof useCursor>["place"];
  proposal: Proposal | null;
  hover: { index: number; slot: CalendarSlot } | null;
}) {
  const { axis, widths } = view;
  const today = now.slice(0, 10);
  const ghostIndex = columns.findIndex(({ key }) => key === proposal?.column.key);
  const at = (index: number) => ({
    axis,
    left: widths.lefts[index]! + axisPx,
    width: widths.widths[index]!,
  });
  const size = {
    width: axisPx + widths.total,
    height: headPx + (axis.to - axis.from) * axis.pxPerMinute,
  };
  return (
    <div role="presentation" className="board-canvas" style={size}>
      <Axis axis={axis} now={columns.some(({ date }) => date === today) ? now : null} />
      {shownIndexes(view, { at: place?.index, count: columns.length }).map((index) => (
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
  );
}

/** Returns the columns to render: those near the view, and the one of the cursor, which may have the focus. */
function shownIndexes(
  { first, last }: { first: number; last: number },
  { at = first, count }: { at: number | undefined; count: number },
): number[] {
  if (count === 0) return [];
  const near = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return at < first ? [at, ...near] : at > last ? [...near, at] : near;
}

/** Scrolls to today and an hour before now, or to the first hour of another day. */
function useStart(
  board: Parameters<typeof useStartScroll>[0],
  { columns, now, viewKey, axis, widths }: BoardProps & ReturnType<typeof useBoardView>,
): void {
  const index = columns.findIndex(({ date }) => date === now.slice(0, 10));
  const start = index === -1 ? firstMinuteOf(columns) - 30 : minutesOf(now) - 60;
  useStartScroll(board, {
    key: viewKey,
    left: widths.lefts[Math.max(0, index)] ?? 0,
    top: Math.max(0, (start - axis.from) * axis.pxPerMinute),
  });
}
