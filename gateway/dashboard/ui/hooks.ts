import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useSearchParams } from "wouter";

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((listener: () => void) => {
    const list = matchMedia(query);
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  }, [query]);
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

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

/** The filters of a page, as its address says them: a link and the back button keep them. */
export function useFilters(): {
  get(name: string): string;
  set(changes: Record<string, string>): void;
} {
  const [params, setParams] = useSearchParams();
  const set = useCallback((changes: Record<string, string>) =>
    setParams((before) => {
      // Another filter means another list, whose first page is meant.
      before.delete("page");
      for (const [name, value] of Object.entries(changes)) {
        if (value === "") before.delete(name);
        else before.set(name, value);
      }
      return before;
    }, { replace: true }), [setParams]);
  return { get: (name) => params.get(name) ?? "", set };
}
