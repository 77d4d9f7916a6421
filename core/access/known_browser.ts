import type { StaffUserRef } from "./staff_user.ts";

/**
 * A browser with which users have signed in. Its failures have a counter of their own, so that strangers cannot delay its
 * users (core/access/README.md 5).
 */
export interface KnownBrowser {
  id: string;
  /** The latest users, the last one first (`userKey`). */
  users: readonly string[];
}

const maxUsers = 8;

/** Returns the browser after a user has signed in with it. */
export function withUser(browser: KnownBrowser | undefined, user: StaffUserRef): KnownBrowser {
  const key = userKey(user);
  const others = (browser?.users ?? []).filter((one) => one !== key);
  return {
    id: browser?.id ?? crypto.randomUUID(),
    users: [key, ...others].slice(0, maxUsers),
  };
}

/** Returns whether a user has signed in with the browser. */
export function isKnownTo(browser: KnownBrowser | undefined, user: StaffUserRef): boolean {
  return browser?.users.includes(userKey(user)) ?? false;
}

/** Returns a name of a user that is unique in the service. */
export function userKey({ organizationId, id }: StaffUserRef): string {
  return `${organizationId}/${id}`;
}
