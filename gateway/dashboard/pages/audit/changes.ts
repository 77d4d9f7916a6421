import type { AuditEntry } from "../../api/types.ts";
import { sayingOf } from "../../ui/audit_sentences.ts";
import { changeText } from "../../ui/audit_words.ts";
import { type Names, subjectText } from "./names.ts";
import { t } from "../../ui/audit_texts.ts";

/**
 * Returns the changes of an act that its sentence does not say: one line if all its entries have the same, else one for
 * each subject.
 */
export function changesOf(entries: readonly AuditEntry[], names: Names): string[] {
  const { saidFields } = sayingOf(entries, names.ofField);
  const texts = entries.map(({ changes }) =>
    changes.filter(({ field }) => !saidFields.includes(field))
      .map((change) => changeText(change, names.ofField)).join(" · ")
  );
  const [first] = texts;
  if (texts.every((text) => text === first)) return first ? [first] : [];
  return texts.map((text, i) => t("ofSubject", { subject: subjectText(entries[i]!, names), text }));
}
