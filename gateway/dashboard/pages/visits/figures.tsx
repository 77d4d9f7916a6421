import { dayText, numberText } from "../../api/time.ts";
import type { VisitFigures, VisitOverview } from "../../api/types.ts";
import { Badge, type Tone } from "../../ui/states.tsx";
import { durationText, percentText } from "../../ui/value_text.ts";
import { type Change, changesBetween, type Verdict as Outcome, verdictOf } from "./comparison.ts";
import type { Period } from "./use_period.ts";
import { t } from "./texts.ts";

interface OverviewProps {
  overview: VisitOverview;
  period: Pick<Period, "kind" | "today">;
}

const tones: Record<Outcome, Tone> = { better: "good", worse: "bad", mixed: "warn", same: "info" };
const trends: Record<Change["trend"], Tone> = { better: "good", worse: "bad", same: "neutral" };

/** Says how the period went: how long people waited, how many were called in time, and the week before. */
export function Verdict({ overview, period: { kind, today } }: OverviewProps) {
  const { totals, to, beforeFrom } = overview;
  const changes = changesBetween(totals, overview.before);
  const verdict = verdictOf(changes);
  const before = { period: kind, before: dayText(beforeFrom) };
  return (
    <section
      className={`card list apart verdict ${verdict ? tones[verdict] : ""}`}
      aria-label={t("verdict.label")}
    >
      <p className="title">
        {to >= today && <span className="muted">{t("verdict.soFar")}</span>}{" "}
        <strong>
          {totals.p90WaitingSeconds === null
            ? t("verdict.noWaiting")
            : t("verdict.waiting", { time: durationText(totals.p90WaitingSeconds) })}
        </strong>{" "}
        {totals.punctuality !== null &&
          t("verdict.punctuality", { percent: Math.round(totals.punctuality * 100) })}
      </p>
      <div className="row">
        {verdict
          ? <Badge tone={tones[verdict]}>{t(`verdict.${verdict}`, before)}</Badge>
          : <span className="muted">{t("verdict.none", before)}</span>}
        {changes.filter(({ trend }) => trend !== "same").map((
          { measure, trend, value, earlier },
        ) => (
          <Badge key={measure} tone={trends[trend]}>
            {t(`change.${measure}`, { value, earlier })}
          </Badge>
        ))}
      </div>
    </section>
  );
}

/** The figures of the period, each with that of the week before. */
export function Figures({ overview, period: { kind } }: OverviewProps) {
  const { totals, before } = overview;
  const day = dayText(overview.beforeFrom);
  const earlier = (valueOf: (figures: VisitFigures) => string) =>
    before.visits === 0
      ? ""
      : t("note.before", { period: kind, before: day, value: valueOf(before) });
  return (
    <section className="columns figures apart visit-figures" aria-label={t("figures")}>
      <Figure
        label={t("visits")}
        value={numberText(totals.visits)}
        note={totals.open > 0 ? t("note.open", { count: totals.open }) : ""}
        earlier={earlier(({ visits }) => numberText(visits))}
      />
      {(["served", "left", "noShows"] as const).map((outcome) => (
        <Figure
          key={outcome}
          label={t(outcome)}
          value={numberText(totals[outcome])}
          note={shareText(totals, outcome)}
          earlier={earlier((figures) => numberText(figures[outcome]))}
        />
      ))}
      {(["waiting", "handling"] as const).map((name) => (
        <Figure
          key={name}
          label={t(name)}
          value={durationText(timesOf(totals, name).half)}
          note={t(`note.${name}`, { time: durationText(timesOf(totals, name).most) })}
          earlier={earlier((figures) => timesText(timesOf(figures, name)))}
        />
      ))}
      <Figure
        label={t("punctuality")}
        value={percentText(totals.punctuality)}
        note={t("note.due", { count: totals.due })}
        earlier={earlier(({ punctuality }) => percentText(punctuality))}
      />
    </section>
  );
}

function Figure({ label, value, note, earlier }: {
  label: string;
  value: string;
  note: string;
  earlier: string;
}) {
  return (
    <div className="card">
      <div className="muted">{label}</div>
      <div className="large">{value}</div>
      <div className="small">{note}</div>
      <div className="muted small">{earlier}</div>
    </div>
  );
}

/** The share of the ended visits: those who are still here may end in any way. */
function shareText(figures: VisitFigures, outcome: "served" | "left" | "noShows"): string {
  const ended = figures.visits - figures.open;
  return ended === 0 ? "" : percentText(figures[outcome] / ended);
}

function timesOf(figures: VisitFigures, name: "waiting" | "handling") {
  return name === "waiting"
    ? { half: figures.p50WaitingSeconds, most: figures.p90WaitingSeconds }
    : { half: figures.p50HandlingSeconds, most: figures.p90HandlingSeconds };
}

/** `8 min, 9 in 10 under 21 min`. */
function timesText({ half, most }: { half: number | null; most: number | null }): string {
  if (half === null) return durationText(half);
  return t("note.times", { half: durationText(half), most: durationText(most) });
}
