import type { Connections } from "./connections.ts";
import type { ServiceClient } from "./service_client.ts";
import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { StaffUser, type StaffUserRef } from "../../../core/mod.ts";

const timedOut = "55P03";

/**
 * Runs work while no other process runs work of that name on this database, with a session lock on a
 * connection of its own; it must therefore not go through a pooler that shares sessions.
 */
export async function withLock<T>(
  connections: Connections,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const client = connections.createClient({ applicationName: "appointment-booking lock" });
  await client.connect();
  try {
    await takeLock(client, `appointment-booking ${name}`);
    return await work();
  } finally {
    await client.end();
  }
}

/** Asks again every few seconds: a wait without a word is taken for a server that hangs. */
async function takeLock(client: ServiceClient, name: string): Promise<void> {
  await client.query("set lock_timeout = '5s'");
  for (;;) {
    try {
      await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [name]);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== timedOut) throw error;
    }
  }
}

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
