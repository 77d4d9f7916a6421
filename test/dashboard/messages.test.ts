import { isolated, translatorOf } from "../../gateway/dashboard/messages/translator.ts";
import compile from "icu-minify/compile";
import { expect, test } from "vitest";
import { first as germanFirst } from "../../gateway/dashboard/messages/de/first.ts";
import { pages as germanPages } from "../../gateway/dashboard/messages/de/pages.ts";
import { first } from "../../gateway/dashboard/messages/en/first.ts";
import { pages } from "../../gateway/dashboard/messages/en/pages.ts";
import { selectLanguage } from "../../gateway/dashboard/messages/language.ts";
import { dashboardSources, literalsOf, readSource, textLiteralsOf } from "./source_texts.ts";

interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** Returns the texts of a catalogue by their full keys, such as `role.OWNER`. */
function textsOf(catalogue: Catalogue, prefix = ""): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([key, text]) =>
    typeof text === "string" ? [[prefix + key, text]] : textsOf(text, `${prefix}${key}.`)
  );
}

/** Returns the names of the arguments and tags of a text, sorted. */
function argumentsOf(text: string): string[] {
  const names = new Set<string>();
  addNames(compile(text), names);
  return [...names].sort();
}

/** Adds the names in a compiled text: `["name"]`, `["count", type, {one: …}]` or `["tag", …parts]`. */
function addNames(parts: unknown, names: Set<string>): void {
  if (!Array.isArray(parts)) return;
  for (const part of parts) {
    if (!Array.isArray(part)) continue;
    const [name, type, ...others] = part as [string, ...unknown[]];
    names.add(name);
    if (typeof type !== "number" || type === 0) addNames([type, ...others], names);
    else for (const branch of Object.values(others[0] ?? {})) addNames(branch, names);
  }
}

const english = { ...first, ...pages };
const german = { ...germanFirst, ...germanPages };
const catalogues = Object.entries(english) as [keyof typeof english, Catalogue][];

test("both languages have the same texts with the same arguments", () => {
  for (const [namespace, texts] of catalogues) {
    const [inEnglish, inGerman] = [texts, german[namespace] as Catalogue].map((catalogue) =>
      textsOf(catalogue).map(([key, text]) => `${namespace}.${key}(${argumentsOf(text)})`).sort()
    );
    expect(inGerman).toEqual(inEnglish);
  }
});

test("a name cannot turn the words around it in another direction", () => {
  expect(isolated({ name: "Ada", count: 3 })).toEqual({ name: "Ada", count: 3 });
  expect(isolated({ name: "A\u202eda\u2066" })).toEqual({ name: "Ada" });
  expect(isolated({ name: "\u2067דנה" })).toEqual({ name: "\u2068דנה\u2069" });
  expect(isolated(undefined)).toBeUndefined();
  const t = translatorOf({ desk: { undone: "{name} is scheduled again" } });
  expect(t("desk")("undone", { name: "\u202eدنا" })).toBe("\u2068دنا\u2069 is scheduled again");
});

test("every text is used", () => {
  const sources = dashboardSources().map((path) => ({
    literals: literalsOf(path),
    namespaces: [...readSource(path).matchAll(/\b(?:texts|pageTexts)\("(\w+)"\)/g)].map((
      [, name],
    ) => name),
  }));
  const unused = catalogues.flatMap(([namespace, texts]) => {
    const users = sources.filter(({ namespaces }) => namespaces.includes(namespace));
    return textsOf(texts).flatMap(([key]) => {
      const isUsed = users.some(({ literals: { whole, prefixes } }) =>
        whole.has(key) || prefixes.some((prefix) => prefix.includes(".") && key.startsWith(prefix))
      );
      return isUsed ? [] : [`${namespace}.${key}`];
    });
  });
  expect(unused).toEqual([]);
});

test("no page contains a text of its own: all texts are in the catalogues", () => {
  const found = dashboardSources().filter((path) => !path.startsWith("messages/"))
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
