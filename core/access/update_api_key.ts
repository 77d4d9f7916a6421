import { z } from "zod";
import { answering, changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { idField, nameField, parseInput } from "../input.ts";
import { requireVersion, versionField } from "../version.ts";
import { type ApiKey, type ApiKeys, type ApiKeyView, toApiKeyView } from "./api_key.ts";
import { apiKeyNotFound } from "./change_api_keys.ts";
import {
  auditedLimits,
  capOf,
  dailyCapField,
  rateLimitField,
  scopesField,
} from "./create_api_key.ts";
import { changedEnd, keyEndField } from "./key_end.ts";
import { networksField, networksOrAll } from "./networks.ts";
import type { Organizations } from "./organization.ts";
import { requireOrganization } from "./organizations.ts";
import type { Caller } from "./caller.ts";
import type { Clock } from "../platform.ts";
import { say } from "../messages.ts";

/** Input of a change of a key. Only given fields change. */
export const updateApiKeyInput = z.object({
  id: idField("Id of the API key"),
  name: nameField(255, "Name of the key").nullish(),
  scopes: scopesField.nullish(),
  rateLimitPerHour: rateLimitField.nullish(),
  expiresAt: keyEndField,
  allowedNetworks: networksField,
  dailyCreditCap: dailyCapField,
  version: versionField,
});

/**
 * Changes the name, scopes, limit, end, networks and cap of a key that is not revoked. They hold from the next request with it, on
 * every process. Another limit starts a new hourly window. Throws VALIDATION_ERROR, API_KEY_NOT_FOUND, or CONFLICT if
 * the key is revoked or `version` is not the present one.
 */
export async function updateApiKey(
  { now, apiKeys, organizations }: Clock & { apiKeys: ApiKeys; organizations: Organizations },
  { organizationId, actor, timeZone }: Caller,
  input: unknown,
): Promise<ApiKeyView> {
  const wanted = parseInput(updateApiKeyInput, input);
  const {
    id,
    version,
    name,
    scopes,
    rateLimitPerHour,
    expiresAt,
    allowedNetworks,
    dailyCreditCap,
  } = wanted;
  const rules = expiresAt === undefined
    ? undefined
    : await requireOrganization({ organizations }, organizationId);
  const apply = (found: ApiKey) => {
    if (!found.isActive) {
      throw new DomainError("CONFLICT", say("keyRevoked"));
    }
    requireVersion(found, version);
    found.name = name ?? found.name;
    found.scopes = scopes ?? found.scopes;
    found.setLimit(rateLimitPerHour ?? found.rateLimitPerHour);
    if (rules) found.expiresAt = changedEnd(found, expiresAt ?? null, { now: now(), rules });
    if (allowedNetworks !== undefined) found.allowedNetworks = networksOrAll(allowedNetworks);
    if (dailyCreditCap !== undefined) {
      found.dailyCreditCap = capOf(found.environment, dailyCreditCap);
    }
  };
  const fields = ["name", ...auditedLimits] as const;
  const key = await apiKeys.change({ id, organizationId }, apply, (after, before) => {
    const view = toApiKeyView(after, timeZone);
    const changes = changesBetween(toApiKeyView(before, timeZone), view, { fields });
    const by = answering(actor, view);
    return ifChanged(
      recordOf(after, { actor: by, action: "api_key.updated", changes, at: now() }),
    );
  });
  if (!key) throw apiKeyNotFound();
  return toApiKeyView(key, timeZone);
}
