import type { reportingTokens as english } from "../en/reporting_tokens.ts";
import type { Translated } from "../translated.ts";

export const reportingTokens: Translated<typeof english> = {};
