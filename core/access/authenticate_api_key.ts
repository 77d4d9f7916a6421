import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import { type ApiCaller, isWellFormedKey, type Scope } from "./api_key.ts";

/**
 * Returns the caller of an `X-API-Key` header. Throws MISSING_API_KEY for an absent or empty header and
 * INVALID_API_KEY for an unknown or revoked key.
 */
export async function authenticateApiKey(
  { sha256, apiKeys }: Pick<Ports, "sha256" | "apiKeys">,
  key: string | null | undefined,
): Promise<ApiCaller> {
  if (!key) throw new DomainError("MISSING_API_KEY", "Send your API key in the X-API-Key header");
  const caller = isWellFormedKey(key) ? await apiKeys.findCaller(await sha256(key)) : undefined;
  if (!caller) throw new DomainError("INVALID_API_KEY", "The API key is unknown or revoked");
  return caller;
}

/** Throws INSUFFICIENT_SCOPE unless the caller has one of the scopes. */
export function requireScope(caller: ApiCaller, anyOf: readonly Scope[]): void {
  if (anyOf.some((scope) => caller.scopes.includes(scope))) return;
  throw new DomainError("INSUFFICIENT_SCOPE", `The API key needs the scope ${anyOf.join(" or ")}`);
}
