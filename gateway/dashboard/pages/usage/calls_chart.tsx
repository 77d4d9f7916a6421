import { useState } from "react";
import { dateOf, dateText, dayText, numberText, timeOf } from "../../api/time.ts";
import { pageTexts } from "../../messages/page_texts.ts";
import type { UsageFilters } from "./use_usage_filters.ts";

const t = pageTexts("usage");

interface Point {
  timestamp: string;
  calls: number;
  credits: number;
}

const maxLabels = 8;

/**
 * Requests over time, one bar for each hour or day: the counts are separate, so no line joins them. The darker part of a
 * bar is the credits. A click on a bar shows only its time. A hidden table has the same numbers for screen readers.
 */
export function CallsChart({ points, filters: { set } }: {
  points: readonly Point[];
  filters: UsageFilters;
}) {
  const [read, setRead] = useState<Point | null>(null);
  const isHourly = points.length > 1 &&
    dateOf(points[0]!.timestamp) === dateOf(points[1]!.timestamp);
  const max = Math.max(1, ...points.map(({ calls }) => calls));
  const step = Math.ceil(points.length / maxLabels);
  const nameOf = ({ timestamp }: Point) =>
    isHourly ? `${dayText(timestamp)}, ${timeOf(timestamp)}` : dayText(timestamp);
  const labelOf = ({ timestamp }: Point) => isHourly ? timeOf(timestamp) : dayText(timestamp);
  const readingOf = ({ calls, credits }: Point) =>
    t("readingRequests", { calls: numberText(calls), credits: numberText(credits) });
  function showOnly({ timestamp }: Point): void {
    const date = dateOf(timestamp);
    set({ period: "custom", from: date, to: date, hour: isHourly ? timestamp.slice(0, 13) : "" });
  }
  return (
    <figure className="card chart" aria-label={t("chart")}>
      <figcaption className="chart-head">
        <span className="legend">
          <span className="legend-calls">{t("requests")}</span>
          <span className="legend-credits">{t("credits")}</span>
        </span>
        <span className="muted">{read && `${nameOf(read)}: ${readingOf(read)}`}</span>
      </figcaption>
      <div className="chart-frame">
        <span className="chart-max muted small">{numberText(max)}</span>
        <div className="chart-bars" onPointerLeave={() => setRead(null)}>
          {points.map((point) => (
            <button
              key={point.timestamp}
              type="button"
              className="chart-bar"
              aria-label={`${t("showOnly", { time: nameOf(point) })}: ${readingOf(point)}`}
              onPointerEnter={() => setRead(point)}
              onFocus={() => setRead(point)}
              onClick={() => showOnly(point)}
            >
              <span className="chart-calls" style={{ height: `${point.calls / max * 100}%` }} />
              <span className="chart-credits" style={{ height: `${point.credits / max * 100}%` }} />
            </button>
          ))}
        </div>
        <div className="chart-labels muted small" aria-hidden="true">
          {points.filter((_, i) => i % step === 0).map((point) => (
            <span key={point.timestamp}>{labelOf(point)}</span>
          ))}
        </div>
      </div>
      <table className="unseen">
        <caption>{t("chart")}</caption>
        <thead>
          <tr>
            <th>{t("time")}</th>
            <th>{t("requests")}</th>
            <th>{t("credits")}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ timestamp, calls, credits }) => (
            <tr key={timestamp}>
              <td>{dateText(timestamp)} {isHourly && timeOf(timestamp)}</td>
              <td>{numberText(calls)}</td>
              <td>{numberText(credits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
