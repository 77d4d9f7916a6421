import { type ApiKey, type ApiKeyView, describeApiKey } from "./access/api_key.ts";
import { createApiKey } from "./access/create_api_key.ts";
import { listApiKeys } from "./access/read_organizations.ts";
import { revokeApiKey } from "./access/revoke_api_key.ts";
import { rotateApiKey } from "./access/rotate_api_key.ts";
import { requireRole, type StaffCaller } from "./access/staff_caller.ts";
import type { Role } from "./access/staff_user.ts";
import type { Ports } from "./ports.ts";
import { exportUsage, listUsage, readUsageStatistics } from "./usage/read_usage.ts";

/** What signed-in staff may do, whatever the surface. */
export type StaffApplication = ReturnType<typeof createStaffApplication>;

/**
 * The use cases of staff over the given ports, each with the role that it needs: the one place where roles
 * are enforced (decisions 1). A surface that must refuse before it has read the input asks `role` itself.
 */
export function createStaffApplication(ports: Ports) {
  return {
    listApiKeys: forRole("ADMIN", async (caller) => {
      const keys = await listApiKeys(ports, caller.organizationId);
      return keys.map((key) => describeApiKey(key, caller.timeZone));
    }),
    createApiKey: forRole("ADMIN", async (caller, input: unknown) => {
      return shownOnce(await createApiKey(ports, caller.organizationId, input), caller);
    }),
    rotateApiKey: forRole("ADMIN", async (caller, id: number) => {
      const { organizationId } = caller;
      return shownOnce(await rotateApiKey(ports, { organizationId, id }), caller);
    }),
    revokeApiKey: forRole("ADMIN", async ({ organizationId, timeZone }, id: number) => {
      return describeApiKey(await revokeApiKey(ports, { organizationId, id }), timeZone);
    }),

    readUsageStatistics: forRole(
      "ADMIN",
      (caller, query: unknown) => readUsageStatistics(ports, caller, query),
    ),
    listUsage: forRole("ADMIN", (caller, query: unknown) => listUsage(ports, caller, query)),
    exportUsage: forRole(
      "ADMIN",
      async (caller, query: unknown) => exportUsage(ports, caller, query),
    ),
  };
}

function forRole<A extends unknown[], R>(
  role: Role,
  useCase: (caller: StaffCaller, ...input: A) => Promise<R>,
) {
  async function enforced(caller: StaffCaller, ...input: A): Promise<R> {
    requireRole(caller, role);
    return await useCase(caller, ...input);
  }
  return Object.assign(enforced, { role });
}

/** A new key as staff see it, with its plaintext. */
function shownOnce(
  { apiKey, key }: { apiKey: ApiKey; key: string },
  { timeZone }: StaffCaller,
): ApiKeyView & { key: string } {
  return { ...describeApiKey(apiKey, timeZone), key };
}
