import { numberText } from "../../api/time.ts";
import { BarList } from "../../ui/bar_list.tsx";
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
        <BarList
          none={t("noRequests")}
          bars={endpoints.map(({ endpoint, calls, percentage }) => ({
            key: endpoint,
            label: endpoint,
            value: `${numberText(calls)} · ${t("percent", { percent: numberText(percentage) })}`,
            share: percentage / 100,
            action: { label: t("filterBy", { value: endpoint }), onPress: () => set({ endpoint }) },
          }))}
        />
      </section>
      <section className="card">
        <h2>{t("errors")}</h2>
        <BarList
          none={t("noErrors")}
          bars={failed.map(([status, calls]) => ({
            key: status,
            label: statusText(status),
            value: numberText(calls),
            share: calls / max,
            action: {
              label: t("filterBy", { value: statusText(status) }),
              onPress: () => set({ status }),
            },
          }))}
        />
      </section>
    </div>
  );
}
