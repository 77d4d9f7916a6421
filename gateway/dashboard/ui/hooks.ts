import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useSearchParams } from "wouter";

/** Returns whether a media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((listener: () => void) => {
    const list = matchMedia(query);
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  }, [query]);
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Returns whether an element is wider than its place, so that it scrolls. The keyboard must then be able to reach it. */
export function useOverflows(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = frame.current!;
    const observer = new ResizeObserver(() =>
      setOverflows(element.scrollWidth > element.clientWidth)
    );
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [frame]);
  return overflows;
}

// Rows are also rendered this far outside the view, so that fast scrolling shows no gap.
const marginPx = 600;

/** Returns which of many rows of equal height are near the view. The page itself scrolls. */
export function useWindow(
  frame: RefObject<HTMLElement | null>,
  { rowHeight, count }: { rowHeight: number; count: number },
): { first: number; last: number } {
  const [range, setRange] = useState({ from: 0, to: innerHeight + marginPx });
  useEffect(() => {
    function measure(): void {
      const top = frame.current?.getBoundingClientRect().top ?? 0;
      // In steps of 200 px, so that most scrolling renders nothing.
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

/** Returns the filters in the address, and a setter. So a link and the back button keep them. */
export function useFilters(): {
  get(name: string): string;
  set(changes: Record<string, string>): void;
} {
  const [params, setParams] = useSearchParams();
  const set = useCallback((changes: Record<string, string>) =>
    setParams((before) => {
      // A different filter starts again at the first page.
      before.delete("page");
      for (const [name, value] of Object.entries(changes)) {
        if (value === "") before.delete(name);
        else before.set(name, value);
      }
      return before;
    }, { replace: true }), [setParams]);
  return { get: (name) => params.get(name) ?? "", set };
}
