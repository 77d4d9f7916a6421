import type { Appointment } from "../../api/types.ts";
import { t } from "./texts.ts";

/** How far a bulk action is. */
export interface Progress {
  total: number;
  done: number;
  /** The appointments that could not be changed, with the reason. */
  faults: { appointment: Appointment; message: string }[];
  isRunning: boolean;
}

/** Says how many appointments are done and not done, and at the end how many were not tried. */
export function summaryOf({ total, done, faults, isRunning }: Progress): string {
  const rest = total - done - faults.length;
  // One number says it.
  if (done === 0 && total > 0 && faults.length === total) return t("noneDone", { total });
  return [
    t("done", { done, total }),
    ...faults.length > 0 ? [t("refused", { count: faults.length })] : [],
    ...!isRunning && rest > 0 ? [t("rest", { count: rest })] : [],
  ].join(" · ");
}
