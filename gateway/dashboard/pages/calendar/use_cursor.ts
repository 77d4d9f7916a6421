import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Column } from "./columns.ts";
import { type Cursor, keyOfStop, placeOfCursor, type Stop } from "./stops.ts";
import { reveal } from "./use_board_view.ts";

/**
 * Keeps the stop of the arrow keys and the focus on it. A block that moves to another column, or disappears, would lose
 * the focus.
 */
export function useCursor(
  board: RefObject<HTMLDivElement | null>,
  { columns, now, hadFocus }: {
    columns: readonly Column[];
    now: string;
    /** Outlives the board, which another day replaces: whether it had the focus. */
    hadFocus: RefObject<boolean>;
  },
) {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const place = placeOfCursor(columns, cursor, now);
  const wantsFocus = useRef(hadFocus.current);
  const hasFocus = useRef(false);
  useLayoutEffect(() => () => {
    hadFocus.current = hasFocus.current;
  }, [hadFocus]);
  // An ordinary effect of the render before could run after the key, and focus the old place instead.
  useLayoutEffect(() => {
    const isLost = hasFocus.current && document.activeElement === document.body &&
      document.querySelector(".overlay") === null;
    if (!wantsFocus.current && !isLost) return;
    wantsFocus.current = false;
    focusStop(board.current, columns, place);
  });
  return {
    place,
    /** Moves the focus to a stop. */
    goTo(next: { index: number; stop: Stop } | undefined): void {
      const column = next && columns[next.index];
      if (!column) return;
      wantsFocus.current = true;
      setCursor({ columnKey: column.key, stop: next.stop });
    },
    focus: () => focusStop(board.current, columns, place),
    focusProps: {
      onFocus({ target }: FocusEvent): void {
        hasFocus.current = true;
        if (target === board.current) return focusStop(board.current, columns, place);
        const stop = stopOf(target as HTMLElement, columns);
        if (stop) setCursor(stop);
      },
      onBlur({ target, relatedTarget }: FocusEvent): void {
        if (relatedTarget !== null) {
          hasFocus.current = board.current?.contains(relatedTarget as Node) ?? false;
          return;
        }
        // A block that React removes has no new target, and neither has a click on the empty page. Only the block of
        // the click is still there.
        requestAnimationFrame(() => {
          if (target.isConnected && document.hasFocus()) hasFocus.current = false;
        });
      },
    },
  };
}

function focusStop(
  board: HTMLElement | null,
  columns: readonly Column[],
  place: { index: number; stop: Stop } | undefined,
): void {
  if (!board || !place || !columns[place.index]) return;
  const row = board.querySelector(`[aria-rowindex='${place.index + 1}']`);
  const element = row?.querySelector<HTMLElement>(`[data-stop='${keyOfStop(place.stop)}']`);
  if (!element) return;
  element.focus({ preventScroll: true });
  reveal(board, element);
}

function stopOf(element: HTMLElement, columns: readonly Column[]): Cursor | null {
  const [kind, number] = (element.dataset["stop"] ?? "").split(/-(.*)/);
  const index = Number(element.closest("[role=row]")?.getAttribute("aria-rowindex")) - 1;
  const column = columns[index];
  if (!column || !kind) return null;
  const minute = Number(number);
  return {
    columnKey: column.key,
    stop: kind === "appointment"
      ? { kind, id: minute, minute: 0 }
      : { kind: kind as "head" | "free", minute },
  };
}
