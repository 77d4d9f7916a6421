import { useTimeZone } from "../../api/session.tsx";
import { addDays, dateOf, nowIn } from "../../api/time.ts";
import { useFilters } from "../../ui/hooks.ts";

export const periods = ["today", "week", "month", "custom"] as const;
export type Period = (typeof periods)[number];

const daysBefore: Record<Period, number> = { today: 0, week: 6, month: 29, custom: 13 };
const maxDays = 366;

/** The period and the filters of the usage page. They are in the address, so a reload and a link keep them. */
export interface UsageFilters {
  period: Period;
  from: string;
  to: string;
  /** A bucket of the chart: an hour, `2026-11-20T10`, or empty. */
  hour: string;
  key: string;
  /** A status code, `error` for all errors, or empty. */
  status: string;
  endpoint: string;
  /** `X-Request-Id` of the searched call, or empty. */
  requestId: string;
  page: number;
  fault: "tooLong" | "wrongOrder" | null;
  set(changes: Record<string, string>): void;
}

export function useUsageFilters(): UsageFilters {
  const { get, set } = useFilters();
  const today = dateOf(nowIn(useTimeZone()));
  const period = periods.find((one) => one === get("period")) ?? "today";
  const first = addDays(today, -daysBefore[period]);
  const from = period === "custom" ? get("from") || first : first;
  const to = period === "custom" ? get("to") || today : today;
  return {
    period,
    from,
    to,
    hour: get("hour"),
    key: get("key"),
    status: get("status"),
    endpoint: get("endpoint"),
    requestId: get("requestId"),
    page: Number(get("page")) || 0,
    fault: faultOf(from, to),
    set,
  };
}

function faultOf(from: string, to: string): UsageFilters["fault"] {
  if (to < from) return "wrongOrder";
  return to > addDays(from, maxDays) ? "tooLong" : null;
}
