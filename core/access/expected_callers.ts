import type { ApiCaller } from "./api_key.ts";

/**
 * Remembers the caller of each key, so that a read can start while its key is being checked. A remembered caller is an
 * expectation and proves nothing: the key may have been revoked since. So every request checks its key, and uses what
 * was read early only if the checked caller is the expected one.
 */
export interface ExpectedCallers {
  get(keyHash: string): ApiCaller | undefined;
  /** Notes the result of a check; undefined if the key is unknown, revoked or ended. */
  note(keyHash: string, caller: ApiCaller | undefined): void;
}

/** Creates an empty memory. It forgets the key that was added first when it has more than `max`. */
export function createExpectedCallers(max = 10_000): ExpectedCallers {
  const callers = new Map<string, ApiCaller>();
  return {
    get: (keyHash) => callers.get(keyHash),
    note(keyHash, caller) {
      if (!caller) callers.delete(keyHash);
      else callers.set(keyHash, caller);
      if (callers.size > max) callers.delete(callers.keys().next().value!);
    },
  };
}

/** Returns whether two callers are the same in every field. */
export function isSameCaller(one: ApiCaller, other: ApiCaller): boolean {
  return one.apiKeyId === other.apiKeyId && one.apiKeyName === other.apiKeyName &&
    one.lineageId === other.lineageId && one.organizationId === other.organizationId &&
    one.timeZone === other.timeZone && one.environment === other.environment &&
    one.windowNumber === other.windowNumber &&
    one.rateLimitPerHour === other.rateLimitPerHour &&
    one.dailyCreditCap === other.dailyCreditCap &&
    one.allowedNetworks === other.allowedNetworks &&
    one.scopes.join() === other.scopes.join();
}
