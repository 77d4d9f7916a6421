import { type RefObject, useState } from "react";
import type { Appointment, CalendarSlot } from "../../api/types.ts";
import { allowedActions } from "../../desk/allowed_actions.ts";
import type { Column } from "./columns.ts";
import { type Axis, columnAt, type ColumnWidths, minuteAt } from "./layout.ts";
import { bookingVerdict, nearestSlot, slotAt } from "./slots.ts";
import type { Stop } from "./stops.ts";
import { type BoardPoint, usePointer } from "./use_pointer.ts";
import type { useProposal } from "./use_proposal.ts";

/** What the pointer does on the board: it opens, books and moves. `hover` is the free slot under it. */
export function useBoardPointer(
  board: RefObject<HTMLDivElement | null>,
  { columns, axis, widths, now, moves, find, mayBook, mayMove, ...on }: {
    columns: readonly Column[];
    axis: Axis;
    widths: ColumnWidths;
    now: string;
    moves: ReturnType<typeof useProposal>;
    find(id: number): Appointment | undefined;
    mayBook: boolean;
    mayMove: boolean;
    onOpen(appointment: Appointment): void;
    onBook(column: Column, slot: CalendarSlot): void;
    /** Called before a free place is booked: the focus comes back to it. */
    goTo(place: { index: number; stop: Stop }): void;
  },
) {
  const [hover, setHover] = useState<{ index: number; slot: CalendarSlot } | null>(null);

  /** Returns the slot at a point, and whether it can be booked. */
  function slotUnder({ x, y }: BoardPoint) {
    const index = columnAt(widths, x);
    const column = columns[index]!;
    const slot = slotAt(column, Math.floor(minuteAt(y, axis)));
    const isFree = mayBook && bookingVerdict(column, slot, now).state !== "forbidden";
    return { index, column, slot, isFree };
  }
  const props = usePointer(board, {
    find(id) {
      const appointment = find(id);
      return mayMove && appointment && allowedActions(appointment).reschedule
        ? appointment
        : undefined;
    },
    onDrag(appointment, { x, y }) {
      setHover(null);
      const column = columns[columnAt(widths, x)]!;
      const slot = nearestSlot(column, minuteAt(y, axis));
      moves.propose({ by: "pointer", appointment, column, slot });
    },
    onDrop: moves.drop,
    onCancel: moves.cancel,
    onHover(point) {
      if (!point) return setHover(null);
      const { index, slot, isFree } = slotUnder(point);
      setHover((before) =>
        !isFree ? null : before?.index === index && before.slot === slot ? before : { index, slot }
      );
    },
    onClick(target) {
      if ("id" in target) {
        const appointment = find(target.id);
        if (appointment) on.onOpen(appointment);
        return;
      }
      const { index, column, slot, isFree } = slotUnder(target.point);
      if (isFree) on.goTo({ index, stop: { kind: "free", minute: slot.minute } });
      on.onBook(column, slot);
    },
  });
  return { hover, props };
}
