import { type Actor, operator, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { ApiKey, ApiKeyRef } from "./api_key.ts";

/**
 * Revokes a key. The next request with it, on every process, is refused with INVALID_API_KEY. Does nothing if the key
 * is already revoked. Throws API_KEY_NOT_FOUND, also for another organization's key.
 */
export async function revokeApiKey(
  { now, apiKeys }: Pick<Ports, "now" | "apiKeys">,
  key: ApiKeyRef,
  actor: Actor = operator,
): Promise<ApiKey> {
  const at = now();
  const apiKey = await apiKeys.change(
    key,
    (found) => found.revoke(at),
    (found, { revokedAt }) =>
      revokedAt ? null : recordOf(found, { actor, action: "api_key.revoked", at }),
  );
  if (!apiKey) throw apiKeyNotFound();
  return apiKey;
}

/** Makes the error of a key that does not exist. */
export function apiKeyNotFound(): DomainError {
  return new DomainError("API_KEY_NOT_FOUND", "No API key has this id");
}
