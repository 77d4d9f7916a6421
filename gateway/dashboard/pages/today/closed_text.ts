import { texts } from "../../messages/texts.ts";

const t = texts("today");

/** Returns "Closed", with the reason if the closure has one. */
export function closedText(reason: string): string {
  return reason === "" ? t("occupancy.closedToday") : t("occupancy.closed", { reason });
}
