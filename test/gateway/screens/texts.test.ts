import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Text } from "../../../gateway/screens/pages/texts/text.ts";
import {
  catalogues,
  type Language,
  languageOf,
  Texts,
} from "../../../gateway/screens/pages/texts.ts";

const languages = Object.entries(catalogues) as [Language, Record<string, Text>][];
const reference: Record<string, Text> = catalogues.en;

const formsOf = (text: Text): string[] =>
  typeof text === "string" ? [text] : Object.values(text).filter((one) => one !== undefined);
const placeholdersOf = (text: string) =>
  [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).toSorted();

test.each(languages)("%s has every text, with the placeholders of the English one", (_, texts) => {
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(reference).toSorted());
  for (const [key, text] of Object.entries(texts)) {
    const wanted = placeholdersOf(formsOf(reference[key]!).at(-1)!);
    for (const form of formsOf(text)) {
      // A form for 1 or 2 may say the number in words.
      const isInWords = form !== formsOf(text).at(-1) && placeholdersOf(form).length === 0;
      if (!isInWords) expect([key, placeholdersOf(form)]).toEqual([key, wanted]);
      expect(form.trim()).not.toBe("");
    }
  }
});

test.each(languages)("%s has each form that it needs for a number", (language, texts) => {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
  for (const [key, text] of Object.entries(texts)) {
    expect([key, typeof text]).toEqual([key, typeof reference[key]]);
    if (typeof text === "object") {
      expect([key, Object.keys(text).toSorted()]).toEqual([key, needed]);
    }
  }
});

test("every text is used", () => {
  const folder = new URL("../../../gateway/screens/pages/", import.meta.url);
  const source = readdirSync(folder).filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
  expect(Object.keys(reference).filter((key) => !source.includes(`"${key}"`))).toEqual([]);
});

test("numbers choose the form of the language, in the digits of the displays", () => {
  expect([1, 3, 5, 21].map((count) => new Texts("uk").text("before", { count })))
    .toEqual(["1 особа", "3 особи", "5 осіб", "21 особа"]);
  expect([2, 3, 11].map((count) => new Texts("ar").text("before", { count })))
    .toEqual(["شخصان", "3 أشخاص", "11 شخصًا"]);
  expect(new Texts("ar").dateTime("2026-03-02T09:30:00")).toMatch(/2.*09:30/);
  expect(new Texts("ar").direction).toBe("rtl");
});

test("a name in another direction is isolated from the words around it", () => {
  const inserted = { department: "قسم الجوازات" };
  expect(new Texts("de").text("anotherDepartmentHelp", inserted)).toContain(
    "\u2068قسم الجوازات\u2069",
  );
  expect(new Texts("ar").text("anotherDepartmentHelp", { department: "Kfz (B)" }))
    .toContain("\u2068Kfz (B)\u2069");
  expect(new Texts("de").text("anotherDepartmentHelp", { department: "Kfz" })).not.toContain(
    "\u2068",
  );
});

test("the first known language of a list is chosen, else English", () => {
  expect(languageOf(["", "fr-FR", "uk-UA", "de"])).toBe("uk");
  expect(languageOf(["fr", "constructor"])).toBe("en");
});
