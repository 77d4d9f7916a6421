import { createTranslator } from "use-intl/core";
import { english } from "./en/mod.ts";
import { language, locale } from "./language.ts";
import type { Translated } from "./translated.ts";

type Messages = typeof english;
type Namespace = keyof Messages;
type Translator<N extends Namespace> = ReturnType<typeof createTranslator<Messages[N]>>;

// English is part of the first download. Modules that import this one wait for the other language, so that `texts`
// works everywhere. If the download fails, English is better than an empty page.
const messages: Translated<Messages> = language === "de"
  ? await import("./de/mod.ts").then(({ german }) => german, () => english)
  : english;

const translators = new Map<Namespace, unknown>();

/**
 * Returns the texts of a namespace: `texts("team")("invite")`. Keys and arguments are checked by the compiler. It is
 * not a hook: it works in any function, and at the top of a module.
 */
export function texts<N extends Namespace>(namespace: N): Translator<N> {
  const known = translators.get(namespace);
  if (known) return known as Translator<N>;
  const made = createTranslator({ locale, messages: messages[namespace] });
  translators.set(namespace, made);
  return made as Translator<N>;
}
