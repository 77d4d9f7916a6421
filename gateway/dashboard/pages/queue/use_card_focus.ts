import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

/**
 * Moves the focus between the cards by the arrow keys, and keeps it: a card that changes its column, or disappears, would
 * lose it.
 */
export function useCardFocus(board: RefObject<HTMLElement | null>) {
  const [tabStopId, setTabStopId] = useState<number | null>(null);
  const last = useRef<{ id: string; column: number; row: number } | null>(null);
  // Before the next key: it would be lost on a page without a focus.
  useLayoutEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    if (document.querySelector(".overlay")) return;
    const { id, column, row } = last.current;
    const lists = cardsOf(board.current);
    const moved = lists.flat().find((card) => card.dataset["visit"] === id);
    const near = lists[column]?.[Math.min(row, lists[column].length - 1)];
    (moved ?? near ?? lists.flat()[0])?.focus({ preventScroll: true });
  });

  return {
    tabStopId,
    boardProps: {
      onFocus({ target }: FocusEvent): void {
        const card = target.closest<HTMLElement>("[data-visit]");
        if (!card) return;
        const lists = cardsOf(board.current);
        const column = lists.findIndex((cards) => cards.includes(card));
        const id = card.dataset["visit"]!;
        last.current = { id, column, row: lists[column]?.indexOf(card) ?? 0 };
        setTabStopId(Number(id));
      },
      onBlur({ target, relatedTarget }: FocusEvent): void {
        if (relatedTarget !== null) last.current = null;
        // A card that React removes has no new target, and neither has a click on the empty page. Only the card of the
        // click is still there.
        else {requestAnimationFrame(() => {
            if (target.isConnected && document.hasFocus()) last.current = null;
          });}
      },
      onKeyDown(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const lists = cardsOf(board.current);
        const column = lists.findIndex((cards) => cards.includes(event.target as HTMLElement));
        if (column === -1) return;
        const row = lists[column]!.indexOf(event.target as HTMLElement);
        const next = neighbour(lists, { column, row }, event.key);
        if (!next) return;
        event.preventDefault();
        next.focus();
      },
    },
    /** Focuses the first card, or the one that Tab comes to. */
    enter: () => board.current?.querySelector<HTMLElement>("[data-visit][tabindex='0']")?.focus(),
  };
}

/** Returns the cards of each column that has any. */
function cardsOf(board: HTMLElement | null): HTMLElement[][] {
  return Array.from(
    board?.querySelectorAll(".visits") ?? [],
    (list) => Array.from(list.querySelectorAll<HTMLElement>("[data-visit]")),
  );
}

function neighbour(
  lists: HTMLElement[][],
  { column, row }: { column: number; row: number },
  key: string,
): HTMLElement | undefined {
  const own = lists[column]!;
  const across = (step: number) => {
    const list = lists[column + step];
    return list?.[Math.min(row, list.length - 1)];
  };
  switch (key) {
    case "ArrowDown":
      return own[row + 1];
    case "ArrowUp":
      return own[row - 1];
    case "ArrowRight":
      return across(1);
    case "ArrowLeft":
      return across(-1);
    case "Home":
      return own[0];
    case "End":
      return own.at(-1);
    default:
      return undefined;
  }
}
