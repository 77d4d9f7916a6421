import { dateText, dateTimeText, numberText } from "../api/time.ts";
import type { AuditEntry } from "../api/types.ts";
import { type Dates, type NameOf, spanOf } from "./audit_sentences.ts";
import { t as ui } from "./texts.ts";
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

/** Returns who acted: a person by name, anything else with what it is. */
export function actorText({ kind, name }: AuditEntry["actor"]): string {
  switch (kind) {
    case "API_KEY":
      return t("key", { name });
    case "SCREEN":
      return t("kiosk", { name });
    case "OPERATOR":
    case "PERSON":
      return t(`actors.${kind}`);
    case "STAFF":
      return name;
  }
}

const noName: NameOf = () => undefined;

/** Returns a changed field in words. Changes of personal data and secrets come without values. */
export function changeText(
  { field, before, after }: { field: string; before?: unknown; after?: unknown },
  nameOf = noName,
): string {
  const name = fieldText(field);
  if (before === undefined && after === undefined) return name;
  const textOf = (value: unknown) =>
    value === null && field === "departmentIds"
      ? ui("departments.all")
      : valueText(value, field, nameOf);
  if (isEmpty(before)) return t("set", { field: name, after: textOf(after) });
  return t("change", { field: name, before: textOf(before), after: textOf(after) });
}

function fieldText(field: string): string {
  const key = `fields.${field as "name"}` as const;
  return t.has(key) ? t(key) : field;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** Fields whose numbers are ids. */
const idField = /Ids?$|^replaces$/;

function valueText(value: unknown, field: string, nameOf: NameOf): string {
  if (isEmpty(value) || Array.isArray(value) && value.length === 0) return t("none");
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number") {
    if (!idField.test(field)) return numberText(value);
    return nameOf(field.replace(/s$/, ""), value) ?? t("numbered", { id: String(value) });
  }
  if (typeof value === "string") return wordText(value);
  if (Array.isArray(value)) return value.map((one) => valueText(one, field, nameOf)).join(", ");
  return objectText(value as object, nameOf);
}

/** Opening hours, a closure or an absence, or the settings of a group. */
function objectText(value: object, nameOf: NameOf): string {
  if ("opens" in value && "closes" in value) return `${value.opens}–${value.closes}`;
  if ("from" in value && "to" in value) return t("dates", spanOf(value as Dates) as DatesArguments);
  return Object.entries(value)
    .filter(([, one]) => !isEmpty(one))
    .map(([name, one]) => `${fieldText(name)} ${valueText(one, name, nameOf)}`).join("; ");
}

type DatesArguments = {
  [name in "span" | "from" | "to" | "hasHours" | "starts" | "ends" | "hasReason" | "reason"]:
    string;
};

function wordText(value: string): string {
  const key = `values.${value as "LIVE"}` as const;
  if (/^[A-Z_]+$/.test(value) && t.has(key)) return t(key);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return dateTimeText(value);
  return /^\d{4}-\d\d-\d\d$/.test(value) ? dateText(value) : value;
}
