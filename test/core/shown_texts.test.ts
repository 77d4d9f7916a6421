import { describe, expect, test } from "vitest";
import { z } from "zod";
import { absenceField } from "../../core/departments/absence.ts";
import { closureField } from "../../core/departments/opening_hours.ts";
import { faultOf, nameField } from "../../core/input.ts";
import { say } from "../../core/messages.ts";
import * as core from "../../core/mod.ts";

const name = nameField(255, "A name");

/** Every field of these names in the inputs of core. Views show what was accepted before. */
function fieldsCalled(...names: string[]) {
  return Object.entries<unknown>(core).flatMap(([input, schema]) =>
    schema instanceof z.ZodObject && !input.endsWith("View")
      ? names.filter((field) => field in schema.shape).map((field) => ({
        label: `${input}.${field}`,
        field: schema.shape[field] as z.ZodType,
      }))
      : []
  );
}

const named = fieldsCalled("name", "desk", "overrideReason", "priority");
const prose = fieldsCalled("note", "phone", "phoneNumber", "address", "workingHours");

test("the inputs of core have names and texts for people", () => {
  expect(named.length).toBeGreaterThan(12);
  expect(prose.length).toBeGreaterThan(6);
});

describe("a name", () => {
  test.each([
    ["a zero-width space", "\u200b"],
    ["zero-width joiners and a word joiner", "\u200d\u200c\u2060"],
    ["a byte order mark", "\ufeff"],
    ["a soft hyphen", "\u00ad"],
    ["a blank braille pattern", "\u2800"],
    ["Hangul fillers", "\u3164\uffa0\u115f"],
    ["combining marks without a letter", "\u0301\u0302\u20dd"],
    ["variation selectors", "\ufe0f\u{e0100}"],
    ["tags", "\u{e0041}\u{e0064}\u{e0061}"],
    ["blank hieroglyphs and a blank note", "\u{13441}\u{1d159}"],
    ["control characters", "\x07\x1b"],
    ["marks of direction", "\u200e\u200f\u061c"],
    ["spaces around one of them", " \u200b\u2800 "],
  ])("of %s alone is refused in every input", (_, text) => {
    for (const { label, field } of named) {
      expect([label, field.safeParse(text).success]).toEqual([label, false]);
    }
  });

  test.each([
    "Ada Lovelace",
    "李小龍",
    "محمد علي",
    "דוד בן־גוריון",
    "علی‌رضا", // with a zero-width non-joiner, as Persian is written
    "ක්‍රිෂ්ණ", // with a zero-width joiner, as Sinhala is written
    "👩‍👩‍👧",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "Zoe\u0308",
    "\u200fמשה\u200e (2)",
    "7",
    "…",
  ])("%s is kept as it is", (text) => {
    expect(name.parse(text)).toBe(text);
  });

  test("is 1 to 255 characters without its direction controls", () => {
    expect(name.parse(`\u202e${"n".repeat(255)}\u202c`)).toBe("n".repeat(255));
    expect(name.safeParse("\u2066 \u2069").error!.issues.map(faultOf))
      .toMatchObject([{ message: say("empty") }]);
    expect(name.safeParse("\u3164").error!.issues.map(faultOf))
      .toMatchObject([{ message: say("invisible") }]);
  });
});

test("every text that people read loses embeddings, overrides and isolates of direction", () => {
  const controls = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
  for (const { label, field } of [...named, ...prose]) {
    expect([label, field.parse(`12${controls}34`)]).toEqual([label, "1234"]);
  }
  const days = { from: "2026-03-01", to: "2026-03-02", reason: `Ho${controls}liday` };
  for (const field of [closureField, absenceField]) {
    expect(field.parse(days)).toMatchObject({ reason: "Holiday" });
  }
});

test("what programs compare keeps every character", () => {
  const ids = fieldsCalled("externalUserId", "currentPassword");
  expect(ids.length).toBeGreaterThan(3);
  for (const { label, field } of ids) {
    expect([label, field.parse("u\u202e1\u200b")]).toEqual([label, "u\u202e1\u200b"]);
  }
});
