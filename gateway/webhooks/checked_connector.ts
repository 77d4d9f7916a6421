import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { createSecureContext } from "node:tls";
import { callbackify } from "node:util";
import { buildConnector } from "undici";
import { isPublicAddress, literalAddress } from "./address_check.ts";
import { skipContinue } from "./interim_answers.ts";
import type { ResolveName } from "./resolve_name.ts";

/** The address of a connection is not allowed. */
export class ForbiddenAddressError extends Error {
  override name = "ForbiddenAddressError";
}

/** A host name has no address. */
export class UnresolvedNameError extends Error {
  override name = "UnresolvedNameError";
}

/**
 * Creates a connector for TLS. Each connection resolves its name once, requires that ALL addresses are public, and
 * connects to exactly these. There is no second lookup that could return other addresses.
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
  // The options can be ignored: `autoSelectFamily` always requests all addresses.
  const lookup: LookupFunction = (name, _options, callback) => resolve(name, callback);

  const connect = buildConnector({
    lookup,
    timeout: timeoutMs,
    allowH2: false,
    // Created once, not for each connection. Contains the default authorities and NODE_EXTRA_CA_CERTS.
    secureContext: createSecureContext(),
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect.
    rejectUnauthorized: true,
    autoSelectFamily: true,
    // Node's default of 250 ms is too short for distant receivers.
    autoSelectFamilyAttemptTimeout: 1000,
  });

  return function connectChecked(options, callback) {
    // A literal address is never resolved, so it is checked here.
    const literal = literalAddress(options.hostname);
    if (literal !== undefined && !isAllowed(literal)) {
      return queueMicrotask(() => callback(new ForbiddenAddressError(), null));
    }
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) skipContinue(socket);
      callback(...result);
    });
  };
}
