import { minutesOf, timeOf } from "../../api/time.ts";
import { type Axis as AxisScale } from "./layout.ts";

/** The hours on the left of the board, and the present time. Screen readers read the times of the blocks instead. */
export function Axis({ axis, now }: { axis: AxisScale; now: string | null }) {
  const { from, to, pxPerMinute } = axis;
  const hours = Array.from({ length: (to - from) / 60 }, (_, i) => from / 60 + i);
  const minute = now === null ? null : minutesOf(now);
  const isShown = minute !== null && minute >= from && minute < to;
  return (
    <div className="board-axis" aria-hidden="true">
      <div className="board-corner" />
      {hours.map((hour) => (
        <div key={hour} className="board-hour" style={{ height: 60 * pxPerMinute }}>
          <span>{`${String(hour).padStart(2, "0")}:00`}</span>
        </div>
      ))}
      {isShown && (
        <span
          className="strong board-now-time"
          style={{ "--top": `${(minute - from) * pxPerMinute}px` } as Record<string, string>}
        >
          {timeOf(now!)}
        </span>
      )}
    </div>
  );
}
