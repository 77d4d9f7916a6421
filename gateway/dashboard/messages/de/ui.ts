import type { ui as english } from "../en/ui.ts";
import type { Translated } from "../translated.ts";

export const ui: Translated<typeof english> = {};
