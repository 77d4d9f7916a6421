import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { addDays, dateText, minutesBetween, mondayOf, numberText } from "../../api/time.ts";
import { minutesText } from "../../ui/minutes_text.ts";
import { durationText } from "../../ui/value_text.ts";
import { useForecast } from "../credits/forecast.ts";
import { useLowCredits } from "../credits/low_credits.tsx";
import { t } from "./texts.ts";

const environment = "LIVE";
const soonDays = 14;

interface Shown {
  value: string;
  note: string;
  /** Whether somebody has to do something. */
  isBad?: boolean;
}

interface FigureProps<T> {
  label: string;
  /** The list behind the number. */
  to: string;
  read: UseQueryResult<T>;
  show(data: T): Shown;
}

/** A number that leads to its list. */
function Figure<T>({ label, to, read, show }: FigureProps<T>) {
  const shown: Shown = read.data !== undefined
    ? show(read.data)
    : { value: "–", note: read.isError ? t("failed") : "" };
  return (
    <Link href={to} className={`card figure-link ${shown.isBad ? "tinted bad" : ""}`}>
      <span className="muted">{label}</span>
      <span className="large">{shown.value}</span>
      <span className="small">{shown.note}</span>
    </Link>
  );
}

/** The day: appointments, the queue, and how long people waited. */
export function DayFigures({ today, now }: { today: string; now: string }) {
  const day = useRead("desk.day", { date: today, environment });
  const queue = useRead("visits.queue", { environment });
  const visits = useRead("reports.visits", { period: "DAY", date: today, environment });
  return (
    <>
      <Figure
        label={t("today")}
        to="/"
        read={day}
        show={({ appointments, totalAppointments }) => {
          const count = (status: string) =>
            appointments.filter((one) => one.status === status).length;
          return {
            value: numberText(totalAppointments),
            note: t("note.today", {
              completed: count("COMPLETED"),
              missed: count("MISSED"),
              left: count("SCHEDULED"),
            }),
          };
        }}
      />
      <Figure
        label={t("now")}
        to="/queue"
        read={queue}
        show={({ waiting }) => {
          const longest = Math.max(
            ...waiting.map(({ arrivedAt }) => minutesBetween(arrivedAt, now)),
          );
          return {
            value: numberText(waiting.length),
            note: waiting.length === 0
              ? t("note.nobody")
              : t("note.longest", { time: minutesText(longest) }),
          };
        }}
      />
      <Figure
        label={t("median")}
        to="/visits"
        read={visits}
        show={({ totals: { p50WaitingSeconds: half, p90WaitingSeconds: most } }) => ({
          value: durationText(half),
          note: half === null ? t("note.noWait") : t("note.most", { time: durationText(most) }),
        })}
      />
    </>
  );
}

/** What the week and the account need. */
export function AccountFigures({ today }: { today: string }) {
  const monday = mondayOf(today);
  const ofWeek = { environment, startDate: monday, endDate: today, size: 1 } as const;
  const missed = useRead("appointments.list", { ...ofWeek, status: "MISSED" });
  const completed = useRead("appointments.list", { ...ofWeek, status: "COMPLETED" });
  const balance = useRead("credits.balance");
  const forecast = useForecast(environment);
  const lowCredits = useLowCredits();
  const webhooks = useRead("webhooks.list");
  const tokens = useRead("reportingTokens.list");
  const apiKeys = useRead("apiKeys.list");
  const week = new URLSearchParams({ when: "dates", from: monday, to: today, status: "MISSED" });
  return (
    <>
      <Figure
        label={t("missed")}
        to={`/appointments?${week}`}
        read={missed}
        show={({ totalElements: count }) => {
          const all = count + (completed.data?.totalElements ?? 0);
          const percent = Math.round(count / all * 100);
          return {
            value: numberText(count),
            note: all === 0
              ? t("note.noneDue")
              : completed.data
              ? t("note.share", { percent, all })
              : "",
          };
        }}
      />
      <Figure
        label={t("credits")}
        to="/credits"
        read={balance}
        show={({ live }) => {
          const warning = lowCredits(live);
          return {
            value: numberText(live),
            note: [warning, forecast(live)].filter(Boolean).join(" "),
            isBad: live === 0 || warning !== undefined,
          };
        }}
      />
      <Figure
        label={t("webhooks")}
        to="/webhooks"
        read={webhooks}
        show={(all) => {
          const failing = all.filter((one) => one.isActive && one.healthStatus !== "HEALTHY");
          return {
            value: numberText(failing.length),
            note: failing.length === 0 ? t("note.noWebhook") : t("note.someWebhooks"),
            isBad: failing.length > 0,
          };
        }}
      />
      <Figure
        label={t("tokens")}
        to="/reporting-tokens"
        read={tokens}
        show={(all) => endingSoon(all.filter((one) => !one.isRevoked), today)}
      />
      <Figure
        label={t("apiKeys")}
        to="/api-keys"
        read={apiKeys}
        show={(all) => endingSoon(all.filter((one) => one.isActive), today)}
      />
    </>
  );
}

/** Shows how many end within 14 days, and which one ends first. */
function endingSoon(
  all: readonly { name: string; expiresAt: string | null }[],
  today: string,
): Shown {
  const [first, ...others] = all
    .filter((one) => one.expiresAt !== null)
    .filter((one) => one.expiresAt!.slice(0, 10) >= today)
    .filter((one) => one.expiresAt!.slice(0, 10) <= addDays(today, soonDays))
    .toSorted((a, b) => a.expiresAt! < b.expiresAt! ? -1 : 1);
  return {
    value: numberText(first ? 1 + others.length : 0),
    note: first
      ? t("note.firstToEnd", { name: first.name, day: dateText(first.expiresAt!) })
      : t("note.noneEnds"),
  };
}
