import { pages as english } from "./en/pages.ts";
import { language } from "./language.ts";
import type { Translated } from "./translated.ts";
import { translatorOf } from "./translator.ts";

// As in texts.ts, but only pages and dialogs that are downloaded on demand may import it. They wait for their texts, so
// no page is shown without them.
const messages: Translated<typeof english> = language === "de"
  ? await import("./de/pages.ts").then(({ pages }) => pages, () => english)
  : english;

/** Returns the texts of a namespace of the other pages and of the dialogs, as `texts` does. */
export const pageTexts = translatorOf(messages as typeof english);
