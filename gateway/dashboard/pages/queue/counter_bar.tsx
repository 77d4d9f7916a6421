import { useEffect, useRef } from "react";
import { minutesBetween } from "../../api/time.ts";
import type { QueueDepartment, Visit } from "../../api/types.ts";
import { useKeyLabels } from "../../desk/key_labels.ts";
import { DifferenceBadge } from "../../desk/visited_appointment.tsx";
import { Button } from "../../ui/button.tsx";
import { minutesText } from "../../ui/minutes_text.ts";
import { Badge } from "../../ui/states.tsx";
import { callsLeft, type Counter, handledMinutes, waitedMinutes } from "./lists.ts";
import type { VisitActions } from "./use_visit_actions.ts";
import { whoOf } from "./visit_card.tsx";
import { t } from "./texts.ts";

interface CounterBarProps {
  counter: Counter | null;
  /** The visit that is called to the counter, or served at it. */
  visit: Visit | undefined;
  /** The visit that "call next" is expected to call. */
  next: Visit | undefined;
  now: string;
  departments: readonly QueueDepartment[];
  actions: VisitActions;
  onCallNext(): void;
  onChangeCounter(): void;
  onOpen(visit: Visit): void;
}

/** The counter of this person: who is at it, and what comes next. */
export function CounterBar(props: CounterBarProps) {
  const { counter, visit, next, now, onChangeCounter, onOpen } = props;
  const bar = useRef<HTMLElement>(null);
  useKeptFocus(bar);
  const department = props.departments.find(({ id }) => id === visit?.departmentId)?.name;
  return (
    <section ref={bar} className="surface row counter-bar" aria-label={t("counter.label")}>
      <div className="lines counter-place">
        {counter && <span className="title">{t("counter.name", { desk: counter.desk })}</span>}
        <Button kind={counter ? "quiet" : "primary"} onPress={onChangeCounter}>
          {t(counter ? "counter.change" : "counter.set")}
        </Button>
      </div>
      {!counter && <p className="counter-text">{t("counter.none")}</p>}
      {counter && (
        <>
          {visit
            ? (
              <button
                type="button"
                className="line counter-visit"
                onClick={() => onOpen(visit)}
              >
                <span className="tinted info counter-number">{visit.number}</span>
                <span className="lines counter-text">
                  <span className="title">
                    <bdi>{whoOf(visit)}</bdi>
                  </span>
                  <span className="muted">
                    {visit.state === "CALLED"
                      ? t("counter.atCalled", {
                        time: minutesText(minutesBetween(visit.calledAt!, now)),
                        calls: visit.calls,
                      })
                      : t("counter.atService", {
                        time: minutesText(handledMinutes(visit, now)),
                      })}
                    {department && ` · ${department}`}
                  </span>
                  {(visit.priority || visit.appointment?.difference) && (
                    <span className="row">
                      <DifferenceBadge appointment={visit.appointment} />
                      {visit.priority && <Badge tone="info">{visit.priority}</Badge>}
                    </span>
                  )}
                  {visit.note !== "" && (
                    <span className="muted small anywhere visit-note">{visit.note}</span>
                  )}
                </span>
              </button>
            )
            : (
              <p className="counter-text muted">
                {next
                  ? t("counter.next", {
                    number: String(next.number),
                    who: whoOf(next),
                    time: minutesText(waitedMinutes(next, now)),
                  })
                  : t("counter.nobodyWaits")}
              </p>
            )}
          <CounterButtons {...props} />
        </>
      )}
    </section>
  );
}

/**
 * The next steps of the visit; its panel has the rare ones. The first button is always the same element, so that it keeps
 * the focus from step to step.
 */
function CounterButtons({ visit, next, departments, actions, onCallNext }: CounterBarProps) {
  const keys = useKeyLabels();
  const isCalled = visit?.state === "CALLED";
  const main = !visit
    ? { text: t("action.callNext"), key: keys.callNext, act: onCallNext }
    : isCalled
    ? { text: t("action.start"), key: keys.start, act: () => actions.start(visit) }
    : { text: t("action.finish"), key: keys.finish, act: () => actions.finish(visit) };
  const left = visit ? callsLeft(visit, departments) : 0;
  return (
    <div className="row counter-buttons">
      <Button
        kind="primary"
        className="counter-main"
        shortcut={main.key}
        disabledReason={!visit && !next && t("nobodyToCall")}
        onPress={main.act}
      >
        {main.text}
      </Button>
      {visit && isCalled && (
        <>
          <Button shortcut={keys.callAgain} onPress={() => actions.again(visit)}>
            {t("action.again")}
          </Button>
          <Button
            icon="missed"
            shortcut={left === 0 ? keys.miss : undefined}
            disabledReason={left > 0 && t("action.missLater", { count: left })}
            onPress={() => actions.miss(visit)}
          >
            {left > 0 ? t("action.missLater", { count: left }) : t("action.miss")}
          </Button>
        </>
      )}
    </div>
  );
}

/** Gives the focus to the first button if the focused one has gone. */
function useKeptFocus(bar: React.RefObject<HTMLElement | null>): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body && hadFocus.current) {
      bar.current?.querySelector<HTMLElement>(".counter-main")?.focus();
    }
    hadFocus.current = bar.current?.contains(document.activeElement) ?? false;
  });
  useEffect(() => {
    const note = ({ target }: Event) =>
      hadFocus.current = target instanceof Node && (bar.current?.contains(target) ?? false);
    document.addEventListener("focusin", note);
    document.addEventListener("pointerdown", note);
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("pointerdown", note);
    };
  }, [bar]);
}
