import { t } from "./texts.ts";

/** Returns "Closed", with the reason if the closure has one. */
export function closedText(reason: string): string {
  return reason === "" ? t("occupancy.closedToday") : t("occupancy.closed", { reason });
}
