import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { StaffUser, type StaffUserRef } from "../../core/mod.ts";

/**
 * A user and the organization's OWNERs who are not disabled, under their locks; undefined where there is no
 * such user.
 */
export async function lockWithOwners(
  em: EntityManager,
  ref: StaffUserRef,
): Promise<{ user: StaffUser; owners: StaffUser[] } | undefined> {
  const { id, organizationId } = ref;
  // All that may change or count, by id: two OWNERs who disable each other wait for one another.
  const locked = await em.find(
    StaffUser,
    { organizationId, $or: [{ id }, { role: "OWNER", disabledAt: null }] },
    { orderBy: { id: "asc" }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  const user = locked.find((one) => one.id === id);
  if (!user) return undefined;
  const owners = locked.filter((one) => one.role === "OWNER" && one.disabledAt === null);
  return { user, owners };
}
