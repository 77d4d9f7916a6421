import type { today as english } from "../en/today.ts";
import type { Translated } from "../translated.ts";

export const today: Translated<typeof english> = {};
