import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { ApiKey } from "./api_key.ts";

/**
 * Revokes a key for good: the next request with it, on any process, is INVALID_API_KEY. Revoking it again
 * changes nothing. Throws API_KEY_NOT_FOUND.
 */
export async function revokeApiKey(
  { now, apiKeys }: Pick<Ports, "now" | "apiKeys">,
  id: number,
): Promise<ApiKey> {
  const apiKey = await apiKeys.change(id, (key) => key.revoke(now()));
  if (!apiKey) throw new DomainError("API_KEY_NOT_FOUND", "There is no API key with this id");
  return apiKey;
}
