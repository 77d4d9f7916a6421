import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  button: { en: "Search", de: "Suchen" },
  shortcut: { en: "Ctrl K", de: "Strg K" },
});
