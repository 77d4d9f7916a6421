import type { Appointment } from "../../api/types.ts";
import { possible, type useStatusMoves } from "../../desk/actions.ts";
import { statusWord } from "../../ui/badge.tsx";
import { toast } from "../../ui/toast.tsx";

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
