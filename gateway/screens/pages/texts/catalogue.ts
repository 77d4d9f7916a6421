import type { en } from "./en.ts";
import type { Text } from "./text.ts";

/** The key of a text. */
export type Key = keyof typeof en;

/** The texts of a language. */
export type Catalogue = Record<Key, Text>;
