import type { webhooks as english } from "../en/webhooks.ts";
import type { Translated } from "../translated.ts";

export const webhooks: Translated<typeof english> = {};
