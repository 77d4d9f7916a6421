import { type Actor, operator, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import { ApiKey, type ApiKeyRef, generateKey, maskKey } from "./api_key.ts";
import { apiKeyNotFound } from "./revoke_api_key.ts";

/**
 * Revokes a key and creates a new key with the same name, environment, scopes, limit and hourly window, in one
 * transaction: each request sees exactly one of the two as valid (core/access/README.md 6). Returns the new key with
 * its plaintext, which is never returned again. Throws API_KEY_NOT_FOUND, or CONFLICT if the key is revoked, also by
 * another rotation at the same time.
 */
export async function rotateApiKey(
  ports: Pick<Ports, "now" | "randomBytes" | "sha256" | "apiKeys">,
  ref: ApiKeyRef,
  actor: Actor = operator,
): Promise<{ apiKey: ApiKey; key: string }> {
  let key = "";
  const replaced = async (old: ApiKey) => {
    if (!old.isActive) {
      throw new DomainError("CONFLICT", "The API key is revoked. Create a new key instead.");
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
      keyHash: await ports.sha256(key),
      maskedKey: maskKey(key),
      createdAt: now,
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
  return { apiKey, key };
}
