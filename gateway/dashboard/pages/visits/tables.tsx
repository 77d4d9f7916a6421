import { useState } from "react";
import { numberText } from "../../api/time.ts";
import type { VisitFigures, VisitOverview } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { durationText, percentText } from "../../ui/value_text.ts";
import type { Period } from "./use_period.ts";
import { t } from "./texts.ts";

/** A department, a staff member or a counter with its figures. */
interface Group {
  key: string;
  name: string;
  figures: VisitFigures;
  /** Shows only this group on the page. */
  onFilter?: () => void;
}

/** So many rows are enough to see who had the most visits. */
const maxRows = 10;

/** The figures by department, by staff member and by counter, most visits first. */
export function Tables({ overview, period }: { overview: VisitOverview; period: Period }) {
  const departments = overview.departments.map((one) => ({
    key: String(one.id),
    name: one.name,
    figures: one,
    onFilter: () => period.set({ department: String(one.id) }),
  }));
  return (
    <>
      {period.department === "" && (
        <GroupTable label={t("by.department")} head={t("department")} groups={departments} />
      )}
      <GroupTable
        label={t("by.worker")}
        head={t("worker")}
        groups={overview.workers.map((one) => ({
          key: String(one.id),
          name: one.name ?? t("noWorker"),
          figures: one,
        }))}
      />
      <GroupTable
        label={t("by.desk")}
        head={t("desk")}
        groups={overview.desks.map((one) => ({
          key: String(one.desk),
          name: one.desk ?? t("noDesk"),
          figures: one,
        }))}
      />
    </>
  );
}

function GroupTable({ label, head, groups }: {
  label: string;
  head: string;
  groups: readonly Group[];
}) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const rows = isUnfolded ? groups : groups.slice(0, maxRows);
  return (
    <section className="stack visit-table" aria-label={label}>
      <h2>{label}</h2>
      <Table label={label} columns={columnsOf(head)} rows={rows} keyOf={({ key }) => key} />
      {rows.length < groups.length && (
        <Button kind="quiet" onPress={() => setIsUnfolded(true)}>
          {t("showAll", { count: groups.length })}
        </Button>
      )}
    </section>
  );
}

function columnsOf(head: string): Column<Group>[] {
  const count = (field: "served" | "left" | "noShows"): Column<Group> => ({
    label: t(field),
    align: "end",
    isMinor: true,
    cell: ({ figures }) => numberText(figures[field]),
  });
  const time = (
    name: "waitingHalf" | "waitingMost" | "handlingHalf" | "handlingMost",
    secondsOf: (figures: VisitFigures) => number | null,
  ): Column<Group> => ({
    label: t(`column.${name}`),
    align: "end",
    isMinor: true,
    cell: ({ figures }) => durationText(secondsOf(figures)),
  });
  return [
    {
      label: head,
      cell: ({ name, onFilter }) =>
        onFilter
          ? (
            <button
              type="button"
              className="row-link"
              title={t("filterBy", { name })}
              onClick={onFilter}
            >
              <bdi>{name}</bdi>
            </button>
          )
          : name,
    },
    { label: t("visits"), align: "end", cell: ({ figures }) => numberText(figures.visits) },
    count("served"),
    count("left"),
    count("noShows"),
    time("waitingHalf", ({ p50WaitingSeconds }) => p50WaitingSeconds),
    { ...time("waitingMost", ({ p90WaitingSeconds }) => p90WaitingSeconds), isMinor: false },
    time("handlingHalf", ({ p50HandlingSeconds }) => p50HandlingSeconds),
    time("handlingMost", ({ p90HandlingSeconds }) => p90HandlingSeconds),
    {
      label: t("column.punctuality"),
      align: "end",
      cell: ({ figures }) => percentText(figures.punctuality),
    },
  ];
}
