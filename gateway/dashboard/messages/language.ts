export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** The languages by their own names, so that everybody finds theirs. */
export const languageNames: Record<Language, string> = { en: "English", de: "Deutsch" };

const key = "language";

/**
 * Returns the language of the texts and the locale of dates and numbers. The language is the viewer's choice, or the
 * first language of the browser that has texts, or English. The locale is the browser's own one of that language
 * (`en-US`), if there is one.
 */
export function selectLanguage(
  chosen: string | null,
  preferred: readonly string[],
): { language: Language; locale: string } {
  const language = languageOf(chosen ?? "") ??
    preferred.map(languageOf).find((one) => one !== undefined) ?? "en";
  const locale = preferred.find((one) => languageOf(one) === language && one.includes("-"));
  return { language, locale: locale ?? { en: "en-GB", de: "de-DE" }[language] };
}

function languageOf(locale: string): Language | undefined {
  return languages.find((one) => one === locale.split("-")[0]);
}

/** Stores the choice in this browser and loads the page again in that language. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // The browser forbids storage. The page stays in the language of the browser.
  }
  location.reload();
}

function storedChoice(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The language of this page and the locale of its dates and numbers. They do not change until a reload. */
export const { language, locale } = typeof document === "undefined"
  ? selectLanguage("en", ["en-GB"])
  : selectLanguage(storedChoice(), navigator.languages);
