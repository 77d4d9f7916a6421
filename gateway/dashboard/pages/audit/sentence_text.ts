import type { AuditEntry } from "../../api/types.ts";
import { sayingOf } from "../../ui/audit_sentences.ts";
import { actorText } from "../../ui/audit_words.ts";
import { locale } from "../../messages/language.ts";
import { type Names, noNames, subjectText } from "./names.ts";
import { t } from "../../ui/audit_texts.ts";

/** So many subjects of one act are named. */
const maxNamed = 5;

/** Joins the names of subjects. */
export const namesList = new Intl.ListFormat(locale);

/** The arguments of the sentence whose type is used for all. */
export type MovedValues = { from: string; to: string };

/** The key of a sentence. The compiler checks that every action has one (ui/audit_words.ts). */
export function sentenceKey(key: string | null, { action }: AuditEntry): "special.movedTo" {
  return (key === null ? `sentences.${action}` : `special.${key}`) as "special.movedTo";
}

/** The sentence as plain text. */
export function sentenceText(entries: readonly AuditEntry[], names: Names = noNames): string {
  const { key, values } = sayingOf(entries, names.ofField);
  return String(t.markup(sentenceKey(key, entries[0]!), {
    ...values as MovedValues,
    by: () => actorText(entries[0]!.actor),
    it: () => namesList.format(namedOf(entries).map((one) => subjectText(one, names))),
  }));
}

/** The entries whose subjects are named, and the number of the others if there are any. */
export function namedOf(entries: readonly AuditEntry[]): (AuditEntry | number)[] {
  if (entries.length <= maxNamed) return [...entries];
  return [...entries.slice(0, maxNamed - 1), entries.length - maxNamed + 1];
}
