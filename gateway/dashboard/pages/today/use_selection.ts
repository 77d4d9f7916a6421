import { useRef, useState } from "react";
import type { Appointment } from "../../api/types.ts";
import type { useStatusMoves } from "../../desk/actions.ts";
import { allowedActions, type AppointmentAction } from "../../desk/allowed_actions.ts";
import { statusName } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { useLeave } from "../../ui/unsaved.tsx";

/** Returns the appointment that the keys act on, and functions that move the selection. */
export function useSelection({ all, shown, onMove }: {
  all: readonly Appointment[];
  /** The visible list. */
  shown: readonly Appointment[];
  /** Called when a key has moved the selection. */
  onMove(): void;
}) {
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const leave = useLeave();
  /** Selects an appointment. Asks first if the panel of the selected one holds typed input. */
  function select(id: number | null): void {
    if (id !== selectedId) leave(() => setSelectedId(id));
  }
  const index = shown.findIndex(({ id }) => id === selectedId);
  // If the selected appointment leaves the list, the next step selects the one that took its place.
  const lastIndex = useRef(-1);
  if (index >= 0) lastIndex.current = index;

  function moveTo(target: number): void {
    const one = shown[Math.max(0, Math.min(shown.length - 1, target))];
    if (!one) return;
    select(one.id);
    onMove();
  }
  return {
    selectedId,
    selected: all.find(({ id }) => id === selectedId),
    select,
    toFirst: () => moveTo(0),
    step: (by: number) =>
      moveTo(index >= 0 ? index + by : selectedId === null ? 0 : lastIndex.current),
    /** Selects the next appointment, because the selected one is about to leave the list. */
    leave(): void {
      if (index >= 0) select((shown[index + 1] ?? shown[index - 1])?.id ?? null);
    },
  };
}

/** Returns actions on the selected appointment. If its status forbids one, a toast says so. */
export function useSelectionActions({ selected, moves, onDone }: {
  selected: Appointment | undefined;
  moves: ReturnType<typeof useStatusMoves>;
  /** Called when a status change has started. */
  onDone(): void;
}) {
  function when(action: AppointmentAction, act: (one: Appointment) => void): void {
    if (!selected) return;
    if (allowedActions(selected)[action]) act(selected);
    else toast(`${selected.name} is already ${statusName(selected.status).toLowerCase()}`);
  }
  function done(move: (one: Appointment) => void) {
    return (one: Appointment): void => {
      move(one);
      onDone();
    };
  }
  return {
    when,
    complete: () => when("complete", done(moves.complete)),
    miss: () => when("miss", done(moves.miss)),
  };
}
