import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";
import { numberText } from "../api/time.ts";

export interface Column<T> {
  label: string;
  cell(row: T): ReactNode;
  /** The field by which a click on the head sorts. */
  sort?: string;
  align?: "end";
  /** Left out on a phone. */
  isMinor?: boolean;
  /** Stays on one line where there is room, as a time does. */
  isTight?: boolean;
  /** The head is for screen readers alone, as over buttons. */
  hidesLabel?: boolean;
}

interface TableProps<T> {
  /** What the table holds. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf(row: T): string | number;
  /** `field,asc` or `field,desc`. */
  sort?: string;
  onSort?(sort: string): void;
  /** Opens the row; its first cell becomes the button that does so. */
  onOpen?(row: T): void;
  isDimmed?(row: T): boolean;
}

/** Rows under heads, as a plain table that every screen reader knows how to walk. */
export function Table<T>(
  { label, columns, rows, keyOf, sort, onSort, onOpen, isDimmed }: TableProps<T>,
) {
  return (
    <div className="table-frame" tabIndex={-1}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.label} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={`${onOpen ? "opens" : ""} ${isDimmed?.(row) ? "faded" : ""}`}
              onClick={onOpen && ((event) => {
                if (!(event.target as Element).closest("button, a, label")) onOpen(row);
              })}
            >
              {columns.map((column, i) => (
                <td key={column.label} className={classOf(column)}>
                  {i === 0 && onOpen
                    ? (
                      <button type="button" className="row-link" onClick={() => onOpen(row)}>
                        {column.cell(row)}
                      </button>
                    )
                    : column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head<T>({ column, sort = "", onSort }: {
  column: Column<T>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const [field, direction] = sort.split(",");
  const isSorted = column.sort !== undefined && field === column.sort;
  const words = <span className={column.hidesLabel ? "unseen" : ""}>{column.label}</span>;
  if (!column.sort || !onSort) return <th scope="col" className={classOf(column)}>{words}</th>;
  const next = `${column.sort},${isSorted && direction === "asc" ? "desc" : "asc"}`;
  const order = direction === "asc" ? "ascending" : "descending";
  return (
    <th scope="col" className={classOf(column)} aria-sort={isSorted ? order : "none"}>
      <button
        type="button"
        className={`sort ${isSorted ? direction : ""}`}
        onClick={() => onSort(next)}
      >
        {words}
        <Icon name="down" />
      </button>
    </th>
  );
}

function classOf<T>({ align, isMinor, isTight }: Column<T>): string {
  return `${align ?? ""} ${isMinor ? "minor" : ""} ${isTight ? "tight" : ""}`;
}

/** Which page of a list this is, and the way to the others. */
export function Pager({ page, onPage, noun }: {
  page: { page: number; size: number; totalElements: number; totalPages: number; isLast: boolean };
  onPage(page: number): void;
  noun: string;
}) {
  const first = page.page * page.size + 1;
  const last = Math.min(first + page.size - 1, page.totalElements);
  const total = numberText(page.totalElements);
  return (
    <nav className="pager" aria-label="Pages of the list">
      <span className="muted" role="status">
        {page.totalElements === 0 || first > page.totalElements
          ? `${total} ${noun}`
          : `${numberText(first)}–${numberText(last)} of ${total} ${noun}`}
      </span>
      <Button
        kind="quiet"
        icon="left"
        aria-label="Previous page"
        isDisabled={page.page === 0}
        onPress={() => onPage(page.page - 1)}
      />
      <Button
        kind="quiet"
        icon="right"
        aria-label="Next page"
        isDisabled={page.isLast}
        onPress={() => onPage(page.page + 1)}
      />
    </nav>
  );
}
