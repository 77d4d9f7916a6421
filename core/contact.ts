import { z } from "zod";
import { inSchema, proseField, rawField, requiredOr, textField } from "./input.ts";
import { sortedJson } from "./sorted_json.ts";

/** How the person of an appointment is reached, and what the caller's program keeps with it (core/booking/README.md 25). */
export interface Contact {
  /** Null if unknown. */
  readonly email: string | null;
  /** The language and region of the person as a BCP 47 tag, such as `de-AT`; null if unknown. */
  readonly locale: string | null;
  /** A JSON object of texts, with its keys in order; null for none. */
  readonly metadata: string | null;
}

/** An appointment whose caller gave none of them. */
export const noContact: Contact = { email: null, locale: null, metadata: null };

const maxPairs = 20;
const maxKey = 40;
const maxValue = 500;

// Characters that end or list addresses in a mail are refused, so that an address is always one recipient.
const emailForm =
  /^[^\s@"(),:;<>[\\\]\p{C}]{1,64}@[^\s@"(),:;<>[\\\]\p{C}]+\.[^\s@"(),:;<>[\\\]\p{C}]+$/u;

/** The e-mail address of the person. It keeps its case. Null and "" clear it. */
export const contactEmailField = proseField(254, "")
  .trim()
  .refine((email) => email === "" || emailForm.test(email), inSchema("email"))
  .nullable()
  .transform((email) => email || null)
  .meta({
    description: "E-mail address of the person; null if unknown",
    examples: ["ada@example.org"],
  });

/** The language of the person. It gets the usual spelling of a tag: `DE-at` becomes `de-AT`. Null and "" clear it. */
export const localeField = textField(35, "")
  .nullable()
  .transform((tag, context): string | null => {
    if (!tag?.trim()) return null;
    try {
      const [locale, ...others] = Intl.getCanonicalLocales(tag.trim());
      if (locale !== undefined && others.length === 0) return locale;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    context.addIssue({
      code: "custom",
      message: inSchema("mustBe", { what: "a BCP 47 language tag such as de or de-AT" }),
    });
    return z.NEVER;
  })
  .meta({
    description: "Language of the person as a BCP 47 tag; null if unknown",
    examples: ["de-AT"],
  });

const keyField = textField(maxKey, "").min(1, inSchema("empty"));
const valueField = textField(maxValue, "");
const notPairs = requiredOr("mustBe", { what: "an object with texts as values" });

/** Texts of the caller's program by their keys. It becomes the stored JSON; no pairs are none. Null clears it. */
export const metadataField = rawField<Record<string, string> | null>()
  .transform((value, context): string | null => {
    if (value === null) return null;
    const refuse = (message: string, path: string[] = []) => {
      context.addIssue({ code: "custom", message, path });
      return z.NEVER;
    };
    if (typeof value !== "object" || Array.isArray(value)) {
      return refuse(notPairs({ input: value }));
    }
    const pairs = Object.entries(value as object);
    if (pairs.length > maxPairs) return refuse(inSchema("tooManyEntries", { max: maxPairs }));
    for (const [key, text] of pairs) {
      const found = [keyField.safeParse(key), valueField.safeParse(text)];
      for (const { error } of found) if (error) refuse(error.issues[0]!.message, [key]);
    }
    return pairs.length === 0 ? null : sortedJson(value);
  })
  .meta({
    type: ["object", "null"],
    maxProperties: maxPairs,
    propertyNames: { minLength: 1, maxLength: maxKey },
    additionalProperties: { type: "string", maxLength: maxValue },
    description:
      `Up to ${maxPairs} texts of your own by their keys (keys up to ${maxKey} characters, texts up to ${maxValue}). ` +
      "It replaces all pairs; null clears them",
    examples: [{ caseNumber: "2026-0815" }],
  });

/** Returns the contact of an appointment as staff see it. */
export function seenContact({ email, locale, metadata }: Contact) {
  return { email, locale, metadata: parseMetadata(metadata) };
}

/** Returns the text of a key in stored metadata; null if there is none. */
export function textOfMetadata(metadata: string | null, key: string): string | null {
  const texts = parseMetadata(metadata) ?? {};
  return Object.hasOwn(texts, key) ? texts[key]! : null;
}

/** Returns stored metadata as an object. */
export function parseMetadata(metadata: string | null): Record<string, string> | null {
  return metadata === null ? null : JSON.parse(metadata) as Record<string, string>;
}
