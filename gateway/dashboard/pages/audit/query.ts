import type { Input } from "../../api/types.ts";

type Query = Exclude<Input<"audit.list">, void | undefined>;
type Action = NonNullable<Query["action"]>;
type Kind = NonNullable<Query["subjectKind"]>;
type DeedOf<K extends Kind> = Action extends infer A ? A extends `${K}.${infer D}` ? D : never
  : never;

interface Subject<K extends Kind> {
  /** Several of them. */
  words: string;
  /** One of them. */
  word: string;
  deeds: Record<DeedOf<K>, string>;
}

/** What something can be done to, and what, in words. */
export const subjects: { [K in Kind]: Subject<K> } = {
  appointment: {
    words: "Appointments",
    word: "Appointment",
    deeds: {
      created: "Booked",
      updated: "Edited",
      rescheduled: "Moved",
      cancelled: "Cancelled",
      completed: "Completed",
      missed: "Marked missed",
      archived: "Archived",
      erased: "Erased",
    },
  },
  department: {
    words: "Departments",
    word: "Department",
    deeds: { created: "Made", updated: "Changed" },
  },
  worker: { words: "Workers", word: "Worker", deeds: { created: "Added", updated: "Changed" } },
  api_key: {
    words: "API keys",
    word: "API key",
    deeds: { created: "Made", renamed: "Renamed", rotated: "Rotated", revoked: "Revoked" },
  },
  webhook: {
    words: "Webhooks",
    word: "Webhook",
    deeds: {
      created: "Made",
      updated: "Changed",
      deleted: "Deleted",
      secret_replaced: "Secret replaced",
      tested: "Tested",
      delivery_retried: "Delivery sent again",
      recovered: "All that failed sent again",
    },
  },
  staff: {
    words: "Team",
    word: "Staff user",
    deeds: {
      created: "Added",
      role_changed: "Role changed",
      disabled: "Disabled",
      enabled: "Enabled",
      password_reset: "Password reset",
      password_changed: "Password changed",
      signed_in: "Signed in",
    },
  },
  credits: { words: "Credits", word: "Credits", deeds: { granted: "Granted" } },
  organization: {
    words: "Organization",
    word: "Organization",
    deeds: { created: "Made", updated: "Changed" },
  },
  reporting_token: {
    words: "Reporting tokens",
    word: "Reporting token",
    deeds: { created: "Made", revoked: "Revoked" },
  },
};

/** Who can do something, by kind. */
export const actors: Record<NonNullable<Query["actorKind"]>, string> = {
  STAFF: "Any staff",
  API_KEY: "Any API key",
  OPERATOR: "The operator",
};

/** What the filters of the address ask for; what makes no sense there is left out. */
export function queryOf(get: (name: string) => string): Query {
  const kind = oneOf(subjects, get("subject"));
  const deed = kind && oneOf<string>(subjects[kind].deeds, get("deed"));
  const actorKind = oneOf(actors, get("actor"));
  const subjectId = kind && wholeOf(get("subjectId"));
  const actorId = actorKind && wholeOf(get("actorId"));
  return {
    page: wholeOf(get("page")) ?? 0,
    size: 50,
    ...(kind && { subjectKind: kind }),
    ...(kind && deed && { action: `${kind}.${deed}` as Action }),
    ...(subjectId !== undefined && { subjectId }),
    ...(actorKind && { actorKind }),
    ...(actorId !== undefined && { actorId }),
    ...given("startDate", get("from")),
    ...given("endDate", get("to")),
  };
}

function oneOf<K extends string>(
  words: { readonly [name in K]?: unknown },
  text: string,
): K | undefined {
  return Object.hasOwn(words, text) ? text as K : undefined;
}

function wholeOf(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function given<N extends string>(name: N, date: string): { [K in N]?: string } {
  return (/^\d{4}-\d\d-\d\d$/.test(date) ? { [name]: date } : {}) as { [K in N]?: string };
}
