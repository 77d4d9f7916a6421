import { dayText, numberText } from "../../api/time.ts";
import type { VisitFigures, VisitOverview } from "../../api/types.ts";
import { type Bar, BarChart } from "../../ui/bar_chart.tsx";
import { durationText, hourText, minutesOf, weekdayText } from "../../ui/value_text.ts";
import type { Period } from "./use_period.ts";
import { t } from "./texts.ts";

/** An hour or a day of a chart. */
interface Point {
  key: string;
  name: string;
  label: string;
  figures: VisitFigures & { visitsBefore: number };
}

type ChartLabel = "visitsByHour" | "visitsByDay" | "waitingByHour" | "waitingByDay";

/** The visits and the waiting times by day (of a week) and by hour. A day opens with a click. */
export function Charts({ overview, period }: { overview: VisitOverview; period: Period }) {
  const hours = overview.hours.map((one) => ({
    key: String(one.hour),
    name: hourText(one.hour),
    label: String(one.hour),
    figures: one,
  }));
  const days = overview.days.map((day) => ({
    key: day.date,
    name: dayText(day.date),
    label: weekdayText(day.date),
    figures: day,
  }));
  const before = t("chart.before", { period: period.kind, before: dayText(overview.beforeFrom) });
  const action = {
    labelOf: ({ name }: Bar) => t("chart.openDay", { day: name }),
    onPress: ({ key }: Bar) => period.set({ period: "", date: key === period.today ? "" : key }),
  };
  return (
    <div className="columns visit-charts">
      {days.length > 0 && (
        <>
          <VisitsChart
            label="visitsByDay"
            head="day"
            points={days}
            before={before}
            action={action}
          />
          <WaitingChart label="waitingByDay" head="day" points={days} action={action} />
        </>
      )}
      <VisitsChart label="visitsByHour" head="hour" points={hours} before={before} />
      <WaitingChart label="waitingByHour" head="hour" points={hours} />
    </div>
  );
}

type Action = NonNullable<Parameters<typeof BarChart>[0]["action"]>;

function VisitsChart({ label, head, points, before, action }: {
  label: ChartLabel;
  head: "day" | "hour";
  points: readonly Point[];
  before: string;
  action?: Action;
}) {
  const max = Math.max(
    1,
    ...points.map(({ figures }) => Math.max(figures.visits, figures.visitsBefore)),
  );
  const hasOpen = points.some(({ figures }) => figures.open > 0);
  return (
    <BarChart
      label={t(`chart.${label}`)}
      hasTitle
      legend={[
        { kind: "served", label: t("served") },
        ...hasOpen ? [{ kind: "open", label: t("open") }] : [],
        { kind: "left", label: t("left") },
        { kind: "missed", label: t("noShows") },
        { kind: "earlier", label: before },
      ]}
      bars={points.map(visitsBar)}
      max={max}
      maxText={numberText(max)}
      heads={[t(head), t("visits"), t("served"), t("open"), t("left"), t("noShows"), before]}
      {...(action && { action })}
    />
  );
}

function WaitingChart({ label, head, points, action }: {
  label: ChartLabel;
  head: "day" | "hour";
  points: readonly Point[];
  action?: Action;
}) {
  const max = Math.max(60, ...points.map(({ figures }) => figures.p90WaitingSeconds ?? 0));
  return (
    <BarChart
      label={t(`chart.${label}`)}
      hasTitle
      legend={[{ kind: "half", label: t("half") }, { kind: "most", label: t("most") }]}
      bars={points.map(waitingBar)}
      max={max}
      maxText={durationText(max)}
      heads={[t(head), t("half"), t("most")]}
      {...(action && { action })}
    />
  );
}

function visitsBar({ figures, ...place }: Point): Bar {
  const { visits, served, open, left, noShows, visitsBefore } = figures;
  const tops = { served, open: served + open, left: served + open + left };
  return {
    ...place,
    reading: t("chart.visits", { visits, served, left, noShows }),
    layers: [
      { kind: "served", to: tops.served },
      { kind: "open", from: tops.served, to: tops.open },
      { kind: "left", from: tops.open, to: tops.left },
      { kind: "missed", from: tops.left, to: visits },
    ].filter(({ from = 0, to }) => to > from),
    value: visits === 0 ? "" : numberText(visits),
    ...(visitsBefore > 0 && { mark: visitsBefore }),
    cells: [visits, served, open, left, noShows, visitsBefore].map(numberText),
  };
}

function waitingBar({ figures, ...place }: Point): Bar {
  const { p50WaitingSeconds: half, p90WaitingSeconds: most } = figures;
  const texts = { half: durationText(half), most: durationText(most) };
  return {
    ...place,
    reading: most === null ? t("chart.nobody") : t("chart.waiting", texts),
    layers: [{ kind: "most", to: most ?? 0 }, { kind: "half", to: half ?? 0 }],
    value: most === null ? "" : numberText(minutesOf(most)),
    cells: [texts.half, texts.most],
  };
}
