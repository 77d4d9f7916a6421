import { numberText } from "../../api/time.ts";
import { statusText } from "./status_text.ts";
import type { UsageFilters } from "./use_usage_filters.ts";
import { t } from "./texts.ts";

/** The most called endpoints, and the errors by status. A click on a bar filters the log. */
export function Breakdown({ endpoints, errors, filters: { set } }: {
  endpoints: readonly { endpoint: string; calls: number; percentage: number }[];
  errors: Record<string, number>;
  filters: UsageFilters;
}) {
  const failed = Object.entries(errors).toSorted(([, a], [, b]) => b - a);
  const max = Math.max(1, ...failed.map(([, calls]) => calls));
  return (
    <div className="columns apart">
      <section className="card">
        <h2>{t("endpoints")}</h2>
        <Bars
          none={t("noRequests")}
          bars={endpoints.map(({ endpoint, calls, percentage }) => ({
            label: endpoint,
            value: `${numberText(calls)} · ${t("percent", { percent: numberText(percentage) })}`,
            share: percentage / 100,
            filter: () => set({ endpoint }),
          }))}
        />
      </section>
      <section className="card">
        <h2>{t("errors")}</h2>
        <Bars
          none={t("noErrors")}
          bars={failed.map(([status, calls]) => ({
            label: statusText(status),
            value: numberText(calls),
            share: calls / max,
            filter: () => set({ status }),
          }))}
        />
      </section>
    </div>
  );
}

interface Bar {
  label: string;
  value: string;
  share: number;
  filter(): void;
}

function Bars({ bars, none }: { bars: readonly Bar[]; none: string }) {
  if (bars.length === 0) return <p className="muted">{none}</p>;
  return (
    <ul className="list gap-4">
      {bars.map(({ label, value, share, filter }) => (
        <li key={label}>
          <button
            type="button"
            className="bar-button"
            title={t("filterBy", { value: label })}
            onClick={filter}
          >
            <span className="bar" style={{ width: `${share * 100}%` }} />
            <span className="anywhere">{label}</span>
            <span className="muted nowrap">{value}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
