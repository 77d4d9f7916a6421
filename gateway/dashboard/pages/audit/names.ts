import type { AuditEntry } from "../../api/types.ts";
import type { NameOf } from "../../ui/audit_sentences.ts";
import { t } from "../../ui/audit_texts.ts";

/** What is known by name besides the entries: departments, staff members, and the people of appointments. */
export interface Names {
  ofField: NameOf;
  ofPeople: ReadonlyMap<number, string>;
}

export const noNames: Names = { ofField: () => undefined, ofPeople: new Map() };

/** Returns the name of the subject of an entry, or how many more there are. */
export function subjectText(of: AuditEntry | number, { ofPeople }: Names): string {
  if (typeof of === "number") return t("more", { count: of });
  const id = String(of.subjectId);
  if (of.action.startsWith("appointment.")) {
    return ofPeople.get(of.subjectId) ?? t("appointment", { id });
  }
  return of.subjectName || t("numbered", { id });
}
