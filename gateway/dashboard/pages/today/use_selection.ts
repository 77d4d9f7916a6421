import { useState } from "react";
import type { Appointment } from "../../api/types.ts";
import { useLeave } from "../../ui/unsaved.tsx";

/** Returns the appointment that keys act on, and functions that move the selection. Only a shown row can be selected. */
export function useSelection({ rows, selectedId, setSelectedId, onMove }: {
  rows: readonly Appointment[];
  selectedId: number | null;
  setSelectedId(id: number | null): void;
  /** Called when a key has moved the selection. */
  onMove(): void;
}) {
  const leave = useLeave();
  /** Selects an appointment. Asks first if the panel of the selected one holds typed input. */
  function select(id: number | null): void {
    if (id !== selectedId) leave(() => setSelectedId(id));
  }
  const index = rows.findIndex(({ id }) => id === selectedId);
  // If the selected appointment leaves the list, the next step selects the one that took its place.
  const [lastIndex, setLastIndex] = useState(0);
  if (index >= 0 && index !== lastIndex) setLastIndex(index);

  function moveTo(target: number): void {
    const one = rows[Math.max(0, Math.min(rows.length - 1, target))];
    if (!one) return;
    select(one.id);
    onMove();
  }
  return {
    selected: rows[index],
    select,
    toFirst: () => moveTo(0),
    step: (by: number) => moveTo(index >= 0 ? index + by : selectedId === null ? 0 : lastIndex),
    /** Selects the next row, because the selected one is about to leave the list. */
    leave: () => index >= 0 && select((rows[index + 1] ?? rows[index - 1])?.id ?? null),
  };
}
