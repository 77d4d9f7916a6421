import type { Plugin } from "vite";

const foreignStrings =
  /[\\/]react-aria[\\/].*[\\/]intl[\\/][^\\/]+[\\/](?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/;

/**
 * Leaves out the 30 other languages of the component library's own texts, which would be a third of the page:
 * the dashboard is in English and says so to the library (`I18nProvider` in main.tsx).
 */
export function englishOnly(): Plugin {
  return {
    name: "english-only",
    enforce: "pre",
    load: (id) => foreignStrings.test(id) ? "export default {}" : null,
  };
}
