import { timeOf } from "../../api/time.ts";
import type { CalendarSlot } from "../../api/types.ts";
import type { Column } from "./columns.ts";
import { type Axis, extentOf, minBlockPx } from "./layout.ts";
import { problemText, type Proposal } from "./proposal.ts";
import { timeOfSlot } from "./slots.ts";
import { headPx } from "./use_board_view.ts";
import { rangeText } from "./words.ts";
import { t } from "./texts.ts";

interface GhostPlace {
  axis: Axis;
  left: number;
  width: number;
}

/** The block that shows where a moved appointment would go, and why it cannot go there. */
export function Ghost({ proposal, axis, ...place }: GhostPlace & { proposal: Proposal }) {
  const { appointment: { name }, slot, column, verdict } = proposal;
  const isForbidden = verdict.state === "forbidden";
  return (
    <div
      className={`board-ghost ${verdict.state}`}
      aria-hidden="true"
      style={styleOf(slot, axis, place)}
    >
      <strong>{timeOf(timeOfSlot(column, slot))}</strong> <bdi>{name}</bdi>
      {isForbidden && <div className="strong">{problemText(verdict)}</div>}
      {verdict.state === "outside" && <div className="strong">{t("shade.outside")}</div>}
    </div>
  );
}

/** The slot under the pointer, which a click books. */
export function Hover({ column, slot, axis, ...place }: GhostPlace & {
  column: Column;
  slot: CalendarSlot;
}) {
  const { minute: from, endMinute: to } = slot;
  return (
    <div className="board-hover" aria-hidden="true" style={styleOf(slot, axis, place)}>
      {rangeText(column, { from, to })}
    </div>
  );
}

function styleOf(
  { minute, endMinute }: CalendarSlot,
  axis: Axis,
  { left, width }: Omit<GhostPlace, "axis">,
): { top: number; minHeight: number; left: number; width: number } {
  const { top, height } = extentOf({ from: minute, to: endMinute }, axis);
  // The reason may need more lines than the slot is high.
  return { top: headPx + top, minHeight: Math.max(minBlockPx, height), left, width };
}
