import type { ApiCaller, Scope } from "./api_key.ts";
import type { Environment } from "../environment.ts";
import type { Organizations } from "./organization.ts";
import { organizationNotFound } from "./organizations.ts";

/** An API key as its holder sees it. */
export interface OwnKeyView {
  name: string;
  environment: Environment;
  scopes: readonly Scope[];
  organization: { name: string; timeZone: string };
  /** The credits of the key's environment. */
  creditBalance: number;
}

/** Returns what a caller may know of its own key and organization. */
export async function getOwnKey(
  { organizations }: { organizations: Organizations },
  { apiKeyName, environment, scopes, organizationId, timeZone }: ApiCaller,
): Promise<OwnKeyView> {
  const [organization, balances] = await Promise.all([
    organizations.find(organizationId),
    organizations.balances(organizationId),
  ]);
  if (!organization || !balances) throw organizationNotFound();
  return {
    name: apiKeyName,
    environment,
    scopes,
    organization: { name: organization.name, timeZone },
    creditBalance: balances[environment],
  };
}
