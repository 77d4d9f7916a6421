import { type FocusEvent, useSyncExternalStore } from "react";
import { isWorthTryingAgain, shortMessageOf } from "../api/errors.ts";
import { Button } from "./button.tsx";
import { Reference } from "./error_box.tsx";
import { keepFocus } from "./keep_focus.ts";
import { t as errors } from "../api/texts.ts";
import { t } from "./texts.ts";
import { ToastTimes } from "./toast_times.ts";

interface Toast {
  id: number;
  text: string;
  kind: "done" | "fault";
  /** Why it failed, if that was an error. */
  error?: unknown;
  action?: { label: string; onPress(): void };
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const maxToasts = 3;

// A fault stays until it is dismissed (WCAG 2.2.1).
const times = new ToastTimes(dismiss);

/** Shows for 5 seconds that an action succeeded. */
export function toast(text: string): void {
  show({ text, kind: "done" });
}

/** Shows for 5 seconds that an action succeeded, with a button. Returns a function that removes it earlier. */
export function toastWith(text: string, action: NonNullable<Toast["action"]>): () => void {
  return show({ text, kind: "done", action });
}

/** Shows why an action failed. */
export function toastError(error: unknown): void {
  show({ text: shortMessageOf(error), kind: "fault", error });
}

/** Shows that something failed. */
export function toastFault(text: string): void {
  show({ text, kind: "fault" });
}

/** Shows why an action failed, with a button that tries it again if only the network was the reason. */
export function toastFailure(error: unknown, tryAgain: () => void): void {
  const action = isWorthTryingAgain(error) &&
    { label: errors("tryAgain"), onPress: tryAgain };
  show({ text: shortMessageOf(error), kind: "fault", error, ...(action && { action }) });
}

function show(toast: Omit<Toast, "id">): () => void {
  const id = ++lastId;
  // The same fault again is one fault. A fault stays longer than what was done.
  const others = toasts.filter(({ kind, text }) => kind === "done" || text !== toast.text);
  const surplus = others.length - maxToasts + 1;
  const dropped = new Set(
    surplus > 0
      ? [...others].sort((a, b) => Number(a.kind === "fault") - Number(b.kind === "fault"))
        .slice(0, surplus)
      : [],
  );
  set([...others.filter((one) => !dropped.has(one)), { ...toast, id }]);
  if (toast.kind === "done") times.start(id);
  return () => dismiss(id);
}

function dismiss(id: number): void {
  times.stop(id);
  set(toasts.filter((one) => one.id !== id));
}

function set(next: readonly Toast[]): void {
  toasts = next;
  // The pointer and the focus leave a toast that is removed without an event.
  if (next.length === 0) times.resume();
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
    <div
      className="list toasts"
      role="status"
      aria-live="polite"
      data-react-aria-top-layer="true"
      onPointerEnter={() => times.pause()}
      onPointerLeave={() => times.resume()}
      onFocus={() => times.pause()}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) times.resume();
      }}
    >
      {shown.map(({ id, text, kind, error, action }) => {
        const close = () => {
          dismiss(id);
          times.resume();
          keepFocus();
        };
        return (
          <div key={id} className={`line toast ${kind}`}>
            <div>
              {text}
              <Reference error={error} />
            </div>
            {action && (
              <Button
                kind="quiet"
                onPress={() => {
                  close();
                  action.onPress();
                }}
              >
                {action.label}
              </Button>
            )}
            <Button kind="quiet" icon="close" aria-label={t("dismiss")} onPress={close} />
          </div>
        );
      })}
    </div>
  );
}
