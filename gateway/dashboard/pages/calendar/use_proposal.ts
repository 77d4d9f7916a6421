import { type RefObject, useEffect, useState } from "react";
import { toastFault } from "../../ui/toast.tsx";
import type { Column } from "./columns.ts";
import type { Axis } from "./layout.ts";
import { isSameProposal, problemText, type Proposal } from "./proposal.ts";
import { moveVerdict, slotAt } from "./slots.ts";
import { reveal } from "./use_board_view.ts";

/** Keeps where a picked-up appointment would go, for the pointer and for the keys. */
export function useProposal(
  board: RefObject<HTMLDivElement | null>,
  { columns, axis, now, onMove }: {
    columns: readonly Column[];
    axis: Axis;
    now: string;
    onMove(proposal: Proposal): void;
  },
) {
  const [proposal, setProposal] = useState<Proposal | null>(null);
  useEffect(() => {
    // The pointer is at the ghost, but the keys can move it out of the view.
    const ghost = board.current?.querySelector<HTMLElement>(".board-ghost");
    if (proposal?.by === "keys" && ghost) reveal(board.current!, ghost);
  }, [board, proposal]);
  const cancel = () => setProposal(null);

  function propose(of: Omit<Proposal, "verdict">): void {
    const verdict = moveVerdict(of.appointment, of.column, { slot: of.slot, now });
    setProposal((before) => isSameProposal(before, of) ? before : { ...of, verdict });
  }
  function drop(): void {
    if (!proposal) return;
    const { verdict, by } = proposal;
    if (verdict.state === "forbidden") {
      toastFault(problemText(verdict));
      // By keys, another place can be chosen.
      if (by === "pointer") cancel();
      return;
    }
    cancel();
    if (verdict.state !== "same") onMove(proposal);
  }
  /** Moves the ghost to the next slot or column of the axis. */
  function step(by: { columns: number; minute: number }): void {
    const { appointment, column } = proposal!;
    const target = columns[columns.findIndex(({ key }) => key === column.key) + by.columns];
    if (!target || by.minute < axis.from || by.minute >= axis.to) return;
    propose({ by: "keys", appointment, column: target, slot: slotAt(target, by.minute) });
  }
  return {
    proposal,
    propose,
    drop,
    cancel,
    /** Takes a key while the keys move an appointment. Returns whether the browser must not act on it. */
    takeKey(key: string): boolean {
      const { minute, endMinute } = proposal!.slot;
      const keys: Record<string, () => void> = {
        ArrowUp: () => step({ columns: 0, minute: minute - 1 }),
        ArrowDown: () => step({ columns: 0, minute: endMinute }),
        ArrowLeft: () => step({ columns: -1, minute }),
        ArrowRight: () => step({ columns: 1, minute }),
        Enter: drop,
        Escape: cancel,
      };
      if (key === "Tab") cancel();
      keys[key]?.();
      return key in keys;
    },
  };
}
