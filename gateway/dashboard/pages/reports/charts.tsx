import { type Bar, BarChart } from "../../ui/bar_chart.tsx";
import { BarList } from "../../ui/bar_list.tsx";
import { valueText } from "../../ui/value_text.ts";
import type { Choice } from "./choice.ts";
import { numberOf, numberTextOf } from "./rows.ts";
import { type Charted, chartsOf, type Series } from "./series.ts";
import { t } from "./texts.ts";
import type { ReportResult } from "./use_report.ts";

/** The chosen number by the first group of times, or by the first group. The other groups have a chart for each name. */
export function Charts({ choice, rows }: Pick<ReportResult, "choice" | "rows">) {
  const charted = chartsOf(choice, rows);
  if (!charted) return <p className="muted apart">{t("tooManyTimes")}</p>;
  const { axis, series, hiddenSeries, hiddenPoints } = charted;
  return (
    <>
      <div className={series.length > 1 ? "columns apart report-charts" : "apart"}>
        {series.map((one) =>
          axis.isTime
            ? <TimeChart key={one.id} series={one} charted={charted} choice={choice} />
            : <NameChart key={one.id} series={one} charted={charted} choice={choice} />
        )}
      </div>
      {hiddenSeries > 0 && (
        <p className="muted small apart">{t("hiddenSeries", { count: hiddenSeries })}</p>
      )}
      {hiddenPoints > 0 && <p className="muted small apart">{t("hiddenPoints")}</p>}
    </>
  );
}

interface ChartProps {
  series: Series;
  charted: Charted;
  choice: Choice;
}

function TimeChart({ series: { keys, points }, charted: { axis, max }, choice }: ChartProps) {
  const { field } = choice;
  const bars = points.map(({ key, row }): Bar => ({
    key: key.id,
    name: key.name,
    label: key.label,
    reading: numberTextOf(row, field),
    layers: [{ kind: "value", to: Math.max(0, numberOf(row, field) ?? 0) }],
    value: numberOf(row, field) ? numberTextOf(row, field) : "",
  }));
  return (
    <BarChart
      label={titleOf({ keys, axis, choice })}
      hasTitle
      legend={[]}
      bars={bars}
      max={max || 1}
      maxText={valueText(field.unit, max)}
    />
  );
}

function NameChart({ series: { keys, points }, charted: { axis, max }, choice }: ChartProps) {
  const { field } = choice;
  const title = titleOf({ keys, axis, choice });
  return (
    <section className="card report-chart" aria-label={title}>
      <h2>{title}</h2>
      <BarList
        none={t("none")}
        bars={points.map(({ key, row }) => ({
          key: key.id,
          label: key.name,
          value: numberTextOf(row, field),
          share: Math.max(0, numberOf(row, field) ?? 0) / (max || 1),
        }))}
      />
    </section>
  );
}

/** `Counter: 4` among several charts, and `Booked · Day` for a single one. */
function titleOf({ keys, axis, choice: { field } }: {
  keys: Series["keys"];
  axis: Charted["axis"];
  choice: Choice;
}): string {
  if (keys.length === 0) return `${t(`field.${field.name}`)} · ${t(`group.${axis.name}`)}`;
  return keys.map(({ group, key }) =>
    t("keyOf", { group: t(`group.${group.name}`), key: key.name })
  )
    .join(" · ");
}
