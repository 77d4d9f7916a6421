import type { people as english } from "../en/people.ts";
import type { Translated } from "../translated.ts";

export const people: Translated<typeof english> = {};
