import { useState } from "react";
import { useRead } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { addDays, dateOf, nowIn, numberText } from "../../api/time.ts";
import { DateField } from "../../ui/date_field.tsx";
import { Page } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { Breakdown } from "./breakdown.tsx";
import { CallsChart } from "./calls_chart.tsx";
import { UsageLog } from "./usage_log.tsx";
import "./usage.css";

const periods = [
  { value: "today", label: "Today" },
  { value: "week", label: "7 days" },
  { value: "month", label: "30 days" },
  { value: "custom", label: "Date range" },
] as const;
type Period = (typeof periods)[number]["value"];
const daysBefore: Record<Period, number> = { today: 0, week: 6, month: 29, custom: 0 };

/** The use of the API: totals, a chart, the most called endpoints, failures, and the log of calls. */
export function Usage() {
  const today = dateOf(nowIn(useTimeZone()));
  const [period, setPeriod] = useState<Period>("today");
  const [custom, setCustom] = useState({ from: addDays(today, -13), to: today });
  const dates = period === "custom"
    ? custom
    : { from: addDays(today, -daysBefore[period]), to: today };
  const stats = useRead("usage.stats", {
    period,
    ...(period === "custom" && { startDate: custom.from, endDate: custom.to }),
  }, { keepsPrevious: true });
  return (
    <Page
      title="Usage"
      lead="Calls made with API keys"
      actions={
        <>
          <Segments<Period> label="Period" options={periods} value={period} onChange={setPeriod} />
          <a
            className="button plain"
            href={`/api/staff/api-usage/export/csv?startDate=${dates.from}&endDate=${dates.to}`}
            download
          >
            Download CSV
          </a>
        </>
      }
    >
      {period === "custom" && (
        <div className="filters">
          <DateField
            label="From"
            value={custom.from}
            max={custom.to}
            isRequired
            onChange={(from) => setCustom({ ...custom, from })}
          />
          <DateField
            label="To"
            value={custom.to}
            min={custom.from}
            isRequired
            onChange={(to) => setCustom({ ...custom, to })}
          />
        </div>
      )}
      <Loaded read={stats} skeleton={<Skeleton rows={11} />}>
        {(sums) => (
          <>
            <div className="cards">
              <Figure label="Calls" value={numberText(sums.totalCalls)} />
              <Figure label="Successful calls" value={`${sums.successRate} %`} />
              <Figure label="Credits" value={numberText(sums.totalCreditsConsumed)} />
              <Figure
                label="Median response time"
                value={`${sums.p50} ms`}
                note={`95 %: ${sums.p95} ms · 99 %: ${sums.p99} ms`}
              />
            </div>
            <CallsChart points={sums.timeSeriesData} />
            <Breakdown endpoints={sums.topEndpoints} errors={sums.errorBreakdown} />
          </>
        )}
      </Loaded>
      <UsageLog from={dates.from} to={dates.to} />
    </Page>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="card">
      <div className="muted">{label}</div>
      <div className="figure">{value}</div>
      {note && <div className="muted small">{note}</div>}
    </div>
  );
}
