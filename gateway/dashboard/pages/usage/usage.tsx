import { useRead } from "../../api/hooks.ts";
import { numberText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { DateField } from "../../ui/date_field.tsx";
import { Page } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { Breakdown } from "./breakdown.tsx";
import { CallsChart } from "./calls_chart.tsx";
import { UsageLog } from "./usage_log.tsx";
import { type Period, periods, type UsageFilters, useUsageFilters } from "./use_usage_filters.ts";
import "./usage.css";
import { t } from "./texts.ts";

/** The use of the API: totals, a chart, the most called endpoints, errors, and the log of requests. */
export function Usage() {
  const filters = useUsageFilters();
  const { period, from, to, fault, set } = filters;
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      actions={
        <>
          <Segments<Period>
            label={t("periodLabel")}
            options={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
            value={period}
            onChange={(next) =>
              set(
                next === "custom"
                  ? { period: next, from, to, hour: "" }
                  : { period: next, from: "", to: "", hour: "" },
              )}
          />
          {!fault && (
            <a className="button plain" href={csvOf(filters)} download>
              {t("csv")}
            </a>
          )}
        </>
      }
    >
      {period === "custom" && (
        <div className="row filters">
          <DateField
            label={t("from")}
            value={from}
            onChange={(date) => date && set({ from: date, hour: "" })}
          />
          <DateField
            label={t("to")}
            value={to}
            onChange={(date) => date && set({ to: date, hour: "" })}
          />
        </div>
      )}
      {fault
        ? <p className="fault" role="alert">{t(`fault.${fault}`)}</p>
        : <Report filters={filters} />}
    </Page>
  );
}

function Report({ filters }: { filters: UsageFilters }) {
  const { period, from, to } = filters;
  const stats = useRead("usage.stats", {
    period,
    ...(period === "custom" && { startDate: from, endDate: to }),
  }, { keepsPrevious: true });
  return (
    <>
      <Loaded read={stats} skeleton={<Skeleton rows={11} />}>
        {(sums) => (
          <>
            <Figures sums={sums} />
            <CallsChart points={sums.timeSeriesData} filters={filters} />
            <Breakdown
              endpoints={sums.topEndpoints}
              errors={sums.errorBreakdown}
              filters={filters}
            />
          </>
        )}
      </Loaded>
      <UsageLog filters={filters} seen={Object.keys(stats.data?.errorBreakdown ?? {})} />
    </>
  );
}

function Figures({ sums }: { sums: Output<"usage.stats"> }) {
  const failed = Object.values(sums.errorBreakdown).reduce((sum, calls) => sum + calls, 0);
  const hasCalls = sums.totalCalls > 0;
  const ms = (value: number) => t("ms", { ms: numberText(value) });
  return (
    <div className="columns figures apart">
      <Figure label={t("requests")} value={numberText(sums.totalCalls)} />
      <Figure
        label={t("successRate")}
        value={hasCalls ? t("percent", { percent: numberText(sums.successRate) }) : t("noValue")}
      />
      <Figure label={t("failed")} value={numberText(failed)} />
      <Figure label={t("credits")} value={numberText(sums.totalCreditsConsumed)} />
      <Figure
        label={t("median")}
        value={hasCalls ? ms(sums.p50) : t("noValue")}
        note={hasCalls
          ? t("percentiles", { p95: numberText(sums.p95), p99: numberText(sums.p99) })
          : ""}
      />
    </div>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="card">
      <div className="muted">{label}</div>
      <div className="large">{value}</div>
      {note && <div className="muted small">{note}</div>}
    </div>
  );
}

/** The export has the filters of the page. */
function csvOf({ from, to, key, status, endpoint, requestId }: UsageFilters): string {
  const query = new URLSearchParams({ startDate: from, endDate: to });
  if (key) query.set("apiKeyId", key);
  if (status === "error") query.set("onlyErrors", "true");
  else if (status) query.set("statusCode", status);
  if (endpoint) query.set("endpoint", endpoint);
  if (requestId) query.set("requestId", requestId);
  return `/api/staff/api-usage/export/csv?${query}`;
}
