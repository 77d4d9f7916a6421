import type { desk as english } from "../en/desk.ts";
import type { Translated } from "../translated.ts";

export const desk: Translated<typeof english> = {};
