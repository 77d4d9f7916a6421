import { answering, changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { ApiKey, type ApiKeys, type ApiKeyView, toApiKeyView } from "./api_key.ts";
import { z } from "zod";
import { idField, idInput, nameField, parseInput } from "../input.ts";
import { renewedEnd } from "./key_end.ts";
import type { Organizations } from "./organization.ts";
import { requireOrganization } from "./organizations.ts";
import { generateKey, maskKey } from "./key_text.ts";
import { type Caller, type Operator, refFor } from "./caller.ts";
import type { Clock, Hashing, Randomness } from "../platform.ts";
import { say } from "../messages.ts";

/**
 * Revokes a key. The next request with it, on every process, is refused with INVALID_API_KEY. Does nothing if the key
 * is already revoked. Throws API_KEY_NOT_FOUND, also for another organization's key.
 */
export async function revokeApiKey(
  { now, apiKeys }: Clock & { apiKeys: ApiKeys },
  caller: Caller | Operator,
  input: unknown,
): Promise<ApiKeyView> {
  const { id } = parseInput(idInput, input);
  const { actor, timeZone } = caller;
  const at = now();
  const apiKey = await apiKeys.change(
    refFor(caller, id),
    (found) => found.revoke(at),
    (found, { revokedAt }) => {
      const by = answering(actor, toApiKeyView(found, timeZone));
      return revokedAt ? null : recordOf(found, { actor: by, action: "api_key.revoked", at });
    },
  );
  if (!apiKey) throw apiKeyNotFound();
  return toApiKeyView(apiKey, timeZone);
}

/** Makes the error of a key that does not exist. */
export function apiKeyNotFound(): DomainError {
  return new DomainError("API_KEY_NOT_FOUND", say("apiKeyNotFound"));
}

/** Input of a new name for a key. */
export const renameApiKeyInput = z.object({
  id: idField("Id of the API key"),
  name: nameField(255, "Name of the key"),
});

/** Renames a key, also a revoked key. Throws VALIDATION_ERROR or API_KEY_NOT_FOUND. */
export async function renameApiKey(
  { now, apiKeys }: Clock & { apiKeys: ApiKeys },
  { organizationId, actor, timeZone }: Caller,
  input: unknown,
): Promise<ApiKeyView> {
  const { id, name } = parseInput(renameApiKeyInput, input);
  const key = await apiKeys.change(
    { id, organizationId },
    (found) => void (found.name = name),
    (found, before) =>
      ifChanged(recordOf(found, {
        actor: answering(actor, toApiKeyView(found, timeZone)),
        action: "api_key.renamed",
        at: now(),
        changes: changesBetween(before, found, { fields: ["name"] }),
      })),
  );
  if (!key) throw apiKeyNotFound();
  return toApiKeyView(key, timeZone);
}

/**
 * Revokes a key and creates a new key with the same name, environment, scopes, limit, networks, cap, hourly window and
 * length of life, in one transaction: each request sees exactly one of the two as valid (core/access/README.md 6). Returns the new key
 * with its plaintext, which is never returned again. Throws API_KEY_NOT_FOUND, or CONFLICT if the key is revoked, also by
 * another rotation at the same time.
 */
export async function rotateApiKey(
  ports: Clock & Randomness & Hashing & { apiKeys: ApiKeys; organizations: Organizations },
  { organizationId, actor, timeZone }: Caller,
  input: unknown,
): Promise<ApiKeyView & { key: string }> {
  const ref = { ...parseInput(idInput, input), organizationId };
  const organization = await requireOrganization(ports, organizationId);
  let key = "";
  const replaced = async (old: ApiKey) => {
    if (!old.isActive) {
      throw new DomainError("CONFLICT", say("keyRevoked"));
    }
    const now = ports.now();
    old.revoke(now);
    key = generateKey(old.environment, ports);
    return new ApiKey({
      organizationId: old.organizationId,
      name: old.name,
      environment: old.environment,
      scopes: [...old.scopes],
      rateLimitPerHour: old.rateLimitPerHour,
      lineageId: old.lineageId,
      windowNumber: old.windowNumber,
      keyHash: await ports.sha256(key),
      maskedKey: maskKey(key),
      createdAt: now,
      expiresAt: renewedEnd(old, now, organization),
      allowedNetworks: old.allowedNetworks,
      dailyCreditCap: old.dailyCreditCap,
    });
  };
  const apiKey = await ports.apiKeys.replace(ref, replaced, (made, old) =>
    recordOf(made, {
      actor,
      action: "api_key.rotated",
      changes: [{ field: "replaces", before: old.id, after: made.id }],
      at: made.createdAt,
    }));
  if (!apiKey) throw apiKeyNotFound();
  return { ...toApiKeyView(apiKey, timeZone), key };
}
