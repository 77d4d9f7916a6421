import type { AuditEntry } from "../api/types.ts";

/** Entries that one act of a person has left, which the audit shows as one line. */
export interface Act {
  /** Entries of the same action, each about another subject. */
  main: readonly AuditEntry[];
  /** Entries about the appointments of the visits in `main`. */
  also: readonly AuditEntry[];
}

/**
 * Returns the acts of entries, in their order. Closing an office leaves an entry for each department, and finishing a
 * visit one for its appointment. All entries of an act have one time. Bookings of an API key at one time are several acts.
 */
export function actsOf(entries: readonly AuditEntry[]): Act[] {
  const groups: AuditEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group && isSameAct(group, entry)) group.push(entry);
    else groups.push([entry]);
  }
  // The list is newest first; the subjects of an act come in their order.
  return groups.map((group) => actOf(group.toReversed()));
}

function isSameAct(group: readonly AuditEntry[], entry: AuditEntry): boolean {
  const first = group[0]!;
  return entry.actor.kind !== "API_KEY" && first.at === entry.at &&
    first.actor.kind === entry.actor.kind && first.actor.id === entry.actor.id &&
    first.environment === entry.environment &&
    (group.some(({ action }) => action === entry.action) || isVisitWithAppointment(first, entry));
}

function isVisitWithAppointment(one: AuditEntry, other: AuditEntry): boolean {
  const kinds = [one, other].map(kindOf).toSorted();
  return kinds[0] === "appointment" && kinds[1] === "visit";
}

function actOf(entries: readonly AuditEntry[]): Act {
  const visits = entries.filter((entry) => kindOf(entry) === "visit");
  if (visits.length === 0) return { main: entries, also: [] };
  return { main: visits, also: entries.filter((entry) => !visits.includes(entry)) };
}

function kindOf({ action }: AuditEntry): string {
  return action.split(".")[0]!;
}
