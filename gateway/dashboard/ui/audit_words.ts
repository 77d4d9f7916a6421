import { dateText, dateTimeText, numberText } from "../api/time.ts";
import type { AuditEntry, Input } from "../api/types.ts";
import { audit as english } from "../messages/en/audit.ts";
import { pageTexts } from "../messages/page_texts.ts";

type Query = Exclude<Input<"audit.list">, void | undefined>;
export type AuditAction = AuditEntry["action"];
export type SubjectKind = NonNullable<Query["subjectKind"]>;
type VerbOf<K extends SubjectKind> = AuditAction extends infer A
  ? A extends `${K}.${infer V}` ? V : never
  : never;
type OfEveryAction = { [K in SubjectKind]: Record<VerbOf<K>, string> };

const t = pageTexts("audit");

/** Every audited action, by the kind of its subject. The compiler checks that none lacks its words. */
export const auditActions: OfEveryAction = english.actions;
english.sentences satisfies OfEveryAction;

/** The kinds of actors. */
export const auditActors: Record<NonNullable<Query["actorKind"]>, string> = english.actors;

/** The key of an action in the groups `actions` and `sentences`. */
type ActionKey = "appointment.created";

/** Returns an audited action in words: `appointment.created` is "Appointment booked". */
export function actionText(action: AuditAction): string {
  return t(`actions.${action as ActionKey}`);
}

/** Returns a changed field in words. Changes of personal data and secrets come without values. */
export function changeText(
  { field, before, after }: { field: string; before?: unknown; after?: unknown },
): string {
  const name = fieldText(field);
  if (before === undefined && after === undefined) return name;
  const afterText = valueText(after, field);
  if (isEmpty(before)) return t("set", { field: name, after: afterText });
  return t("change", { field: name, before: valueText(before, field), after: afterText });
}

function fieldText(field: string): string {
  const isKnown = Object.hasOwn(english.fields, field);
  return isKnown ? t(`fields.${field as keyof typeof english.fields}`) : field;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** Fields whose numbers are ids. */
const idField = /Id$|^replaces$/;

function valueText(value: unknown, field: string): string {
  if (isEmpty(value) || Array.isArray(value) && value.length === 0) return t("none");
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number") {
    return idField.test(field) ? t("numbered", { id: String(value) }) : numberText(value);
  }
  if (typeof value === "string") return wordText(value);
  if (Array.isArray(value)) return value.map((one) => valueText(one, field)).join(", ");
  return Object.entries(value as object)
    .filter(([, one]) => !isEmpty(one))
    .map(([name, one]) => `${fieldText(name)} ${valueText(one, name)}`).join(" ");
}

function wordText(value: string): string {
  if (Object.hasOwn(english.values, value)) {
    return t(`values.${value as keyof typeof english.values}`);
  }
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return dateTimeText(value);
  return /^\d{4}-\d\d-\d\d$/.test(value) ? dateText(value) : value;
}
