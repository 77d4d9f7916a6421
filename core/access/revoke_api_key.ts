import { type Actor, operator, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { ApiKey, ApiKeyRef } from "./api_key.ts";

/**
 * Revokes a key for good: the next request with it, on any process, is INVALID_API_KEY. Revoking it again
 * changes nothing. Throws API_KEY_NOT_FOUND, for another organization's key too.
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

/** The refusal of an id that no key of the organization has. */
export function apiKeyNotFound(): DomainError {
  return new DomainError("API_KEY_NOT_FOUND", "There is no API key with this id");
}
