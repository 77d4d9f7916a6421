import { memo } from "react";
import { dayText, minutesBetween, timeOf } from "../../api/time.ts";
import type { Visit } from "../../api/types.ts";
import { DifferenceBadge } from "../../desk/visited_appointment.tsx";
import { Button } from "../../ui/button.tsx";
import { minutesText } from "../../ui/minutes_text.ts";
import { Names } from "../../ui/names.tsx";
import { Badge, type Tone } from "../../ui/states.tsx";
import { handledMinutes, waitedMinutes } from "./lists.ts";
import { t } from "./texts.ts";

const outcomeTones: Record<NonNullable<Visit["outcome"]>, Tone> = {
  SERVED: "good",
  LEFT: "neutral",
  NO_SHOW: "warn",
  CANCELLED: "neutral",
};

/** Returns the name of the person; the word for a walk-in if there is none. */
export function whoOf({ appointment }: Pick<Visit, "appointment">): string {
  return appointment?.name ?? t("walkInName");
}

/** Shows how a visit has ended. */
export function OutcomeBadge({ outcome }: { outcome: NonNullable<Visit["outcome"]> }) {
  return <Badge tone={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</Badge>;
}

/** Returns what the visit does now, with its minutes. */
export function progressText(visit: Visit, now: string): string {
  const { state, desk, calls, outcome } = visit;
  const waited = minutesText(waitedMinutes(visit, now));
  const handled = minutesText(handledMinutes(visit, now));
  switch (state) {
    case "WAITING":
      return t("card.WAITING", { time: waited });
    case "CALLED":
      return t("card.CALLED", { desk: desk!, calls });
    case "IN_SERVICE":
      return t("card.IN_SERVICE", { desk: desk!, time: handled });
    case "ENDED":
      return outcome === "SERVED"
        ? t("card.served", { waited, handled })
        : t("card.waited", { time: waited });
  }
}

/** Returns the time that the person came for. The appointment may have another one by now. */
function cameForTime({ cameFor, dateTime }: NonNullable<Visit["appointment"]>): string {
  return cameFor?.dateTime ?? dateTime;
}

/** Returns the minutes of the present step, and what they are for who cannot see the column. */
function stepOf(visit: Visit, now: string): { minutes: number; words: string } {
  const { state, outcome, calledAt } = visit;
  if (state === "CALLED") {
    const minutes = minutesBetween(calledAt!, now);
    return { minutes, words: t("card.calledAgo", { time: minutesText(minutes) }) };
  }
  const isHandled = state === "IN_SERVICE" || outcome === "SERVED";
  const minutes = isHandled ? handledMinutes(visit, now) : waitedMinutes(visit, now);
  const words = state === "IN_SERVICE"
    ? t("counter.atService", { time: minutesText(minutes) })
    : progressText(visit, now);
  return { minutes, words };
}

function factsOf(
  { state, desk, calls, appointment, date }: Visit,
  { departmentName, now }: { departmentName: string | null; now: string },
): string[] {
  return [
    ...(state === "CALLED" ? [t("card.calls", { desk: desk!, calls })] : []),
    ...(state === "IN_SERVICE" ? [t("counter.name", { desk: desk! })] : []),
    ...(appointment ? [t("card.due", { time: timeOf(cameForTime(appointment)) })] : []),
    // Last, because it is the longest, and the line is cut at its end.
    ...(departmentName === null ? [] : [departmentName]),
    ...(date === now.slice(0, 10) ? [] : [t("card.on", { day: dayText(date) })]),
  ];
}

interface CardProps {
  visit: Visit;
  /** The local time. */
  now: string;
  /** Null if all visits on the page are of one department. */
  departmentName: string | null;
  /** The goal of the office, if the person has waited longer. */
  goal: number | null;
  isMine: boolean;
  /** Whether Tab comes to this card. The arrow keys go to the others. */
  isTabStop: boolean;
  onOpen(visit: Visit): void;
  /** Undefined if the visit cannot be called from here. */
  onCall: ((visit: Visit) => void) | undefined;
}

/** A visit in a column. */
export const VisitCard = memo(function VisitCard(
  { visit, now, departmentName, goal, isMine, isTabStop, onOpen, onCall }: CardProps,
) {
  const { id, number, priority, note, outcome, appointment } = visit;
  const step = stepOf(visit, now);
  const isChanged = appointment !== null && appointment.difference !== null;
  return (
    <li className={`visit ${isMine ? "mine" : ""} ${goal === null ? "" : "late"}`}>
      <button
        type="button"
        className="surface visit-card"
        data-visit={id}
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => onOpen(visit)}
      >
        <span className="unseen">{t("numberWord")}</span>
        <span className="strong visit-number">{number}</span>
        <span className="spread lines">
          <span className="line between">
            <span className="medium clip" title={whoOf(visit)}>
              <bdi>{whoOf(visit)}</bdi>
            </span>
            <span className="medium nowrap">
              <span aria-hidden="true">{minutesText(step.minutes)}</span>
              <span className="unseen">{step.words}</span>
            </span>
          </span>
          <span className="muted small clip visit-facts">
            <Names names={factsOf(visit, { departmentName, now })} separator=" · " />
          </span>
          {(goal !== null || priority !== null || outcome !== null || isChanged) && (
            <span className="row">
              {goal !== null && (
                <Badge tone="warn">{t("overGoal", { minutes: String(goal) })}</Badge>
              )}
              <DifferenceBadge appointment={appointment} />
              {priority !== null && <Badge tone="info">{priority}</Badge>}
              {outcome !== null && <OutcomeBadge outcome={outcome} />}
            </span>
          )}
          {note !== "" && <span className="muted small anywhere visit-note">{note}</span>}
        </span>
      </button>
      {onCall && (
        <Button
          kind="quiet"
          className="visit-call"
          aria-label={t("action.callNumber", { number: String(number) })}
          excludeFromTabOrder
          onPress={() => onCall(visit)}
        >
          {t("action.call")}
        </Button>
      )}
    </li>
  );
});
