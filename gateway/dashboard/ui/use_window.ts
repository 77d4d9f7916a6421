import { type RefObject, useEffect, useState } from "react";

// Rows outside the view that are drawn all the same, so that quick scrolling shows no gap.
const marginPx = 600;

/** Which of many rows of one height are near the view; the page itself scrolls. */
export function useWindow(
  frame: RefObject<HTMLElement | null>,
  { rowHeight, count }: { rowHeight: number; count: number },
): { first: number; last: number } {
  const [range, setRange] = useState({ from: 0, to: innerHeight + marginPx });
  useEffect(() => {
    function measure(): void {
      const top = frame.current?.getBoundingClientRect().top ?? 0;
      // In steps, so that most scrolling draws nothing anew.
      const from = Math.floor((-top - marginPx) / 200) * 200;
      const to = from + innerHeight + 2 * marginPx + 200;
      setRange((before) => before.from === from && before.to === to ? before : { from, to });
    }
    measure();
    addEventListener("scroll", measure, { passive: true });
    addEventListener("resize", measure);
    return () => {
      removeEventListener("scroll", measure);
      removeEventListener("resize", measure);
    };
  }, [frame, count, rowHeight]);
  const first = Math.max(0, Math.floor(range.from / rowHeight));
  return { first, last: Math.min(count - 1, Math.ceil(range.to / rowHeight)) };
}
