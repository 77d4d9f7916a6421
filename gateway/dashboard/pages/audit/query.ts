import type { Input } from "../../api/types.ts";
import { auditActions, auditActors } from "../../ui/audit_words.ts";

type Query = Exclude<Input<"audit.list">, void | undefined>;

/** Returns the query that the filters in the address mean. Invalid filters are ignored. */
export function queryOf(get: (name: string) => string): Query {
  const kind = oneOf(auditActions, get("subject"));
  const verb = kind && oneOf<string>(auditActions[kind], get("action"));
  const actorKind = oneOf(auditActors, get("actor"));
  const subjectId = kind && wholeNumber(get("subjectId"));
  const actorId = actorKind && wholeNumber(get("actorId"));
  return {
    page: wholeNumber(get("page")) ?? 0,
    size: 50,
    ...(kind && { subjectKind: kind }),
    ...(kind && verb && { action: `${kind}.${verb}` as NonNullable<Query["action"]> }),
    ...(subjectId !== undefined && { subjectId }),
    ...(actorKind && { actorKind }),
    ...(actorId !== undefined && { actorId }),
    ...optionalDate("startDate", get("from")),
    ...optionalDate("endDate", get("to")),
  };
}

function oneOf<K extends string>(
  words: { readonly [name in K]?: unknown },
  text: string,
): K | undefined {
  return Object.hasOwn(words, text) ? text as K : undefined;
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function optionalDate<N extends string>(name: N, date: string): { [K in N]?: string } {
  return (/^\d{4}-\d\d-\d\d$/.test(date) ? { [name]: date } : {}) as { [K in N]?: string };
}
