import type { search as english } from "../en/search.ts";
import type { Translated } from "../translated.ts";

export const search: Translated<typeof english> = {};
