import { useSyncExternalStore } from "react";
import { isWorthTryingAgain, shortMessageOf } from "../api/errors.ts";
import { Button } from "./button.tsx";
import { t as errors } from "../api/texts.ts";
import { t } from "./texts.ts";

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

/** Shows for 5 seconds that an action succeeded. */
export function toast(text: string, action?: Toast["action"]): void {
  show({ text, kind: "done", ...(action && { action }) });
}

/** Shows for 9 seconds why an action failed. */
export function toastError(error: unknown): void {
  toastFault(shortMessageOf(error));
}

/** Shows for 9 seconds that something failed. */
export function toastFault(text: string): void {
  show({ text, kind: "fault" });
}

/** Shows why an action failed, with a button that tries it again if only the network was the reason. */
export function toastFailure(error: unknown, tryAgain: () => void): void {
  const action = isWorthTryingAgain(error) &&
    { label: errors("tryAgain"), onPress: tryAgain };
  show({ text: shortMessageOf(error), kind: "fault", ...(action && { action }) });
}

function show(toast: Omit<Toast, "id">): void {
  const id = ++lastId;
  // At most three toasts are shown.
  set([...toasts.slice(-2), { ...toast, id }]);
  setTimeout(() => dismiss(id), shownMs[toast.kind]);
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

/** The place of the toasts. It is always rendered, because screen readers must know it before the first toast. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="list toasts" role="status" aria-live="polite" data-react-aria-top-layer="true">
      {shown.map(({ id, text, kind, action }) => (
        <div key={id} className={`line toast ${kind}`}>
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
          <Button
            kind="quiet"
            icon="close"
            aria-label={t("dismiss")}
            onPress={() => dismiss(id)}
          />
        </div>
      ))}
    </div>
  );
}
