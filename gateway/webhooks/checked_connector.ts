import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { createSecureContext } from "node:tls";
import { callbackify } from "node:util";
import { buildConnector } from "undici";
import { isPublicAddress, literalAddress } from "./address_check.ts";
import type { ResolveName } from "./resolve_name.ts";

/** A connection was not made because of where it would have gone. */
export class ForbiddenAddressError extends Error {
  override name = "ForbiddenAddressError";
}

/** A connection was not made because its name has no address. */
export class UnresolvedNameError extends Error {
  override name = "UnresolvedNameError";
}

/**
 * Makes TLS connections, each of which resolves its name once, goes ahead only if ALL addresses are public,
 * and then goes to exactly these: there is no second lookup that could say otherwise.
 */
export function createCheckedConnector(
  { allowsPrivateNetwork, resolveName, timeoutMs }: {
    allowsPrivateNetwork: boolean;
    resolveName: ResolveName;
    timeoutMs: number;
  },
): buildConnector.connector {
  const isAllowed = (address: string) => allowsPrivateNetwork || isPublicAddress(address);

  async function resolveChecked(name: string): Promise<LookupAddress[]> {
    const addresses = await resolveName(name).catch(() => []);
    if (addresses.length === 0) throw new UnresolvedNameError();
    if (!addresses.every(isAllowed)) throw new ForbiddenAddressError();
    return addresses.map((address) => ({ address, family: isIP(address) }));
  }
  const resolve = callbackify(resolveChecked);
  // Its options are of no matter: `autoSelectFamily` asks for the list of all addresses.
  const lookup: LookupFunction = (name, _options, callback) => resolve(name, callback);

  const connect = buildConnector({
    lookup,
    timeout: timeoutMs,
    allowH2: false,
    // Made once, not at each connection; the default authorities and NODE_EXTRA_CA_CERTS are in it.
    secureContext: createSecureContext(),
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot lift it.
    rejectUnauthorized: true,
    autoSelectFamily: true,
    // Node's 250 ms would give up receivers on the other side of the world.
    autoSelectFamilyAttemptTimeout: 1000,
  });

  return function connectChecked(options, callback) {
    // A literal address is never looked up, so it is judged here.
    const literal = literalAddress(options.hostname);
    if (literal === undefined || isAllowed(literal)) return connect(options, callback);
    queueMicrotask(() => callback(new ForbiddenAddressError(), null));
  };
}
