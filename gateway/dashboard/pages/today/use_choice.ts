import { useRef, useState } from "react";
import type { Appointment } from "../../api/types.ts";
import { possible, type useStatusMoves } from "../../desk/actions.ts";
import { statusWord } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

/** Which appointment the keys act on, and how they go from one to the next. */
export function useChoice({ all, shown, onMove }: {
  all: readonly Appointment[];
  /** The list that the keys walk through. */
  shown: readonly Appointment[];
  /** The choice was moved by a key. */
  onMove(): void;
}) {
  const [selectedId, select] = useState<number | null>(null);
  const at = shown.findIndex(({ id }) => id === selectedId);
  // Where the choice was when what was chosen left the list: the one that took its place is next.
  const lastAt = useRef(-1);
  if (at >= 0) lastAt.current = at;

  function moveTo(index: number): void {
    const one = shown[Math.max(0, Math.min(shown.length - 1, index))];
    if (!one) return;
    select(one.id);
    onMove();
  }
  return {
    selectedId,
    selected: all.find(({ id }) => id === selectedId),
    select,
    toFirst: () => moveTo(0),
    step: (by: number) => moveTo(at >= 0 ? at + by : selectedId === null ? 0 : lastAt.current),
    /** What was chosen is about to leave the list; the next one is chosen. */
    leave(): void {
      if (at >= 0) select((shown[at + 1] ?? shown[at - 1])?.id ?? null);
    },
  };
}

type Verb = keyof ReturnType<typeof possible>;

/** What keys and buttons do with the chosen appointment; what cannot be done with it is said. */
export function useChosenMoves({ selected, moves, onDone }: {
  selected: Appointment | undefined;
  moves: ReturnType<typeof useStatusMoves>;
  /** It is being completed or marked missed. */
  onDone(): void;
}) {
  function when(verb: Verb, act: (one: Appointment) => void): void {
    if (!selected) return;
    if (possible(selected)[verb]) act(selected);
    else toast(`${selected.name} is ${statusWord(selected.status).toLowerCase()} already`);
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
