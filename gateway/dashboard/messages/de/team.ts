import type { team as english } from "../en/team.ts";
import type { Translated } from "../translated.ts";

export const team: Translated<typeof english> = {};
