import type { apiKeys as english } from "../en/api_keys.ts";
import type { Translated } from "../translated.ts";

export const apiKeys: Translated<typeof english> = {};
