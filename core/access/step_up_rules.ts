import type { ApiKeys } from "./api_key.ts";
import type { StaffCaller } from "./caller.ts";
import type { Organizations } from "./organization.ts";

// Which requests of some use cases need a fresh proof (core/access/README.md 14). The input is not validated yet: input
// that no use case accepts may pass.

type Organization = Pick<StaffCaller, "organizationId">;

/** Returns whether a request makes a LIVE key. */
export function isOfLive(_ports: unknown, _caller: Organization, input: unknown): boolean {
  return fieldOf(input, "environment") === "LIVE";
}

/** Returns whether a request is about a LIVE key. */
export async function isOfLiveKey(
  { apiKeys }: { apiKeys: ApiKeys },
  { organizationId }: Organization,
  input: unknown,
): Promise<boolean> {
  const id = fieldOf(input, "id");
  const keys = await apiKeys.list(organizationId);
  return keys.some((key) => key.id === id && key.environment === "LIVE");
}

/** Returns whether a request makes a person OWNER or ADMIN: both can do what needs a proof. */
export function makesAdmin(_ports: unknown, _caller: Organization, input: unknown): boolean {
  const role = fieldOf(input, "role");
  return role === "OWNER" || role === "ADMIN";
}

/** Returns whether a request frees a role from the second factor. */
export async function requiresFewerFactors(
  { organizations }: { organizations: Organizations },
  { organizationId }: Organization,
  input: unknown,
): Promise<boolean> {
  const wanted = fieldOf(input, "roles");
  const present = (await organizations.find(organizationId))?.factorRequiredRoles ?? [];
  return !Array.isArray(wanted) || present.some((role) => !wanted.includes(role));
}

function fieldOf(input: unknown, name: string): unknown {
  return typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined;
}
