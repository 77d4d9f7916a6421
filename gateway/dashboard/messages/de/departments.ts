import type { departments as english } from "../en/departments.ts";
import type { Translated } from "../translated.ts";

export const departments: Translated<typeof english> = {};
