import { useTimeZone } from "../api/session.tsx";
import { timeOf, useNow } from "../api/time.ts";
import { Button } from "../ui/button.tsx";
import type { Week } from "./use_week.ts";
import { canBook, firstFree, slotAt } from "./week.ts";
import { whenText } from "./worker_choice.tsx";
import { t } from "./booking_texts.ts";

/** Says that the chosen slot is not free any more, and offers the next one. It never chooses by itself. */
export function TakenNotice({ chosen, week, workerId, error, onChange }: {
  chosen: string | null;
  week: Week;
  workerId: number | undefined;
  /** What the service has said about the slot. */
  error: string | undefined;
  onChange(slotTime: string): void;
}) {
  const now = useNow(useTimeZone());
  const slot = slotAt(week.days, chosen);
  const isGone = slot !== undefined && !canBook(slot, workerId);
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
