import type { Message as SaidByService } from "../../../core/mod.ts";
import { t } from "./texts.ts";
import { dateText } from "./time.ts";

/** What the service has to say. */
export type Message = SaidByService;

type Key = Parameters<typeof t>[0];

/**
 * Returns what the service says in the viewer's language. Returns undefined if only programs read it, or if the service is
 * newer than this page.
 */
export function serviceText(message: Message | null | undefined): string | undefined {
  const key = `service.${message?.key}` as Key;
  if (!message || !t.has(key)) return undefined;
  const shown = Object.entries(message.values ?? {}).map(([name, value]) =>
    [name, dateNames.has(name) ? dateText(String(value)) : value] as const
  );
  return (t as (key: Key, values: object) => string)(key, Object.fromEntries(shown));
}

const dateNames = new Set(["date", "fromDate"]);
