import { first as english } from "./en/first.ts";
import { language } from "./language.ts";
import type { Translated } from "./translated.ts";
import { translatorOf } from "./translator.ts";

// English is part of the first download. Modules that import this one wait for the other language, so that `texts`
// works everywhere. If the download fails, English is better than an empty page.
const messages: Translated<typeof english> = language === "de"
  ? await import("./de/first.ts").then(({ first }) => first, () => english)
  : english;

/**
 * Returns the texts of a namespace that the first page needs: `texts("today")("title")`. Keys and arguments are checked
 * by the compiler. It is not a hook: it works in any function, and at the top of a module.
 */
export const texts = translatorOf(messages as typeof english);
