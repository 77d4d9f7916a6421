import type { Appointment, Visit } from "../../api/types.ts";
import { statusName, statusTones } from "../../ui/states.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { hereText } from "../today/agenda.tsx";
import type { Column } from "./columns.ts";
import { type Place, rangeOf } from "./layout.ts";
import { rangeText } from "./words.ts";

/** From this height on a block has a second line. */
const twoLinesPx = 42;
const icons: Partial<Record<Appointment["status"], IconName>> = {
  COMPLETED: "check",
  MISSED: "missed",
  CANCELLED: "close",
};

/** An appointment in a column. Its status is in its words and its icon, and its colour only repeats it. */
export function Block({ appointment, column, place, visit, isTabStop }: {
  appointment: Appointment;
  column: Column;
  place: Place;
  /** The visit of the person, if they are in the office. */
  visit: Visit | undefined;
  isTabStop: boolean;
}) {
  const { id, name, status, workerName } = appointment;
  const isHere = visit !== undefined && status === "SCHEDULED";
  const [start, end] = rangeText(column, rangeOf(appointment, column)).split("–");
  const state = isHere ? hereText(visit) : statusName(status);
  const isPlain = !isHere && status === "SCHEDULED";
  const second = isPlain ? column.isOfWorker ? "" : workerName ?? "" : state;
  const hasSecond = second !== "" && place.height >= twoLinesPx;
  const icon = icons[status];
  return (
    <div
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      data-stop={`appointment-${id}`}
      data-appointment={id}
      className={`board-block ${isHere ? "here" : status.toLowerCase()} ${statusTones[status]}`}
      style={{
        top: place.top,
        height: place.height,
        left: `${place.left * 100}%`,
        width: `${place.width * 100}%`,
      }}
    >
      <div className="clip">
        {icon && <Icon name={icon} />}
        <strong>
          <bdi>{name}</bdi>
        </strong>{" "}
        <span className="board-time">{start}</span>
        <span className="unseen">{hasSecond ? `–${end}` : `–${end}, ${state}`}</span>
      </div>
      {hasSecond && (
        <div className="clip">
          {isPlain && <span className="unseen">{`${state}, `}</span>}
          {second}
        </div>
      )}
    </div>
  );
}
