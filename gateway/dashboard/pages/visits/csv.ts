import { dateText } from "../../api/time.ts";
import type { VisitFigures, VisitOverview } from "../../api/types.ts";
import type { CsvColumn } from "../../ui/export_buttons.tsx";
import { hourText } from "../../ui/value_text.ts";
import { t } from "./texts.ts";

/** A line of the file: the figures of the period, or of one of its groups. */
export interface CsvRow {
  group: string;
  name: string;
  figures: VisitFigures;
}

/** Returns the lines of the file: everything that the page shows of the period. */
export function csvRowsOf(overview: VisitOverview): CsvRow[] {
  const { totals, days, hours, departments, workers, desks } = overview;
  return [
    row(t("csv.total"), "", totals),
    ...days.map((one) => row(t("day"), dateText(one.date), one)),
    ...hours.map((one) => row(t("hour"), hourText(one.hour), one)),
    ...departments.map((one) => row(t("department"), one.name, one)),
    ...workers.map((one) => row(t("worker"), one.name ?? t("noWorker"), one)),
    ...desks.map((one) => row(t("desk"), one.desk ?? t("noDesk"), one)),
  ];
}

function row(group: string, name: string, figures: VisitFigures): CsvRow {
  return { group, name, figures };
}

/** Times are whole seconds, so that a spreadsheet can compute with them. */
export const csvColumns: readonly CsvColumn<CsvRow>[] = [
  { label: t("csv.group"), text: ({ group }) => group },
  { label: t("csv.name"), text: ({ name }) => name },
  number(t("visits"), ({ visits }) => visits),
  number(t("served"), ({ served }) => served),
  number(t("left"), ({ left }) => left),
  number(t("noShows"), ({ noShows }) => noShows),
  number(t("open"), ({ open }) => open),
  number(t("csv.due"), ({ due }) => due),
  number(
    t("csv.punctuality"),
    ({ punctuality }) => punctuality === null ? null : Math.round(punctuality * 100),
  ),
  number(t("csv.waitingHalf"), ({ p50WaitingSeconds }) => p50WaitingSeconds),
  number(t("csv.waitingMost"), ({ p90WaitingSeconds }) => p90WaitingSeconds),
  number(t("csv.handlingHalf"), ({ p50HandlingSeconds }) => p50HandlingSeconds),
  number(t("csv.handlingMost"), ({ p90HandlingSeconds }) => p90HandlingSeconds),
];

function number(
  label: string,
  valueOf: (figures: VisitFigures) => number | null,
): CsvColumn<CsvRow> {
  return { label, text: ({ figures }) => String(valueOf(figures) ?? "") };
}
