import type { AuditEntry, Input } from "../api/types.ts";

type Query = Exclude<Input<"audit.list">, void | undefined>;
type Action = AuditEntry["action"];
type Kind = NonNullable<Query["subjectKind"]>;
type VerbOf<K extends Kind> = Action extends infer A ? A extends `${K}.${infer V}` ? V : never
  : never;

interface SubjectWords<K extends Kind> {
  plural: string;
  singular: string;
  /** Each action on the subject, as lists and filters show it. */
  actions: Record<VerbOf<K>, string>;
}

/** The words for every audited action, by the kind of its subject. The compiler checks that none is missing. */
export const auditSubjects: { [K in Kind]: SubjectWords<K> } = {
  appointment: {
    plural: "Appointments",
    singular: "Appointment",
    actions: {
      created: "Appointment booked",
      updated: "Appointment edited",
      rescheduled: "Appointment moved",
      cancelled: "Appointment cancelled",
      completed: "Appointment completed",
      missed: "Appointment marked missed",
      reverted: "Appointment set back to scheduled",
      archived: "Appointment archived",
      erased: "Personal data erased",
    },
  },
  department: {
    plural: "Departments",
    singular: "Department",
    actions: { created: "Department created", updated: "Department changed" },
  },
  worker: {
    plural: "Workers",
    singular: "Worker",
    actions: { created: "Worker added", updated: "Worker changed" },
  },
  api_key: {
    plural: "API keys",
    singular: "API key",
    actions: {
      created: "API key created",
      renamed: "API key renamed",
      updated: "API key changed",
      rotated: "API key rotated",
      revoked: "API key revoked",
    },
  },
  webhook: {
    plural: "Webhooks",
    singular: "Webhook",
    actions: {
      created: "Webhook created",
      updated: "Webhook changed",
      deleted: "Webhook deleted",
      secret_replaced: "Webhook secret replaced",
      tested: "Webhook tested",
      delivery_retried: "Delivery sent again",
      recovered: "Failed deliveries sent again",
    },
  },
  staff: {
    plural: "Team",
    singular: "Staff user",
    actions: {
      created: "Staff user added",
      role_changed: "Role changed",
      disabled: "Staff user disabled",
      enabled: "Staff user enabled",
      password_reset: "Password reset",
      password_changed: "Password changed",
      signed_in: "Signed in",
    },
  },
  credits: {
    plural: "Credits",
    singular: "Credits",
    actions: { granted: "Credits granted" },
  },
  organization: {
    plural: "Organization",
    singular: "Organization",
    actions: { created: "Organization created", updated: "Organization changed" },
  },
  reporting_token: {
    plural: "Reporting tokens",
    singular: "Reporting token",
    actions: { created: "Reporting token created", revoked: "Reporting token revoked" },
  },
};

/** The kinds of actors, as the filter shows them. */
export const auditActors: Record<NonNullable<Query["actorKind"]>, string> = {
  STAFF: "All staff users",
  API_KEY: "All API keys",
  OPERATOR: "Operator",
};

/** Returns an audited action in words: `appointment.created` is "Appointment booked". */
export function actionText(action: Action): string {
  const [kind, verb] = action.split(".") as [Kind, string];
  return (auditSubjects[kind].actions as Record<string, string>)[verb]!;
}

/** Returns a changed field in words. Changes of personal data and secrets come without values. */
export function changeText(
  { field, before, after }: { field: string; before?: unknown; after?: unknown },
): string {
  if (before === undefined && after === undefined) return field;
  if (isEmpty(before)) return `${field}: ${valueText(after)}`;
  return `${field}: ${valueText(before)} → ${valueText(after)}`;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

function valueText(value: unknown): string {
  if (isEmpty(value)) return "none";
  if (typeof value === "string") return value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\d$/, "$1");
  if (Array.isArray(value)) return value.map(valueText).join(" + ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
