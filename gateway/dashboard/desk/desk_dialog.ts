import { useSyncExternalStore } from "react";
import type { Appointment } from "../api/types.ts";

/** The worker who is absent. */
export interface AbsentWorker {
  id: number;
  name: string;
}

/** The dates and hours of an absence that is entered already. */
export interface EnteredAbsence {
  from: string;
  to: string;
  starts?: string | null;
  ends?: string | null;
}

/** A dialog of the desk that any page can open. */
export type DeskDialog =
  | { kind: "check-in"; codes: readonly string[] }
  | { kind: "shortcuts" }
  | { kind: "scanner" }
  | { kind: "ticket"; appointment: Appointment }
  | { kind: "cover"; worker?: AbsentWorker; absence?: EnteredAbsence }
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
