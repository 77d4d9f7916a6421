import { button, element } from "./element.ts";
import { officeLanguage, speak, texts } from "./language.ts";
import { type Language, languageNames } from "./texts.ts";

/** After this time without a touch the kiosk speaks the language of the office again. */
const languageMs = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let redraw = () => {};

for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => touched());

/** Lets the visitor choose a language: the office's first. `draw` draws the page again. */
export function languages(draw: () => void): HTMLElement {
  redraw = draw;
  const all = Object.keys(languageNames) as Language[];
  const ordered = [officeLanguage, ...all.filter((one) => one !== officeLanguage)];
  const made = element("nav", "languages", ...ordered.map(choice));
  made.setAttribute("aria-label", texts.text("language"));
  return made;
}

function choice(language: Language): HTMLElement {
  const made = button("language", languageNames[language], () => {
    speak(language);
    touched();
    redraw();
  });
  made.lang = language;
  made.setAttribute("aria-pressed", String(language === texts.language));
  return made;
}

function touched(): void {
  clearTimeout(timer);
  if (texts.language === officeLanguage) return;
  timer = setTimeout(() => {
    speak(officeLanguage);
    redraw();
  }, languageMs);
}
