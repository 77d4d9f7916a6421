import { globSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import { sourcesFolder } from "./sources.ts";

const messages = join(sourcesFolder, "messages");

/** A file with texts, but not the one that reads them. */
const catalogue = /[\\/]dashboard[\\/](?!messages[\\/])(?:\w+[\\/])+(?:[a-z_]+_)?texts\.ts$/;

/** The files with the texts of the first page. */
const ofFirstPage =
  /[\\/](?:(?:api|desk|shell|ui|shell[\\/]search|pages[\\/]today)[\\/]|ui[\\/]form_)texts\.ts$/;

/** The modules with the German texts of the first page, and of all others: one download each. */
const german = { first: "\0german_first", others: "\0german" };

/** The group of the output with the English texts of all pages but the first. Those of each would be a request. */
export const textGroup = { name: "english", test: catalogue };

/** Texts in the ICU message syntax, by language, possibly in groups. */
interface Catalogue {
  [key: string]: { en: string; de: string } | Catalogue;
}

/**
 * Compiles the texts of the dashboard, so that browsers need no parser of the ICU message syntax. The parser would be
 * 12 kB of the first download. A browser downloads English with the code, and German in addition if it is the language
 * of the viewer. If that fails, English is better than an empty page.
 */
export function compileTexts(): Plugin {
  return {
    name: "compile-texts",
    enforce: "pre",
    config: () => ({
      resolve: { alias: { "use-intl/format-message": "use-intl/format-message/format-only" } },
    }),
    resolveId: (source) => Object.values(german).includes(source) ? source : null,
    async load(id) {
      if (id === german.first) return await germanTexts((file) => ofFirstPage.test(file));
      if (id === german.others) return await germanTexts((file) => !ofFirstPage.test(file));
      if (!catalogue.test(id)) return null;
      const source = ofFirstPage.test(id) ? german.first : german.others;
      return `import { language } from ${JSON.stringify(join(messages, "language.ts"))};
import { translatorOf } from ${JSON.stringify(join(messages, "translator.ts"))};
const english = ${JSON.stringify(await textsOf(id, "en"))};
export const t = translatorOf(
  language === "de"
    ? await import(${JSON.stringify(source)}).then(
      (german) => german.default[${JSON.stringify(nameOf(id))}],
      () => english,
    )
    : english,
);`;
    },
  };
}

/** Returns the source of a module with the German texts of these files, by the names of the files. */
async function germanTexts(isWanted: (file: string) => boolean): Promise<string> {
  const files = globSync("**/*texts.ts", { cwd: sourcesFolder })
    .map((name) => join(sourcesFolder, name))
    .filter((file) => catalogue.test(file) && isWanted(file));
  const texts = await Promise.all(
    files.map(async (file) => [nameOf(file), await textsOf(file, "de")] as const),
  );
  return `export default ${JSON.stringify(Object.fromEntries(texts))};`;
}

function nameOf(file: string): string {
  return relative(sourcesFolder, file).replaceAll("\\", "/");
}

/** Returns the compiled texts of a file in one language. */
async function textsOf(file: string, language: "en" | "de"): Promise<Record<string, unknown>> {
  const { sourceOf } = await import(pathToFileURL(join(messages, "texts.ts")).href);
  const { t } = await import(pathToFileURL(file).href);
  return compiled(sourceOf(t), language);
}

function compiled(texts: Catalogue, language: "en" | "de"): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, one]) => {
      const text = one[language];
      return [key, typeof text === "string" ? compile(text) : compiled(one as Catalogue, language)];
    }),
  );
}
