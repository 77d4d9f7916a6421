import { useSyncExternalStore } from "react";
import type { Appointment } from "../api/types.ts";

/** A dialog of the desk that any page can open. */
export type DeskDialog =
  | { kind: "check-in"; codes: readonly string[] }
  | { kind: "shortcuts" }
  | { kind: "scanner" }
  | { kind: "ticket"; appointment: Appointment }
  | { kind: "early"; appointment: Appointment; onCompleted?(): void };

let open: DeskDialog | null = null;
const listeners = new Set<() => void>();

/** Opens a dialog of the desk over the page and its dialogs, or closes it. */
export function openDeskDialog(dialog: DeskDialog | null): void {
  open = dialog;
  for (const listener of listeners) listener();
}

/** Returns the open dialog of the desk. */
export function useDeskDialog(): DeskDialog | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, () => open);
}
