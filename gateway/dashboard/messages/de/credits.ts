import type { credits as english } from "../en/credits.ts";
import type { Translated } from "../translated.ts";

export const credits: Translated<typeof english> = {};
