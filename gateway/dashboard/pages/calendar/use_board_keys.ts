import { type KeyboardEvent, type Ref, useImperativeHandle } from "react";
import type { Appointment, CalendarSlot } from "../../api/types.ts";
import { allowedActions } from "../../desk/allowed_actions.ts";
import { statusName } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Column } from "./columns.ts";
import { slotAt } from "./slots.ts";
import { nextAppointment, nextStop } from "./stops.ts";
import type { useCursor } from "./use_cursor.ts";
import type { useProposal } from "./use_proposal.ts";
import { t } from "./texts.ts";

/** The arrow keys never scroll the page. */
const arrows = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);

/** What the keys of the page do on the board. */
export interface BoardHandle {
  /** Returns the appointment that the cursor is on. */
  current(): Appointment | undefined;
  /** Picks that appointment up, so that the arrow keys move it. */
  beginMove(): void;
  /** Goes to the next or previous appointment. */
  step(by: 1 | -1): void;
  /** Notes the place of the cursor, and returns a function that goes back to it. */
  place(): () => void;
}

/** What the keyboard does on the board. Returns the handler of its keys. */
export function useBoardKeys(ref: Ref<BoardHandle>, { columns, now, cursor, moves, find, ...on }: {
  columns: readonly Column[];
  now: string;
  cursor: ReturnType<typeof useCursor>;
  moves: ReturnType<typeof useProposal>;
  find(id: number): Appointment | undefined;
  onOpen(appointment: Appointment): void;
  onBook(column: Column, slot: CalendarSlot): void;
  onPage(by: 1 | -1): void;
}): (event: KeyboardEvent) => void {
  const { place } = cursor;
  const current = () => place?.stop.kind === "appointment" ? find(place.stop.id) : undefined;
  const slotOfCursor = () => {
    const column = columns[place!.index]!;
    return { column, slot: slotAt(column, place!.stop.minute) };
  };
  useImperativeHandle(ref, () => ({
    current,
    beginMove() {
      const appointment = current();
      if (!appointment) return;
      if (!allowedActions(appointment).reschedule) {
        const status = statusName(appointment.status).toLowerCase();
        return toast(t("move.notAllowed", { name: appointment.name, status }));
      }
      cursor.focus();
      moves.propose({ by: "keys", appointment, ...slotOfCursor() });
    },
    place: () => () => cursor.goTo(place),
    step: (by) => place && cursor.goTo(nextAppointment(columns, place, { by, now })),
  }));

  /** Returns whether the browser must not act on the key. */
  function take(key: string): boolean {
    if (!place) return false;
    if (moves.proposal?.by === "keys") return moves.takeKey(key);
    const next = nextStop(columns, place, { key, now });
    if (next) cursor.goTo(next);
    else if (key === "PageDown" || key === "PageUp") on.onPage(key === "PageDown" ? 1 : -1);
    else if (key === "Enter" && place.stop.kind !== "head") {
      const appointment = current();
      const { column, slot } = slotOfCursor();
      if (appointment) on.onOpen(appointment);
      else on.onBook(column, slot);
    } else return arrows.has(key);
    return true;
  }
  return (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isPlain && take(event.key)) event.preventDefault();
  };
}
