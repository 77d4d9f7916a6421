import { ar } from "./texts/ar.ts";
import type { Catalogue, Key } from "./texts/catalogue.ts";
import type { Text } from "./texts/text.ts";
import { de } from "./texts/de.ts";
import { en } from "./texts/en.ts";
import { tr } from "./texts/tr.ts";
import { uk } from "./texts/uk.ts";

/** The catalogues by language, in the order in which a kiosk offers them. */
export const catalogues = { de, en, tr, ar, uk } satisfies Record<string, Catalogue>;

export type Language = keyof typeof catalogues;

/** How each language calls itself. */
export const languageNames: Record<Language, string> = {
  de: "Deutsch",
  en: "English",
  tr: "Türkçe",
  ar: "العربية",
  uk: "Українська",
};

/** British, because Americans write 3:30 PM and the office says 15:30. Arabic with the digits of the displays. */
const locales = { de: "de", en: "en-GB", tr: "tr", ar: "ar-u-nu-latn", uk: "uk" } as const;

/** Returns the first language of a list such as `navigator.languages` that the pages have; English without one. */
export function languageOf(wanted: readonly string[]): Language {
  const known = wanted.map((one) => one.toLowerCase().split("-")[0]!);
  return known.find((one): one is Language => Object.hasOwn(catalogues, one)) ?? "en";
}

/** Texts, times and the direction of one language. */
export class Texts {
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
  readonly #forms: Intl.PluralRules;

  constructor(language: Language) {
    this.language = language;
    this.direction = language === "ar" ? "rtl" : "ltr";
    this.#forms = new Intl.PluralRules(locales[language]);
  }

  /** Returns a text with its values. `count` also chooses the form. */
  text(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
    const found: Text = catalogues[this.language][key];
    const form = typeof found === "string"
      ? found
      : found[this.#forms.select(Number(values["count"]))] ?? found.other;
    return form.replaceAll(/\{(\w+)\}/g, (_, name: string) => this.#inserted(values[name]!));
  }

  /** A name in another direction must not change the order of the words around it. */
  #inserted(value: string | number): string {
    if (typeof value === "number") return String(value);
    const isForeign = this.direction === "rtl" || rightToLeft.test(value);
    return isForeign ? `\u2068${value}\u2069` : value;
  }

  /** Formats the local time of the office at an instant, whatever the zone of the device is. */
  time(instant: Date, timeZone: string): string {
    return this.#format(instant, { timeZone });
  }

  /** Formats a local time of the office, whatever the zone of the device is. */
  dateTime(dateTime: string): string {
    const day = { weekday: "long", day: "numeric", month: "long" } as const;
    return this.#format(new Date(`${dateTime}Z`), { ...day, timeZone: "UTC" });
  }

  /** Formats a local date of the office. */
  date(date: string): string {
    const day = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
    return new Date(`${date}T00:00Z`).toLocaleString(locales[this.language], day);
  }

  #format(instant: Date, options: Intl.DateTimeFormatOptions): string {
    const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    return instant.toLocaleString(locales[this.language], { ...options, ...time });
  }
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
