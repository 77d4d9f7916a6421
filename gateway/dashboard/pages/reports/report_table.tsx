import { type Column, Pager, Table } from "../../ui/table.tsx";
import type { Row } from "./query.ts";
import { keyOf, numberOf, numberTextOf } from "./rows.ts";
import { t } from "./texts.ts";
import type { ReportResult } from "./use_report.ts";

const pageSize = 50;

/** All rows of a report, in pages. A click on the head of a number sorts by it; at first they are in the order of their keys. */
export function ReportTable({ result: { choice, rows }, sort, page, set }: {
  result: ReportResult;
  sort: string;
  page: number;
  set(changes: Record<string, string>): void;
}) {
  const { report, groups } = choice;
  const columns: Column<Row>[] = [
    ...groups.map((group) => ({
      label: t(`group.${group.name}`),
      isTight: group.isTime,
      cell: (row: Row) => keyOf(row, group, choice).name,
    })),
    ...report.fields.map((field) => ({
      label: t(`field.${field.name}`),
      align: "end" as const,
      isTight: true,
      sort: field.name,
      cell: (row: Row) => numberTextOf(row, field),
    })),
  ];
  const sorted = sortedBy(sort, { choice, rows });
  const first = page * pageSize;
  const shown = sorted.slice(first, first + pageSize);
  return (
    <section className="apart report-table" aria-label={t(`report.${report.name}`)}>
      <Table
        label={t(`report.${report.name}`)}
        columns={columns}
        rows={shown}
        keyOf={(row) => sorted.indexOf(row)}
        sort={sort}
        onSort={(next) => set({ sort: next })}
      />
      {rows.length > pageSize && (
        <Pager
          noun={t("rows")}
          onPage={(next) => set({ page: next === 0 ? "" : String(next) })}
          page={{
            page,
            size: pageSize,
            totalElements: rows.length,
            totalPages: Math.ceil(rows.length / pageSize),
            isLast: first + pageSize >= rows.length,
          }}
        />
      )}
    </section>
  );
}

/** Returns the rows in the order of a number, `booked,desc`. Rows without the number come last. */
function sortedBy(
  sort: string,
  { choice, rows }: Pick<ReportResult, "choice" | "rows">,
): readonly Row[] {
  const [name, direction] = sort.split(",");
  const field = choice.report.fields.find((one) => one.name === name);
  if (!field) return rows;
  const sign = direction === "desc" ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [numberOf(a, field), numberOf(b, field)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  });
}
