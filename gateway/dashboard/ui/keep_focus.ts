import { useEffect, useRef } from "react";

/**
 * Gives the focus to the list of the page, or to the page, if nothing has it. React Aria gives it back to the element
 * that had it before a dialog; but that may be gone, or a key has opened the dialog and nothing had the focus.
 */
export function keepFocus(): void {
  setTimeout(() => {
    if (document.activeElement !== document.body || document.querySelector(".overlay")) return;
    const page = document.querySelector("#content");
    const list = page?.querySelector<HTMLElement>("[role=grid]") ?? page;
    (list as HTMLElement | null)?.focus({ preventScroll: true });
  }, 50);
}

/** Keeps the focus when `value` has changed, which may have removed the element that had it. */
export function useKeptFocus(value: unknown): void {
  const before = useRef(value);
  useEffect(() => {
    if (before.current !== value) keepFocus();
    before.current = value;
  }, [value]);
}
