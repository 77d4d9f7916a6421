import { type Language, languageOf, Texts } from "./texts.ts";

/** The language of the office: that of the address (`?lang=de`), else of the browser. */
export const officeLanguage = languageOf([
  new URLSearchParams(location.search).get("lang") ?? "",
  ...navigator.languages,
]);

/** The texts of the page. */
export let texts = new Texts(officeLanguage);

speak(officeLanguage);

/** Sets the language of the page. What is on it must be drawn again. */
export function speak(language: Language): void {
  texts = new Texts(language);
  document.documentElement.lang = language;
  document.documentElement.dir = texts.direction;
}

/** Returns the `HH:mm` of a local time of the office. */
export function timeOf(dateTime: string): string {
  return dateTime.slice(11, 16);
}
