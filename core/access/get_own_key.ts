import { z } from "zod";
import { type ApiCaller, scopes as allScopes } from "./api_key.ts";
import { environments } from "../environment.ts";
import type { Organizations } from "./organization.ts";
import { organizationNotFound } from "./organizations.ts";
import { count, text } from "../view_fields.ts";

/** An API key as its holder sees it. */
export const ownKeyView = z
  .object({
    name: text("Name of the key", "Website"),
    environment: z.enum(environments).meta({
      description: "Environment of the key",
      examples: ["LIVE"],
    }),
    scopes: z.array(z.enum(allScopes)).meta({ description: "What the key may do" }),
    organization: z
      .object({
        name: text("Name of the organization", "Demo City"),
        timeZone: z.string().min(1).meta({
          description: "IANA time zone of every local date-time",
          examples: ["Europe/Berlin"],
        }),
      })
      .meta({ description: "The organization of the key" }),
    creditBalance: count("Credits left in the environment of the key", 41),
  });
type OwnKeyView = z.output<typeof ownKeyView>;

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
    scopes: [...scopes],
    organization: { name: organization.name, timeZone },
    creditBalance: balances[environment],
  };
}
