import { pathToFileURL } from "node:url";
import compile from "icu-minify/compile";
import type { Plugin } from "vite";

const catalogue = /[\\/]dashboard[\\/]messages[\\/](en|de)[\\/](?!(?:first|pages)\.)[a-z_]+\.ts$/;

/** A catalogue: texts in the ICU message syntax, possibly in groups. */
interface Catalogue {
  [key: string]: string | Catalogue;
}

/**
 * Compiles the texts of the dashboard, so that browsers need no parser of the ICU message syntax. The parser would be
 * 12 kB of the first download.
 */
export function compileMessages(): Plugin {
  return {
    name: "compile-messages",
    enforce: "pre",
    config: () => ({
      resolve: { alias: { "use-intl/format-message": "use-intl/format-message/format-only" } },
    }),
    async load(id) {
      if (!catalogue.test(id)) return null;
      const module = await import(pathToFileURL(id).href) as Record<string, Catalogue>;
      return Object.entries(module)
        .map(([name, texts]) => `export const ${name} = ${JSON.stringify(compiled(texts))};`)
        .join("\n");
    },
  };
}

function compiled(texts: Catalogue): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === "string" ? compile(text) : compiled(text),
    ]),
  );
}
