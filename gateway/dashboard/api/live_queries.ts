import type { Query } from "@tanstack/react-query";
import { queryClient } from "./client.ts";
import { graphqlPath } from "./graphql_link.ts";
import type { AuditEntry } from "./types.ts";

/** A change in the organization, as the event stream announces it. */
export type Change = Pick<AuditEntry, "id" | "action" | "subjectId" | "environment" | "at"> & {
  actor: Pick<AuditEntry["actor"], "kind" | "id" | "name">;
};

type SubjectKind = Change["action"] extends `${infer Kind}.${string}` ? Kind : never;

/** The queries, by the start of their paths, that a change of each kind of subject affects. */
const affected: Record<SubjectKind, readonly string[]> = {
  appointment: [
    "appointments",
    "visits",
    "desk",
    "people",
    "search",
    "departments.day",
    "departments.range",
    "credits",
    "webhooks.events",
  ],
  visit: ["visits"],
  department: ["departments", "desk", "appointments", "workers", "visits"],
  worker: ["workers", "departments", "desk", "appointments"],
  credits: ["credits"],
  organization: ["organization", "session.current", "departments", "desk", "sso"],
  staff: ["staff", "session.current", "sso"],
  api_key: ["apiKeys"],
  webhook: ["webhooks"],
  reporting_token: ["reportingTokens"],
  // Only the command line changes them.
  reporting_role: [],
  screen: ["screens"],
  waitlist_entry: ["desk.waitlist"],
};

/** Returns the queries that changes affect. Every change is in the audit log. */
export function affectedBy(changes: readonly Change[]): Set<string> {
  const kinds = new Set(changes.map(({ action }) => action.split(".")[0] as SubjectKind));
  return new Set(["audit", ...[...kinds].flatMap((kind) => affected[kind] ?? [])]);
}

/** Returns the reports that changes affect. */
export function reportsAffectedBy(changes: readonly Change[]): string[] {
  return changes.some(({ action }) => action.startsWith("visit.")) ? ["reports"] : [];
}

/** The paths that no change is announced for: they are polled slowly while they are on the page. */
const unannounced = ["usage", "apiKeys.usage", "webhooks", "desk.waitlist"];

/** Reads queries again: those on the page at once, the others when they come back to it. */
export function readAgain(paths: ReadonlySet<string>): void {
  refetch((query) => matches(query, paths));
}

/** Reads every query again, except reports: they cost more than a list, and say from when they are. */
export function readEverythingAgain(): void {
  refetch(({ queryKey: [path] }) => path !== graphqlPath);
}

/** Reads the queries again that are not announced. */
export function readUnannounced(): void {
  const paths = new Set(unannounced);
  void queryClient.refetchQueries({ type: "active", predicate: (one) => matches(one, paths) });
}

/** Reads the queries on the page again whose last read has failed. */
export function readFailedAgain(): void {
  void queryClient.refetchQueries({
    type: "active",
    predicate: ({ state: { status } }) => status === "error",
  });
}

function refetch(predicate: (query: Query) => boolean): void {
  void queryClient.invalidateQueries({ type: "inactive", refetchType: "none", predicate });
  // A query that is loading for the first time is not begun again. Its answer may be older than the change.
  const loading = queryClient.getQueryCache().findAll({ type: "active", predicate })
    .filter(({ state }) => state.data === undefined && state.fetchStatus === "fetching");
  // Not `invalidateQueries`: `readOptions` sends the requests of invalidated queries as those of a person.
  void queryClient.refetchQueries({ type: "active", predicate }).then(() => {
    const again = new Set(loading);
    if (again.size === 0) return;
    void queryClient.refetchQueries({ type: "active", predicate: (one) => again.has(one) });
  });
}

function matches({ queryKey: [path] }: Query, paths: ReadonlySet<string>): boolean {
  const text = String(path);
  return paths.has(text) || paths.has(text.split(".")[0]!);
}
