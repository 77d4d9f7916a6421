import { z } from "zod";
import { answering, changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { DomainError, validationError } from "../errors.ts";
import {
  booleanField,
  idInput,
  inSchema,
  parseInput,
  textField,
  wholeNumberField,
} from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { say } from "../messages.ts";
import type { Clock, Hashing, Randomness, SecretBox } from "../platform.ts";
import { randomBase62 } from "../random_text.ts";
import { requireVersion } from "../version.ts";
import { departmentIdsField, type DepartmentLookup, requireBindable } from "./bound_departments.ts";
import type { Caller, StaffCaller } from "./caller.ts";
import type { Organizations } from "./organization.ts";
import type {
  GroupRule,
  IdentityClient,
  IdentityProvider,
  IdentityProviders,
  ProviderAccess,
} from "./identity_provider.ts";
import { requireOrganization } from "./organizations.ts";
import { roleField } from "./team.ts";

const addressKeyLength = 22;
const linkLength = 32;
/** A one-time link ends this number of hours after it was made, like a one-time password. */
const linkHours = 7 * 24;
const maxRules = 100;

/** The provider as an OWNER sees it. The client secret is never shown. */
export interface IdentityProviderView {
  issuer: string;
  clientId: string;
  groupsClaim: string | null;
  groupRules: GroupRule[];
  ssoOnly: boolean;
  /** The path of the page where people sign in with the provider. */
  path: string;
  version: number;
}

type ProviderPorts = { identityProviders: IdentityProviders };

function toView(provider: IdentityProvider): IdentityProviderView {
  const { issuer, clientId, groupsClaim, groupRules, ssoOnly, version } = provider;
  const path = ssoPath(provider);
  return { issuer, clientId, groupsClaim, groupRules, ssoOnly, path, version };
}

/** Returns the path where the people of an organization sign in. */
export function ssoPath(
  { organizationId, addressKey }: Pick<IdentityProvider, "organizationId" | "addressKey">,
): string {
  return `/sso/${organizationId}-${addressKey}`;
}

/** Returns the path where the answers of an organization's provider arrive (core/access/README.md 15). */
export function ssoCallbackPath(
  { organizationId }: Pick<IdentityProvider, "organizationId">,
): string {
  return `/sso/${organizationId}/callback`;
}

/** The context that a client secret is encrypted for. */
export function clientSecretContext(organizationId: number): string {
  return `identity provider ${organizationId}`;
}

/** Returns a provider with its secret. */
export function accessTo(
  { secretBox }: { secretBox: SecretBox },
  { organizationId, issuer, clientId, groupsClaim, sealedSecret }: IdentityProvider,
): ProviderAccess {
  const clientSecret = secretBox.open(sealedSecret, clientSecretContext(organizationId));
  return { organizationId, issuer, clientId, groupsClaim, clientSecret };
}

/** Returns the provider of the caller's organization, null if there is none, and the staff users who are linked. */
export async function getIdentityProvider(
  { identityProviders }: ProviderPorts,
  { organizationId }: Pick<Caller, "organizationId">,
): Promise<{ provider: IdentityProviderView | null; linkedStaffUserIds: number[] }> {
  const found = await identityProviders.find(organizationId);
  if (!found) return { provider: null, linkedStaffUserIds: [] };
  const linkedStaffUserIds = await identityProviders.listLinked(organizationId, found.issuer);
  return { provider: toView(found), linkedStaffUserIds };
}

/** Input of the provider. Without `clientSecret` the present one stays. */
export const saveIdentityProviderInput = z.object({
  issuer: textField(500, "Issuer of the provider, an https address", "https://login.example.org")
    .min(1, inSchema("empty")),
  clientId: textField(255, "Client id at the provider").min(1, inSchema("empty")),
  clientSecret: textField(500, "Client secret at the provider").min(1, inSchema("empty")).nullish(),
  groupsClaim: textField(100, "Claim of the ID token with the groups").min(1, inSchema("empty"))
    .nullable(),
  groupRules: z
    .array(z.object({
      group: textField(255, "Name of the group at the provider").min(1, inSchema("empty")),
      role: roleField,
      departmentIds: departmentIdsField.transform((ids) => ids ?? null),
    }))
    .max(maxRules, inSchema("tooManyGroupRules", { max: maxRules })),
  ssoOnly: booleanField("Whether nobody can sign in in another way"),
  version: wholeNumberField(
    0,
    Infinity,
    "The version that was read, 0 if there was no provider; the save is refused if there is a newer one",
  ).optional(),
});

type SavePorts =
  & Clock
  & Randomness
  & DepartmentLookup
  & ProviderPorts
  & { organizations: Organizations; secretBox: SecretBox; identityClient: IdentityClient };

/**
 * Stores the provider of the caller's organization. Throws VALIDATION_ERROR, also if the provider cannot be reached, and
 * CONFLICT if SSO only is switched on without a session by the provider, if issuer or client change while it is on, or if
 * `version` is not the present one.
 */
export async function saveIdentityProvider(
  ports: SavePorts,
  caller: StaffCaller,
  input: unknown,
): Promise<IdentityProviderView> {
  const { version: read, ...wanted } = parseInput(saveIdentityProviderInput, input);
  const { organizationId, timeZone: _, actor } = caller;
  for (const rule of wanted.groupRules) await requireBindable(ports, organizationId, rule);
  if (wanted.groupRules.length > 0 && wanted.groupsClaim === null) {
    throw validationError({ field: "groupsClaim", message: say("groupsClaimNeeded") });
  }
  const present = await ports.identityProviders.find(organizationId);
  const version = present?.version ?? 0;
  requireVersion({ version }, read);
  const isSame = present?.issuer === wanted.issuer && present.clientId === wanted.clientId;
  if (wanted.ssoOnly && !(isSame && (present.ssoOnly || caller.bySso))) {
    throw new DomainError("CONFLICT", say("ssoOnlyNeedsSession"));
  }
  const { clientSecret, ...rest } = wanted;
  if (!clientSecret && !present) {
    throw validationError({ field: "clientSecret", message: say("empty") });
  }
  const provider: IdentityProvider = {
    ...rest,
    organizationId,
    addressKey: present?.addressKey ?? randomBase62(addressKeyLength, ports),
    sealedSecret: clientSecret
      ? ports.secretBox.seal(clientSecret, clientSecretContext(organizationId))
      : present!.sealedSecret,
    createdAt: present?.createdAt ?? ports.now(),
    version,
  };
  const refusal = await ports.identityClient.refusalOf(accessTo(ports, provider));
  if (refusal) throw validationError({ field: "issuer", message: refusal });
  const organization = await requireOrganization(ports, organizationId);
  const at = ports.now();
  const saved = await ports.identityProviders.save(
    provider,
    { endsSessions: present !== undefined && !isSame },
    (written, before) => {
      // The decisions above are about the provider that was read.
      requireVersion({ version: before?.version ?? 0 }, version);
      const changes = changesBetween<Partial<IdentityProvider>>(before ?? {}, written!, {
        fields: ["issuer", "clientId", "groupsClaim", "groupRules", "ssoOnly"],
      });
      // A secret has no values in the audit.
      if (clientSecret) changes.push({ field: "clientSecret" });
      const by = answering(actor, toView(written!));
      const action = { actor: by, action: "organization.sso_changed", changes, at } as const;
      return ifChanged(recordOf({ ...organization, organizationId }, action));
    },
  );
  return toView(saved);
}

/** Removes the provider of the caller's organization and ends the sessions that it began. Does nothing if there is none. */
export async function removeIdentityProvider(
  ports: Clock & ProviderPorts & { organizations: Organizations },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
): Promise<object> {
  const organization = await requireOrganization(ports, organizationId);
  const action = { actor: answering(actor, {}), action: "organization.sso_removed" } as const;
  const record = recordOf({ ...organization, organizationId }, { ...action, at: ports.now() });
  await ports.identityProviders.remove(organizationId, record);
  return {};
}

/**
 * Lets the staff of an organization sign in with passwords again (core/access/README.md 15). Only an operator calls it.
 * Throws ORGANIZATION_NOT_FOUND, or CONFLICT if it is not SSO only.
 */
export async function allowPasswords(
  ports: Clock & ProviderPorts & { organizations: Organizations },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
): Promise<{ id: number }> {
  const organization = await requireOrganization(ports, organizationId);
  const changes = [{ field: "ssoOnly", before: true, after: false }];
  const action = { actor, action: "organization.sso_changed", changes, at: ports.now() } as const;
  const record = recordOf({ ...organization, organizationId }, action);
  if (await ports.identityProviders.allowPasswords(organizationId, record)) {
    return { id: organizationId };
  }
  throw new DomainError("CONFLICT", say("notSsoOnly"));
}

/**
 * Makes a one-time link with which a staff user links an account at the provider. Returns its path, which is never
 * returned again, and its end, 7 days later and local to the organization. An earlier link ends. Throws
 * STAFF_USER_NOT_FOUND, or CONFLICT without a provider.
 */
export async function createSsoLink(
  ports: Clock & Randomness & Hashing & ProviderPorts,
  { organizationId, actor, timeZone }: Pick<Caller, "organizationId" | "actor" | "timeZone">,
  input: unknown,
): Promise<{ id: number; link: string; endsAt: string }> {
  const { id } = parseInput(idInput, input);
  const provider = await ports.identityProviders.find(organizationId);
  const secret = randomBase62(linkLength, ports);
  const at = ports.now();
  const endsAt = at.add({ hours: linkHours });
  const stored = { hash: await ports.sha256(secret), endsAt };
  const isAdded = await ports.identityProviders.addLink(
    { id, organizationId },
    stored,
    (user) => {
      // After the user was found: an id of another organization is unknown, with or without a provider.
      if (!provider) throw new DomainError("CONFLICT", say("noIdentityProvider"));
      return recordOf(user, { actor, action: "staff.sso_link_created", at });
    },
  );
  if (!isAdded) throw new DomainError("STAFF_USER_NOT_FOUND", say("staffUserNotFound"));
  const link = `${ssoPath(provider!)}?link=${secret}`;
  return { id, link, endsAt: formatInstant(endsAt, timeZone) };
}

/**
 * Removes the link between a staff user and the account at the provider, and ends the user's sessions by the provider.
 * Does nothing if there is none. Throws STAFF_USER_NOT_FOUND, or CONFLICT for the account of the own session.
 */
export async function unlinkStaffUser(
  ports: Clock & ProviderPorts & {
    staffUsers: { find(ref: { id: number; organizationId: number }): Promise<object | undefined> };
  },
  { organizationId, actor, staffUserId, bySso }: StaffCaller,
  input: unknown,
): Promise<{ id: number }> {
  const { id } = parseInput(idInput, input);
  if (id === staffUserId && bySso) throw new DomainError("CONFLICT", say("ownSsoSession"));
  if (!await ports.staffUsers.find({ id, organizationId })) {
    throw new DomainError("STAFF_USER_NOT_FOUND", say("staffUserNotFound"));
  }
  const by = answering(actor, { id });
  await ports.identityProviders.unlink(
    { id, organizationId },
    (user) => recordOf(user, { actor: by, action: "staff.sso_unlinked", at: ports.now() }),
  );
  return { id };
}
