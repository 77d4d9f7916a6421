import type { en } from "./en.ts";

/** A text, or one for each form that the language has for a number. `{name}` is replaced by a value. */
export type Text = string | ({ [form in Intl.LDMLPluralRule]?: string } & { other: string });

/** The key of a text. */
export type Key = keyof typeof en;

/** The texts of a language. */
export type Catalogue = Record<Key, Text>;
