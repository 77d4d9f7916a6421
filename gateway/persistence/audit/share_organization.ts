import type { ClientBase } from "pg";
import { rowsIn, type Statement } from "../database/statement.ts";
import type { LoadLocked } from "./change_locked.ts";

// For a change of rows that a change of the organization, or of its identity provider, locks too. That one locks the
// organization before these rows. Without this lock, the audit entry would lock it after them.
const share = (placeholder: string) =>
  `select id from organizations where id = ${placeholder} for share`;

const shared: Statement<{ id: number }> = { name: "share an organization", text: share("$1") };

/** Locks an organization in the way of an audit entry. Call it before all other locks. */
export async function shareOrganization(client: ClientBase, organizationId: number): Promise<void> {
  await rowsIn(client, shared, [organizationId]);
}

/** Returns a loader that locks the organization first (see `shareOrganization`). */
export function sharingOrganization<T>(organizationId: number, load: LoadLocked<T>): LoadLocked<T> {
  return async (em) => {
    await em.execute(share("?"), [organizationId]);
    return await load(em);
  };
}
