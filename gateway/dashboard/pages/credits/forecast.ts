import { useRead } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { addDays, dateOf, nowIn } from "../../api/time.ts";
import type { Environment } from "../../api/types.ts";
import { t } from "./texts.ts";

const forecastDays = 7;

/** Returns a function that says how long a balance lasts, at the pace of the last days. */
export function useForecast(environment: Environment): (balance: number) => string {
  const startDate = addDays(dateOf(nowIn(useTimeZone())), 1 - forecastDays);
  const spent = useRead("credits.ledger", { environment, kind: "CONSUMED", startDate, size: 1 }, {
    staleMs: 60_000,
  });
  return (balance) =>
    spent.data
      ? forecastText(balance, spent.data.totalElements)
      : spent.isError
      ? t("noForecast")
      : "";
}

function forecastText(balance: number, spent: number): string {
  if (balance === 0) return t("out");
  if (spent === 0) return t("unused");
  const days = Math.floor(balance * forecastDays / spent);
  return days > 365 ? t("lastsLong") : t("lasts", { days });
}
