import { createTranslator } from "use-intl/core";
import { locale } from "./language.ts";

/** Returns the function that returns the texts of a namespace. It makes each translator once. */
export function translatorOf<Messages extends Record<string, object>>(messages: Messages) {
  type Translator<N extends keyof Messages> = ReturnType<typeof createTranslator<Messages[N]>>;
  const translators = new Map<keyof Messages, unknown>();
  return <N extends keyof Messages>(namespace: N): Translator<N> => {
    const known = translators.get(namespace);
    if (known) return known as Translator<N>;
    const made = createTranslator({ locale, messages: messages[namespace] });
    translators.set(namespace, made);
    return made as Translator<N>;
  };
}
