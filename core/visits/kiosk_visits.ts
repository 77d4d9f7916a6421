import { carriedSince } from "./business_day.ts";
import { cancel } from "./visit.ts";
import type { VisitChange, VisitContext, VisitStep } from "./visit_gate.ts";

/**
 * The maximum number of people who wait with a number of one kiosk (core/screens/README.md 6). It is far above what an
 * honest kiosk needs.
 */
export const maxWaitingOfKiosk = 50;

/** The maximum number of visits that one act ends. It bounds how long the act holds the gate. */
export const maxEndedTogether = 100;

type KioskContext = Pick<VisitContext, "ofKiosk" | "now">;

/** Returns whether a kiosk gives no number now. Visits of earlier days, which nobody has ended, do not count. */
export function isKioskFull({ ofKiosk, now }: KioskContext): boolean {
  const since = carriedSince(now);
  const recent = ofKiosk.filter(({ arrivedAt }) => Temporal.Instant.compare(arrivedAt, since) > 0);
  return recent.length >= maxWaitingOfKiosk;
}

/** Ends all who wait with a number of a kiosk, like `cancelVisit`. Null if nobody does. */
export function endOfKiosk({ ofKiosk, now }: KioskContext): VisitChange | null {
  if (ofKiosk.length === 0) return null;
  const steps = ofKiosk.map((before): VisitStep => {
    const visit = cancel(before, now);
    return { visit, before, action: "visit.finished", eventName: "VISIT_FINISHED" };
  });
  return { steps, appointment: null, answer: { ended: steps.length } };
}
