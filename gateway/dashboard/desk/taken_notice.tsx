import { useState } from "react";
import { isUnanswered } from "../api/errors.ts";
import { useTimeZone } from "../api/session.tsx";
import { timeOf, useNow } from "../api/time.ts";
import { Button } from "../ui/button.tsx";
import type { Week } from "./use_week.ts";
import { canBook, firstFree, slotAt } from "./week.ts";
import { whenText } from "./worker_choice.tsx";
import { t } from "./booking_texts.ts";

/**
 * Returns whether the last try for a place got no answer. Then its own booking may have taken the place, which must not be
 * called taken: the same try again, with the same key, gives the answer.
 */
export function useOwnTry(error: unknown, place: string | null): boolean {
  const [tried, setTried] = useState<string | null>(null);
  const next = !error ? tried : isUnanswered(error) ? place : null;
  if (next !== tried) setTried(next);
  return next !== null && next === place;
}

/** Says that the chosen slot is not free any more, and offers the next one. It never chooses by itself. */
export function TakenNotice({ chosen, week, workerId, isOwnTry, error, onChange }: {
  chosen: string | null;
  week: Week;
  workerId: number | undefined;
  /** Whether the place may be taken by the last try of this form (`useOwnTry`). */
  isOwnTry: boolean;
  /** What the service has said about the slot. */
  error: string | undefined;
  onChange(slotTime: string): void;
}) {
  const now = useNow(useTimeZone());
  const slot = slotAt(week.days, chosen);
  const isGone = !isOwnTry && slot !== undefined && !canBook(slot, workerId);
  if (chosen === null || (!isGone && error === undefined)) return null;
  const isBusy = isGone && (slot.state === "FREE" || slot.state === "OUTSIDE_WINDOW");
  const next = firstFree(week.days, { from: slot?.endTime ?? chosen, workerId });
  return (
    <div className="notice row between" role="alert">
      <span>
        {isBusy
          ? t("workerBusy", { time: timeOf(chosen) })
          : error ?? t("taken", { time: timeOf(chosen), reason: slot?.reason ?? "" })}
      </span>
      {next && (
        <Button onPress={() => onChange(next.slotTime)}>
          {t("takeNext", { when: whenText(next.slotTime, now) })}
        </Button>
      )}
    </div>
  );
}
