import type { shell as english } from "../en/shell.ts";
import type { Translated } from "../translated.ts";

export const shell: Translated<typeof english> = {};
