import type { LoadLocked } from "./change_locked.ts";

/**
 * Returns a loader that locks the organization in the way of an audit entry, and then loads. For a change of rows that a
 * change of the organization locks too: the audit entry would lock the organization after these rows, and a change of the
 * organization locks it before them.
 */
export function sharingOrganization<T>(organizationId: number, load: LoadLocked<T>): LoadLocked<T> {
  return async (em) => {
    await em.execute("select from organizations where id = ? for share", [organizationId]);
    return await load(em);
  };
}
