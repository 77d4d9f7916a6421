import { dateText, dateTimeText, numberText } from "../api/time.ts";
import type { AuditEntry } from "../api/types.ts";
import { type OfEveryAction, type OfEveryActor, t } from "./audit_texts.ts";

export type AuditAction = AuditEntry["action"];

const group = t.raw as (name: string) => unknown;

/** Every audited action, by the kind of its subject. */
export const auditActions = group("actions") as OfEveryAction;

/** The kinds of actors. */
export const auditActors = group("actors") as OfEveryActor;

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
  const key = `fields.${field as "name"}` as const;
  return t.has(key) ? t(key) : field;
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
  const key = `values.${value as "LIVE"}` as const;
  if (/^[A-Z_]+$/.test(value) && t.has(key)) return t(key);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return dateTimeText(value);
  return /^\d{4}-\d\d-\d\d$/.test(value) ? dateText(value) : value;
}
