import type { charts as english } from "../en/charts.ts";
import type { Translated } from "../translated.ts";

export const charts: Translated<typeof english> = {
  showTable: "Als Tabelle zeigen",
  hideTable: "Tabelle ausblenden",
};
