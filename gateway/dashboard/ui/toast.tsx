import { useSyncExternalStore } from "react";
import { sentenceOf } from "../api/errors.ts";
import { Button } from "./button.tsx";

interface Toast {
  id: number;
  text: string;
  kind: "done" | "fault";
  action?: { label: string; onPress(): void };
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const shownMs = { done: 5000, fault: 9000 };

/** Says in passing that something was done. */
export function toast(text: string, action?: Toast["action"]): void {
  show({ text, kind: "done", ...(action && { action }) });
}

/** Says that something could not be done, and why. */
export function toastFault(error: unknown): void {
  show({ text: sentenceOf(error), kind: "fault" });
}

function show(made: Omit<Toast, "id">): void {
  const one = { ...made, id: ++lastId };
  // Three at most: what is older has been read or never will be.
  set([...toasts.slice(-2), one]);
  setTimeout(() => dismiss(one.id), shownMs[one.kind]);
}

function dismiss(id: number): void {
  set(toasts.filter((one) => one.id !== id));
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where they appear; stands once in the page, so that screen readers know it before the first. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="toasts" role="status" aria-live="polite" data-react-aria-top-layer="true">
      {shown.map(({ id, text, kind, action }) => (
        <div key={id} className={`toast ${kind}`}>
          <span>{text}</span>
          {action && (
            <Button
              kind="quiet"
              onPress={() => {
                dismiss(id);
                action.onPress();
              }}
            >
              {action.label}
            </Button>
          )}
          <Button kind="quiet" icon="close" aria-label="Dismiss" onPress={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
