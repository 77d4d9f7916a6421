import { useEffect, useEffectEvent } from "react";

// A scanner is a keyboard that types without pausing. Nobody's fingers are faster than this.
const scannerPauseMs = 45;

// What may be done many times over by holding a key down; the others act once.
const walks = new Set(["j", "k"]);

/** What single keys do, while nothing is being typed and no dialog is open. */
export type Shortcuts = Record<string, () => void>;

/**
 * Runs what a key stands for. Keys that follow on one another at a scanner's speed are no commands: their text
 * goes to `onScan`, so that a code can be scanned wherever the focus is, over a dialog too; the Enter that ends
 * it presses nothing.
 */
export function useKeys(shortcuts: Shortcuts, onScan?: (text: string) => void): void {
  const run = useEffectEvent((key: string) => shortcuts[key]?.());
  const has = useEffectEvent((key: string) => key in shortcuts);
  const scan = useEffectEvent((text: string) => onScan?.(text));
  useEffect(() => {
    let typed = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    function settle(): void {
      if ([...typed].length === 1) run(typed);
      else if (typed.length >= 6) scan(typed);
      typed = "";
    }
    function onKeyDown(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return;
      clearTimeout(timer);
      const isOverPage = document.querySelector(".overlay") !== null;
      if (event.repeat && event.key.length === 1) {
        // A key that is held down repeats faster than any finger, and a scanner holds none.
        typed = "";
        if (!isOverPage && walks.has(event.key)) run(event.key);
        return;
      }
      if (event.key.length === 1 && event.key !== " ") {
        typed += event.key;
        // `/` would otherwise open the browser's own search.
        if (event.key === "/" && has("/") && !isOverPage) event.preventDefault();
        timer = setTimeout(() => isOverPage ? typed = "" : settle(), scannerPauseMs);
      } else if (typed.length > 1) {
        // A scanner ends with Enter, which must not press whatever has the focus.
        event.preventDefault();
        event.stopPropagation();
        settle();
      } else if (!isOverPage && has(event.key) && isFree(event.target)) {
        event.preventDefault();
        run(event.key);
      }
    }
    // Before anything in the page takes the key.
    document.addEventListener("keydown", onKeyDown, true);
    return () => {
      document.removeEventListener("keydown", onKeyDown, true);
      clearTimeout(timer);
    };
  }, []);
}

/** Whether a key belongs to what has the focus: a text, or a list that types ahead. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, [role=listbox], [role=menu], .popover") !== null;
}

/** Whether arrows and Enter mean the page's list: nothing has the focus, or the list itself does. */
function isFree(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  return target === document.body || target.id === "content" || target.role === "grid";
}
