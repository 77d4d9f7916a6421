const textTypes = new Set(["text", "search", "email", "tel", "url", "number", ""]);

/** What the focused element does with characters. */
export type KeyTarget = "page" | "field" | "parts" | "password" | "choices";

/** Returns what the element does with characters: `parts` are the parts of a date, `choices` jump to an entry. */
export function keyTargetOf(target: EventTarget | null): KeyTarget {
  if (!(target instanceof HTMLElement)) return "page";
  if (target instanceof HTMLInputElement) {
    if (target.type === "password") return "password";
    return textTypes.has(target.getAttribute("type") ?? "") ? "field" : "page";
  }
  if (target instanceof HTMLTextAreaElement) return "field";
  if (target.role === "spinbutton" || target.isContentEditable) return "parts";
  return target.closest("select, [role=menu], .popover [role=listbox]") ? "choices" : "page";
}

/** Returns a function that gives the text field its present text back, also in React. */
export function rememberText(target: EventTarget | null): () => void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) {
    return () => {};
  }
  const { value } = target;
  return () => {
    if (!target.isConnected || target.value === value) return;
    // React ignores a value that is set on the element itself, so the setter of its class is called.
    const prototype = Object.getPrototypeOf(target) as object;
    Object.getOwnPropertyDescriptor(prototype, "value")!.set!.call(target, value);
    target.dispatchEvent(new Event("input", { bubbles: true }));
  };
}

/** Returns whether arrows and Enter belong to the page's list: nothing or the list itself has the focus. */
export function isListFocused(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  return target === document.body || target.id === "content" || target.role === "grid";
}
