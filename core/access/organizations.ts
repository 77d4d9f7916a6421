import { formatInstant } from "../local_date_time.ts";
import type { Balances, Organization, Organizations } from "./organization.ts";
import { DomainError } from "../errors.ts";
import { z } from "zod";
import { answering, changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import {
  inSchema,
  nameField,
  parseInput,
  rawField,
  timeZoneField,
  wholeNumberField,
} from "../input.ts";
import type { Caller } from "./caller.ts";
import { maxKeyDaysField } from "./key_end.ts";
import { type ApiKeys, type ApiKeyView, toApiKeyView } from "./api_key.ts";
import { requireVersion, versionField } from "../version.ts";
import type { Clock } from "../platform.ts";
import { type Role, roles } from "./staff_user.ts";
import { say } from "../messages.ts";

/** An organization as its staff see it; `createdAt` is local to its zone. */
export interface OrganizationView {
  id: number;
  name: string;
  timeZone: string;
  createdAt: string;
  /** The longest life of an API key in days; null if there is no maximum. */
  maxKeyDays: number | null;
  /** LIVE credits at which it is warned (core/credits/README.md 5); null for no warning. */
  lowCreditThreshold: number | null;
  /** The roles whose users need a second factor. */
  factorRequiredRoles: Role[];
  version: number;
}

/** Returns the caller's organization. */
export async function getOrganization(
  ports: { organizations: Organizations },
  { organizationId }: Pick<Caller, "organizationId">,
): Promise<OrganizationView> {
  return toOrganizationView(await requireOrganization(ports, organizationId));
}

/** Makes the view of an organization. */
function toOrganizationView(
  {
    id,
    name,
    timeZone,
    createdAt,
    maxKeyDays,
    lowCreditThreshold,
    factorRequiredRoles,
    version,
  }: Organization,
): OrganizationView {
  return {
    id,
    name,
    timeZone,
    createdAt: formatInstant(createdAt, timeZone),
    maxKeyDays,
    lowCreditThreshold,
    factorRequiredRoles,
    version,
  };
}

/** Lists every organization of the deployment by id. Only an operator calls it. */
export function listOrganizations(
  { organizations }: { organizations: Organizations },
): Promise<Organization[]> {
  return organizations.list();
}

/** Returns the credits of an organization by environment. Throws ORGANIZATION_NOT_FOUND. */
export async function getBalances(
  { organizations }: { organizations: Organizations },
  { organizationId }: Pick<Caller, "organizationId">,
): Promise<Balances> {
  const balances = await organizations.balances(organizationId);
  if (!balances) throw organizationNotFound();
  return balances;
}

/** Lists the API keys of an organization by id, revoked keys too. Throws ORGANIZATION_NOT_FOUND. */
export async function listApiKeys(
  ports: { organizations: Organizations; apiKeys: ApiKeys },
  { organizationId }: Pick<Caller, "organizationId">,
): Promise<ApiKeyView[]> {
  const { timeZone } = await requireOrganization(ports, organizationId);
  return (await ports.apiKeys.list(organizationId)).map((key) => toApiKeyView(key, timeZone));
}

/** Returns an organization. Throws ORGANIZATION_NOT_FOUND. */
export async function requireOrganization(
  { organizations }: { organizations: Organizations },
  id: number,
): Promise<Organization> {
  const organization = await organizations.find(id);
  if (!organization) throw organizationNotFound();
  return organization;
}

/** Makes the error of an organization that does not exist. */
export function organizationNotFound(): DomainError {
  return new DomainError("ORGANIZATION_NOT_FOUND", say("organizationNotFound"));
}

/** Input of a change. Only given fields change. */
export const updateOrganizationInput = z.object({
  name: nameField(255, "Name of the organization").nullish(),
  timeZone: timeZoneField.nullish(),
  maxKeyDays: maxKeyDaysField,
  lowCreditThreshold: wholeNumberField(1, 1_000_000_000, "LIVE credits at which to warn")
    .nullable().optional(),
  version: versionField,
});

/**
 * Changes the given fields of the caller's organization. A new zone keeps every wall time (core/access/README.md 1): an
 * appointment at 10:00 stays at 10:00 in the new zone. Throws VALIDATION_ERROR, or CONFLICT if `version` is not the
 * present one.
 */
export async function updateOrganization(
  { now, organizations }: Clock & { organizations: Organizations },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<OrganizationView> {
  const { name, timeZone, maxKeyDays, lowCreditThreshold, version } = parseInput(
    updateOrganizationInput,
    input,
  );
  return await changeOrganization({ now, organizations }, { organizationId, actor }, (found) => {
    requireVersion(found, version);
    found.name = name ?? found.name;
    found.timeZone = timeZone ?? found.timeZone;
    if (maxKeyDays !== undefined) found.maxKeyDays = maxKeyDays;
    if (lowCreditThreshold !== undefined) found.lowCreditThreshold = lowCreditThreshold;
  });
}

/** Input of the roles whose users need a second factor. */
export const requireFactorsInput = z.object({
  roles: z
    .array(rawField<Role>())
    .refine(
      (list) => list.every((role) => roles.some((one) => one === role)),
      inSchema("mustBe", { what: `a list of ${roles.join(", ")}` }),
    )
    .transform((list) => roles.filter((role) => list.includes(role))),
  version: versionField,
});

/**
 * Sets the roles whose users need a second factor. Whoever needs one and has none may only add it. Throws
 * VALIDATION_ERROR, or CONFLICT if `version` is not the present one.
 */
export async function requireFactors(
  ports: Clock & { organizations: Organizations },
  caller: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<OrganizationView> {
  const { roles: required, version } = parseInput(requireFactorsInput, input);
  return await changeOrganization(ports, caller, (found) => {
    requireVersion(found, version);
    found.factorRequiredRoles = required;
  });
}

async function changeOrganization(
  { now, organizations }: Clock & { organizations: Organizations },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  change: (organization: Organization) => void,
): Promise<OrganizationView> {
  const at = now();
  const fields = [
    "name",
    "timeZone",
    "maxKeyDays",
    "lowCreditThreshold",
    "factorRequiredRoles",
  ] as const;
  const organization = await organizations.change(organizationId, change, (changed, before) => {
    const changes = changesBetween(before, changed, { fields });
    const by = answering(actor, toOrganizationView(changed));
    const action = { actor: by, action: "organization.updated", changes, at } as const;
    return ifChanged(recordOf({ ...changed, organizationId }, action));
  });
  if (!organization) throw organizationNotFound();
  return toOrganizationView(organization);
}
