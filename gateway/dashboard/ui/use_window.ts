import { type RefObject, useEffect, useState } from "react";

// Rows outside the view that are drawn all the same, so that quick scrolling shows no gap.
const marginPx = 600;

/**
 * Which of many rows of known heights are near the view: `tops` has the upper edge of each and, last, the
 * height of all. The page itself scrolls.
 */
export function useWindow(
  frame: RefObject<HTMLElement | null>,
  tops: readonly number[],
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
  }, [frame, tops]);
  const count = tops.length - 1;
  const first = Math.max(0, indexAt(tops, range.from));
  return { first, last: Math.min(count - 1, indexAt(tops, range.to)) };
}

/** The row that lies at a height, by halving. */
function indexAt(tops: readonly number[], height: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tops[middle]! <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}
