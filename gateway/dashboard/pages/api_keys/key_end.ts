import { addDays, dateOf, nowIn } from "../../api/time.ts";
import { useTimeZone } from "../../api/session.tsx";
import { useRead } from "../../api/hooks.ts";
import type { ApiKey } from "../../api/types.ts";

/** Returns a function that says whether a key has ended by now. */
export function useHasEnded(): (apiKey: ApiKey) => boolean {
  const now = nowIn(useTimeZone());
  return ({ expiresAt }) => expiresAt !== null && expiresAt <= now;
}

/** The days of the first warning (core/access/README.md 6.3). */
const soonDays = 14;

/** Returns a function that says whether a key that can be used ends within 14 days. */
export function useEndsSoon(): (apiKey: ApiKey) => boolean {
  const now = nowIn(useTimeZone());
  const last = addDays(dateOf(now), soonDays);
  return ({ isActive, expiresAt }) => isActive && expiresAt !== null && dateOf(expiresAt) <= last;
}

/** Returns the last day that the organization allows for a key of a date; undefined without a maximum. */
export function useLatestEnd(createdAt: string | null): string | undefined {
  const today = dateOf(nowIn(useTimeZone()));
  const days = useRead("organization.current").data?.maxKeyDays;
  return days ? addDays(createdAt ? dateOf(createdAt) : today, days) : undefined;
}

/**
 * Returns the end of a key whose last day was chosen, or null for none. A day that was not changed keeps its time, so
 * that saving a form does not change the end.
 */
export function endOfDay(date: string, present: string | null): string | null {
  if (date === "") return null;
  return present && dateOf(present) === date ? present : `${date}T23:59:59`;
}
