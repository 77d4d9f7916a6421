import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  showTable: { en: "Show as a table", de: "Als Tabelle anzeigen" },
  hideTable: { en: "Hide the table", de: "Tabelle ausblenden" },
});
