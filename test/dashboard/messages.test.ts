import { readFileSync } from "node:fs";
import { isolated, translatorOf } from "../../gateway/dashboard/messages/translator.ts";
import { expect, test } from "vitest";
import { selectLanguage } from "../../gateway/dashboard/messages/language.ts";
import { sourceOf, type Text, type Texts } from "../../gateway/dashboard/messages/texts.ts";
import {
  argumentsOf,
  cataloguePaths,
  dashboardSources,
  importsOf,
  literalsOf,
  textLiteralsOf,
} from "./source_texts.ts";
import { bareNamesOf } from "./source_names.ts";

/** Returns the texts of a catalogue by their full keys, such as `role.OWNER`. */
function textsOf(catalogue: Texts, prefix = ""): [key: string, text: Text][] {
  return Object.entries(catalogue).flatMap(([key, one]) =>
    typeof one["en"] === "string"
      ? [[prefix + key, one as Text] satisfies [string, Text]]
      : textsOf(one as Texts, `${prefix}${key}.`)
  );
}

const catalogues = await Promise.all(
  cataloguePaths().map(async (path) => {
    const { t } = await import(/* @vite-ignore */ `../../gateway/dashboard/${path}`) as {
      t: object;
    };
    return { path, texts: textsOf(sourceOf(t)) };
  }),
);

test("a text has the same arguments in both languages", () => {
  const keys = catalogues.flatMap(({ path, texts }) => texts.map(([key]) => `${path} ${key}`));
  expect(keys.length).toBeGreaterThan(1500);
  const differing = catalogues.flatMap(({ path, texts }) =>
    texts.filter(([, { en, de }]) => argumentsOf(en).join() !== argumentsOf(de).join())
      .map(([key]) => `${path} ${key}`)
  );
  expect(differing).toEqual([]);
});

test("a name cannot turn the words around it in another direction", () => {
  expect(isolated({ name: "Ada", count: 3 })).toEqual({ name: "Ada", count: 3 });
  expect(isolated({ name: "A\u202eda\u2066" })).toEqual({ name: "Ada" });
  expect(isolated({ name: "\u2067דנה" })).toEqual({ name: "\u2068דנה\u2069" });
  expect(isolated(undefined)).toBeUndefined();
  const t = translatorOf({ undone: "{name} is scheduled again" });
  expect(t("undone", { name: "\u202eدنا" })).toBe("\u2068دنا\u2069 is scheduled again");
});

test("no text has a word that the list of terms refuses", () => {
  const readme = readFileSync("gateway/dashboard/README.md", "utf8");
  const [, terms = ""] = /\| English +\| German +\| never([^]*?)\n\n/.exec(readme) ?? [];
  const words = [...terms.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
  expect(words.length).toBeGreaterThan(20);
  // Whole words only: "anzeigen" is not "zeigen".
  const refused = new RegExp(`(?<!\\p{L})(${words.join("|")})(?!\\p{L})`, "iu");
  const found = catalogues.flatMap(({ path, texts }) =>
    texts.filter(([, { en, de }]) => refused.test(`${en}\n${de}`))
      .map(([key, text]) => `${path} ${key}: ${refused.exec(`${text.en}\n${text.de}`)![1]}`)
  );
  expect(found).toEqual([]);
});

test("a name on a page is isolated from what is beside it", () => {
  const bare = dashboardSources().flatMap((path) =>
    bareNamesOf(path).map((expression) => `${path}: ${expression}`)
  );
  expect(bare).toEqual([]);
});

test("every text is used", () => {
  const sources = dashboardSources().map((path) => ({
    literals: literalsOf(path),
    imports: importsOf(path),
  }));
  const unused = catalogues.flatMap(({ path, texts }) => {
    const users = sources.filter(({ imports }) => imports.includes(path));
    return texts.flatMap(([key]) => {
      const isUsed = users.some(({ literals: { whole, prefixes } }) =>
        whole.has(key) || prefixes.some((prefix) => prefix.includes(".") && key.startsWith(prefix))
      );
      return isUsed ? [] : [`${path} ${key}`];
    });
  });
  expect(unused).toEqual([]);
});

// The names of the languages, and names that the browser has.
const untranslated = new Set(["messages/language.ts", "api/passkeys.ts"]);

test("no page contains a text of its own: all texts are in the catalogues", () => {
  const found = dashboardSources().filter((path) => !untranslated.has(path))
    .map((path) => ({ path, texts: textLiteralsOf(path) }))
    .filter(({ texts }) => texts.length > 0);
  expect(found).toEqual([]);
});

test("the language is the viewer's choice, or the browser's first known language, or English", () => {
  expect(selectLanguage(null, ["fr-FR", "de-AT", "en-US"])).toEqual({
    language: "de",
    locale: "de-AT",
  });
  expect(selectLanguage("en", ["de-AT"])).toEqual({ language: "en", locale: "en-GB" });
  expect(selectLanguage("en", ["de", "en-US"])).toEqual({ language: "en", locale: "en-US" });
  expect(selectLanguage("xx", ["fr"])).toEqual({ language: "en", locale: "en-GB" });
});
