import { type KeyboardEvent, useEffect, useRef, useState } from "react";

type Key = string | number;

/** The selected rows of a table. */
export interface Selection<T> {
  selected: ReadonlySet<Key>;
  onChange(selected: ReadonlySet<Key>): void;
  labelOf(row: T): string;
  allLabel: string;
}

/** Returns the check boxes of a table: one in the head, and one for each row. */
export function useCheckboxes<T>(
  selection: Selection<T> | undefined,
  { rows, keyOf }: { rows: readonly T[]; keyOf(row: T): Key },
) {
  // The row from which a range is selected, and which Tab reaches.
  const [current, setCurrent] = useState<Key | null>(null);
  if (!selection) return undefined;
  const { selected, onChange, labelOf, allLabel } = selection;
  const keys = rows.map(keyOf);
  const isShown = current !== null && keys.includes(current);
  const tabStop = isShown ? current : keys[0];

  /** Selects a row or deselects it; with `isRange`, all rows from the current one to it. */
  function select(key: Key, { isSelected, isRange }: { isSelected: boolean; isRange: boolean }) {
    const [from, to] = [keys.indexOf(isRange && isShown ? current : key), keys.indexOf(key)];
    const next = new Set(selected);
    for (const one of keys.slice(Math.min(from, to), Math.max(from, to) + 1)) {
      if (isSelected) next.add(one);
      else next.delete(one);
    }
    onChange(next);
    if (!isRange) setCurrent(key);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, key: Key): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) {
      if (event.key === "Escape" && selected.size > 0) onChange(new Set());
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const next = keys[keys.indexOf(key) + step];
    if (next === undefined) return;
    if (event.shiftKey) select(next, { isSelected: true, isRange: true });
    else setCurrent(next);
    const boxes = event.currentTarget.closest("table")!.querySelectorAll<HTMLInputElement>(
      "tbody .row-check",
    );
    boxes[keys.indexOf(next)]?.focus();
  }

  return {
    all: (
      <AllBox
        label={allLabel}
        count={keys.filter((key) => selected.has(key)).length}
        total={keys.length}
        onChange={(isSelected) => onChange(new Set(isSelected ? keys : []))}
      />
    ),
    of(row: T) {
      const key = keyOf(row);
      return (
        <label className="row-check-area">
          <input
            type="checkbox"
            className="row-check"
            aria-label={labelOf(row)}
            checked={selected.has(key)}
            tabIndex={key === tabStop ? 0 : -1}
            onKeyDown={(event) => onKeyDown(event, key)}
            onChange={(event) => {
              const isRange = (event.nativeEvent as unknown as MouseEvent).shiftKey;
              select(key, { isSelected: event.target.checked, isRange });
            }}
          />
        </label>
      );
    },
  };
}

function AllBox({ label, count, total, onChange }: {
  label: string;
  count: number;
  total: number;
  onChange(isSelected: boolean): void;
}) {
  const box = useRef<HTMLInputElement>(null);
  const isPart = count > 0 && count < total;
  useEffect(() => {
    box.current!.indeterminate = isPart;
  }, [isPart]);
  return (
    <label className="row-check-area">
      <input
        ref={box}
        type="checkbox"
        className="row-check"
        aria-label={label}
        checked={count > 0 && count === total}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
