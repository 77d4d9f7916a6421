import { Fragment, type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import { useOverflows } from "./hooks.ts";
import { Icon } from "./icons.tsx";
import { useTimeZone } from "../api/session.tsx";
import { dateText, nowIn, numberText, timeOf } from "../api/time.ts";
import { type Selection, useCheckboxes } from "./table_selection.tsx";
import { t } from "./texts.ts";
import { isolatedText } from "./names.tsx";

export interface Column<T> {
  label: string;
  cell(row: T): ReactNode;
  /** The field that a click on the column head sorts by. */
  sort?: string;
  align?: "end";
  /** Hidden on a phone. */
  isMinor?: boolean;
  /** Does not wrap if there is room, such as a time. */
  isTight?: boolean;
  /** Shows the head to screen readers only, for example above buttons. */
  hidesLabel?: boolean;
}

interface TableProps<T> {
  /** The name of the table for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf(row: T): string | number;
  /** `field,asc` or `field,desc`. */
  sort?: string;
  onSort?(sort: string): void;
  /** Opens a row. The first cell of each row becomes a button. */
  onOpen?(row: T): void;
  isDimmed?(row: T): boolean;
  /** Gives each row a check box. */
  selection?: Selection<T> | undefined;
  /** The heading of the group of a row, such as its day. A row with another group than the row before starts a group. */
  groupOf?(row: T): string;
}

/** A plain HTML table, so that every screen reader can navigate it. */
export function Table<T>(
  { label, columns, rows, keyOf, sort, onSort, onOpen, isDimmed, selection, groupOf }: TableProps<
    T
  >,
) {
  const classOfRow = (row: T) =>
    `${onOpen ? "opens" : ""} ${isDimmed?.(row) ? "faded" : ""} ${
      selection?.selected.has(keyOf(row)) ? "selected" : ""
    }`;
  const frame = useRef<HTMLDivElement>(null);
  const overflows = useOverflows(frame);
  const boxes = useCheckboxes(selection, { rows, keyOf });
  return (
    <div
      ref={frame}
      className="table-frame"
      {...(overflows ? { tabIndex: 0, role: "region", "aria-label": label } : { tabIndex: -1 })}
    >
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {boxes && <td className="check">{boxes.all}</td>}
            {columns.map((column) => (
              <Head key={column.label} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, position) => (
            <Fragment key={keyOf(row)}>
              {groupOf && groupOf(row) !== (rows[position - 1] && groupOf(rows[position - 1]!)) && (
                <tr className="table-group">
                  <th scope="rowgroup" colSpan={columns.length + (boxes ? 1 : 0)}>
                    {groupOf(row)}
                  </th>
                </tr>
              )}
              <tr
                className={classOfRow(row)}
                onClick={onOpen && ((event) => {
                  if (!(event.target as Element).closest("button, a, label")) onOpen(row);
                })}
              >
                {boxes && <td className="check">{boxes.of(row)}</td>}
                {columns.map((column, i) => (
                  <td key={column.label} className={classOf(column)}>
                    {i === 0 && onOpen
                      ? (
                        <button
                          type="button"
                          className="row-link medium"
                          onClick={() => onOpen(row)}
                        >
                          {isolatedText(column.cell(row))}
                        </button>
                      )
                      : isolatedText(column.cell(row))}
                  </td>
                ))}
              </tr>
            </Fragment>
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
  const text = <span className={column.hidesLabel ? "unseen" : ""}>{column.label}</span>;
  if (!column.sort || !onSort) return <th scope="col" className={classOf(column)}>{text}</th>;
  const next = `${column.sort},${isSorted && direction === "asc" ? "desc" : "asc"}`;
  const order = direction === "asc" ? "ascending" : "descending";
  return (
    <th scope="col" className={classOf(column)} aria-sort={isSorted ? order : "none"}>
      <button
        type="button"
        className={`sort ${isSorted ? direction : ""}`}
        onClick={() => onSort(next)}
      >
        {text}
        <Icon name="down" />
      </button>
    </th>
  );
}

function classOf<T>({ align, isMinor, isTight }: Column<T>): string {
  return `${align ?? ""} ${isMinor ? "minor" : ""} ${isTight ? "tight" : ""}`;
}

/** Shows the position in a list, and buttons to the previous and next page. */
export function Pager({ page, onPage, noun }: {
  page: { page: number; size: number; totalElements: number; totalPages: number; isLast: boolean };
  onPage(page: number): void;
  noun: string;
}) {
  const first = page.page * page.size + 1;
  const last = Math.min(first + page.size - 1, page.totalElements);
  const total = numberText(page.totalElements);
  return (
    <nav className="line pager" aria-label={t("pager.label")}>
      <span className="muted" role="status">
        {page.totalElements === 0 || first > page.totalElements
          ? t("pager.total", { total, noun })
          : t("pager.range", { first: numberText(first), last: numberText(last), total, noun })}
      </span>
      <Button
        kind="quiet"
        icon="left"
        aria-label={t("pager.previous")}
        disabledReason={page.page === 0 && t("pager.isFirst")}
        onPress={() => onPage(page.page - 1)}
      />
      <Button
        kind="quiet"
        icon="right"
        aria-label={t("pager.next")}
        disabledReason={page.isLast && t("pager.isLast")}
        onPress={() => onPage(page.page + 1)}
      />
    </nav>
  );
}

/** A date and time in a table. The year is shown only if it is not the current one. */
export function Timestamp({ at }: { at: string }) {
  const date = dateText(at);
  const thisYear = ` ${nowIn(useTimeZone()).slice(0, 4)}`;
  return (
    <time className="moment" dateTime={at} title={`${date}, ${timeOf(at)}`}>
      <span>{date.endsWith(thisYear) ? date.slice(0, -thisYear.length) : date}</span>{" "}
      <strong>{timeOf(at)}</strong>
    </time>
  );
}
