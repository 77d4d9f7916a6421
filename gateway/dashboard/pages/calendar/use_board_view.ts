import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import type { Column } from "./columns.ts";
import { axisOf, shownColumns, widthsOf } from "./layout.ts";

/** The width of the time axis and the height of the titles. They stay in view while the board scrolls. */
export const axisPx = 52;
export const headPx = 54;
// Columns are also rendered this far outside the view, so that fast scrolling shows no gap.
const marginPx = 300;

/**
 * Returns the scale of the board and the columns near the view. Only those are rendered, so that an office with a
 * hundred workers scrolls smoothly.
 */
export function useBoardView(board: RefObject<HTMLDivElement | null>, columns: readonly Column[]) {
  const [availablePx, setAvailablePx] = useState(0);
  const [range, setRange] = useState({ from: 0, to: 0 });
  useLayoutEffect(() => {
    const element = board.current;
    if (!element) return;
    function measure(): void {
      const { clientWidth, scrollLeft } = element!;
      setAvailablePx(clientWidth - axisPx);
      // In steps, so that most scrolling renders nothing.
      const from = Math.floor((scrollLeft - marginPx) / 100) * 100;
      const to = from + clientWidth + 2 * marginPx + 100;
      setRange((before) => before.from === from && before.to === to ? before : { from, to });
    }
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [board]);
  const axis = useMemo(() => axisOf(columns), [columns]);
  const widths = useMemo(() => widthsOf(columns, availablePx), [columns, availablePx]);
  return { axis, widths, ...shownColumns(widths, range) };
}

/** Scrolls the board to a minute when another day or view is shown. */
export function useStartScroll(
  board: RefObject<HTMLDivElement | null>,
  { key, left, top }: { key: string; left: number; top: number },
): void {
  useEffect(() => {
    board.current?.scrollTo({ left, top });
    // Later changes of the data must not move the view.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
}

/** Scrolls the board so that an element is not below the titles, the axis or an edge. */
export function reveal(board: HTMLElement, element: HTMLElement): void {
  const frame = board.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const above = box.top - (frame.top + headPx);
  const below = box.bottom - (frame.top + board.clientHeight);
  const before = box.left - (frame.left + axisPx);
  const after = box.right - (frame.left + board.clientWidth);
  board.scrollBy({
    top: above < 0 ? above - 8 : below > 0 ? Math.min(below + 8, above) : 0,
    left: before < 0 ? before : after > 0 ? Math.min(after, before) : 0,
  });
}
