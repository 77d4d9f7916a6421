import { useSyncExternalStore } from "react";
import type { Change } from "./live_queries.ts";

/** How long a change is recent. */
const recentMs = 60_000;
const maxKept = 500;

/** A change of an appointment, and when this tab learned of it. */
export interface RecentChange extends Change {
  seenAt: number;
}

let recent: ReadonlyMap<number, RecentChange> = new Map();
const listeners = new Set<() => void>();

/** Keeps the changes of appointments for a minute, so that pages can mark their rows. */
export function noteRecentChanges(changes: readonly Change[]): void {
  const ofAppointments = changes.filter(({ action }) => action.startsWith("appointment."));
  if (ofAppointments.length === 0) return;
  const seenAt = Date.now();
  const all = new Map(recent);
  for (const change of ofAppointments) all.set(change.subjectId, { ...change, seenAt });
  publish(new Map([...all].slice(-maxKept)));
  setTimeout(forgetOld, recentMs + 100);
}

function forgetOld(): void {
  const from = Date.now() - recentMs;
  const left = [...recent].filter(([, { seenAt }]) => seenAt > from);
  if (left.length < recent.size) publish(new Map(left));
}

function publish(next: ReadonlyMap<number, RecentChange>): void {
  recent = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the last change of each appointment that changed within a minute, by the id of the appointment. It has the
 * user's own changes too: compare `actor` with the session.
 */
export function useRecentChanges(): ReadonlyMap<number, RecentChange> {
  return useSyncExternalStore(subscribe, () => recent);
}
