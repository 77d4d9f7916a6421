import type { errors as english } from "../en/errors.ts";
import type { Translated } from "../translated.ts";

export const errors: Translated<typeof english> = {};
