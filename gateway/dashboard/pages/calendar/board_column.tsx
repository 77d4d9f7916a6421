import { memo, useMemo } from "react";
import { Link } from "wouter";
import { minutesOf } from "../../api/time.ts";
import type { Visit } from "../../api/types.ts";
import { openDeskDialog } from "../../desk/desk_dialog.ts";
import { Button } from "../../ui/button.tsx";
import { Block } from "./block.tsx";
import type { Column } from "./columns.ts";
import { type Axis, extentOf, placesOf } from "./layout.ts";
import { shadesOf, shadeText } from "./shades.ts";
import { slotAt } from "./slots.ts";
import { keyOfStop, type Stop } from "./stops.ts";
import { lineOf, rangeText, titleOf } from "./words.ts";
import { t } from "./texts.ts";

interface BoardColumnProps {
  column: Column;
  index: number;
  axis: Axis;
  left: number;
  width: number;
  /** The local time, if the column is today. */
  now: string | null;
  visits: ReadonlyMap<number, Visit>;
  /** The stop that Tab comes to, if it is in this column. */
  tabStop: Stop | null;
  /** The address that the title opens. */
  path: string;
}

/** A column of the calendar. For assistive technology it is a row of the grid: its title, then its appointments. */
export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const { column, index, axis, left, width, now, tabStop, path } = props;
  const stop = tabStop && keyOfStop(tabStop);
  const { worker } = column;
  const title = titleOf(column);
  const line = lineOf(column);
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className={now !== null && column.key === column.date
        ? "board-column is-today"
        : "board-column"}
      style={{ left, width }}
    >
      <div role="rowheader" className="lines board-head">
        <Link
          href={path}
          tabIndex={stop === "head--1" ? 0 : -1}
          data-stop="head--1"
          className="strong clip board-title"
          title={title}
        >
          <bdi>{title}</bdi>
        </Link>
        <span className="muted small clip" title={line}>{line}</span>
        {worker?.isActive && column.key === `worker-${worker.id}` && (
          // Keys reach it above the calendar: a stop of Tab for each column would be too many.
          <Button
            kind="quiet"
            icon="ill"
            className="board-ill"
            excludeFromTabOrder
            aria-label={t("column.ill", { name: worker.name })}
            onPress={() => openDeskDialog({ kind: "cover", worker })}
          />
        )}
      </div>
      <div
        className="board-body"
        data-from={axis.from}
        data-px-per-minute={axis.pxPerMinute}
        style={bodyStyle(column, axis)}
      >
        <Shades column={column} axis={axis} />
        {tabStop?.kind === "free" && <FreePlace column={column} axis={axis} stop={tabStop} />}
        {/* Below the blocks, because it must not strike a name through. */}
        {now !== null && <NowLine now={now} axis={axis} />}
        <Blocks {...props} />
      </div>
    </div>
  );
});

/** The lines of the slots are a background, so that a hundred slots need no elements. */
function bodyStyle({ department }: Column, axis: Axis): Record<string, string | number> {
  const { slotInterval, slotOffset } = department;
  return {
    height: (axis.to - axis.from) * axis.pxPerMinute,
    "--slot": `${slotInterval * axis.pxPerMinute}px`,
    "--shift": `${((slotOffset - axis.from) % slotInterval) * axis.pxPerMinute}px`,
  };
}

function Shades({ column, axis }: { column: Column; axis: Axis }) {
  const shades = useMemo(() => shadesOf(column, axis), [column, axis]);
  return shades.map((shade) => {
    const text = shadeText(shade);
    return (
      <div
        key={`${shade.kind}-${shade.from}`}
        className={`board-shade ${shade.kind}`}
        style={extentOf(shade, axis)}
      >
        {text !== "" && <span className="board-shade-text">{text}</span>}
      </div>
    );
  });
}

function Blocks({ column, axis, visits, tabStop }: BoardColumnProps) {
  const places = useMemo(() => placesOf(column, axis), [column, axis]);
  const stopId = tabStop?.kind === "appointment" ? tabStop.id : null;
  // Leaves room next to the blocks of a slot, where a click books a free place.
  const { slotCapacity, showAdminsInBooking } = column.department;
  const hasRoom = slotCapacity > 1 && !(column.isOfWorker && showAdminsInBooking);
  return (
    <div className={hasRoom ? "board-blocks has-room" : "board-blocks"} role="presentation">
      {column.appointments.map((appointment, i) => (
        <Block
          key={appointment.id}
          appointment={appointment}
          column={column}
          place={places[i]!}
          visit={visits.get(appointment.id)}
          isTabStop={appointment.id === stopId}
        />
      ))}
    </div>
  );
}

/** The free time that the arrow keys have come to. The pointer books anywhere in the column. */
function FreePlace({ column, axis, stop }: { column: Column; axis: Axis; stop: Stop }) {
  const { minute, endMinute } = slotAt(column, stop.minute);
  const time = rangeText(column, { from: minute, to: endMinute });
  return (
    <div
      role="gridcell"
      tabIndex={0}
      data-stop={keyOfStop(stop)}
      className="board-free"
      aria-label={t("free", { time, column: titleOf(column) })}
      style={extentOf({ from: minute, to: endMinute }, axis)}
    />
  );
}

function NowLine({ now, axis }: { now: string; axis: Axis }) {
  const minute = minutesOf(now);
  if (minute < axis.from || minute >= axis.to) return null;
  return <div className="board-now" style={{ top: (minute - axis.from) * axis.pxPerMinute }} />;
}
