import { useEffect, useEffectEvent } from "react";

// A scanner acts as a keyboard without pauses. No person types faster than this.
const scannerPauseMs = 45;

// Keys that repeat while they are held down. The others act once.
const repeatableKeys = new Set(["j", "k"]);

/** The actions of single keys. They work while no text field has the focus and no dialog is open. */
export type Shortcuts = Record<string, () => void>;

/**
 * Runs the actions of keys. Keys that arrive at a scanner's speed run no action: their text goes to `onScan`. So a
 * code can be scanned wherever the focus is, also over a dialog. The Enter at the end of a scan presses nothing.
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
        // A held key may repeat at the speed of a scanner, but a scanner never holds a key.
        typed = "";
        if (!isOverPage && repeatableKeys.has(event.key)) run(event.key);
        return;
      }
      if (event.key.length === 1 && event.key !== " ") {
        typed += event.key;
        // In Firefox, `/` opens the browser's own search.
        if (event.key === "/" && has("/") && !isOverPage) event.preventDefault();
        timer = setTimeout(() => isOverPage ? typed = "" : settle(), scannerPauseMs);
      } else if (typed.length > 1) {
        // The Enter at the end of a scan must not press the element that has the focus.
        event.preventDefault();
        event.stopPropagation();
        settle();
      } else if (!isOverPage && has(event.key) && isListFocused(event.target)) {
        event.preventDefault();
        run(event.key);
      }
    }
    // In the capture phase, before any element of the page takes the key.
    document.addEventListener("keydown", onKeyDown, true);
    return () => {
      document.removeEventListener("keydown", onKeyDown, true);
      clearTimeout(timer);
    };
  }, []);
}

/** Returns whether the focused element uses the key itself: a text field, or a list with type-ahead. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(
    "input, textarea, select, [role=listbox], [role=menu], [role=spinbutton], .popover",
  ) !== null;
}

/** Returns whether arrows and Enter belong to the page's list: nothing or the list itself has the focus. */
function isListFocused(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  return target === document.body || target.id === "content" || target.role === "grid";
}
