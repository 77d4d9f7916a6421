import { dateOf, dayText, numberText, timeOf } from "../../api/time.ts";
import { type Bar, BarChart } from "../../ui/bar_chart.tsx";
import type { UsageFilters } from "./use_usage_filters.ts";
import { t } from "./texts.ts";

interface Point {
  timestamp: string;
  calls: number;
  credits: number;
}

/**
 * Requests over time, one bar for each hour or day. The darker part of a bar is the credits. A click on a bar shows only
 * its time.
 */
export function CallsChart({ points, filters: { set } }: {
  points: readonly Point[];
  filters: UsageFilters;
}) {
  const isHourly = points.length > 1 &&
    dateOf(points[0]!.timestamp) === dateOf(points[1]!.timestamp);
  const max = Math.max(1, ...points.map(({ calls }) => calls));
  function showOnly({ key: timestamp }: Bar): void {
    const date = dateOf(timestamp);
    set({ period: "custom", from: date, to: date, hour: isHourly ? timestamp.slice(0, 13) : "" });
  }
  return (
    <BarChart
      label={t("chart")}
      legend={[{ kind: "calls", label: t("requests") }, { kind: "credits", label: t("credits") }]}
      bars={points.map((point) => barOf(point, isHourly))}
      max={max}
      maxText={numberText(max)}
      heads={[t("time"), t("requests"), t("credits")]}
      action={{ labelOf: ({ name }) => t("showOnly", { time: name }), onPress: showOnly }}
    />
  );
}

function barOf({ timestamp, calls, credits }: Point, isHourly: boolean): Bar {
  const day = dayText(timestamp);
  const time = timeOf(timestamp);
  return {
    key: timestamp,
    name: isHourly ? `${day}, ${time}` : day,
    label: isHourly ? time : day,
    reading: t("readingRequests", { calls: numberText(calls), credits: numberText(credits) }),
    layers: [{ kind: "calls", to: calls }, { kind: "credits", to: credits }],
    cells: [numberText(calls), numberText(credits)],
  };
}
