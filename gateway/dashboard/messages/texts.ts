import { type Language, language } from "./language.ts";
import { type Translator, translatorOf } from "./translator.ts";

/** A text in the ICU message syntax, in every language. */
export type Text = Readonly<Record<Language, string>>;

/** The texts of a part of the dashboard, possibly in groups. */
export interface Texts {
  readonly [key: string]: Text | Texts;
}

/** The texts of one language. */
export type In<L extends Language, T> = {
  readonly [K in keyof T]: T[K] extends Text ? T[K][L] : In<L, T[K]>;
};

const sources = new WeakMap<object, Texts>();

/**
 * Returns the function that returns these texts in the viewer's language: `t("title")`. Keys and arguments are checked by
 * the compiler. It is not a hook: it works in any function, and at the top of a module.
 *
 * The build replaces each call, so that a browser downloads one language (`http/dashboard_files/compile_texts.ts`).
 */
export function textsOf<const T extends Texts>(texts: T): Translator<In<"en", T>> {
  const translator = translatorOf(textsIn(language, texts) as In<"en", T>);
  sources.set(translator, texts);
  return translator;
}

/** Returns the texts from which a function was made. */
export function sourceOf(translator: object): Texts {
  return sources.get(translator)!;
}

/** Returns the texts of one language. */
function textsIn<T extends Texts>(language: Language, texts: T): In<Language, T> {
  const entries = Object.entries(texts).map(([key, one]) =>
    [key, isText(one) ? one[language] : textsIn(language, one)] as const
  );
  return Object.fromEntries(entries) as In<Language, T>;
}

function isText(one: Text | Texts): one is Text {
  return typeof one["en"] === "string";
}
