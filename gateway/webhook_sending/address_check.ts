import { setTimeout as wait } from "node:timers/promises";
import { isPublicAddress, literalAddress } from "./public_address.ts";
import { createNameResolver, type ResolveName } from "./resolve_name.ts";

/** Judges where a webhook is to be sent, when its URL is saved. */
export interface AddressCheck {
  /** Why the URL cannot be saved, for the person who entered it; undefined when it can. Takes 2 s at most. */
  refusalOf(url: string): Promise<string | undefined>;
}

export interface AddressCheckOptions {
  /** Lifts the rule that addresses must be public; not that the URL must be https. */
  allowsPrivateNetwork: boolean;
  lookup?: ResolveName;
}

const maxUrlLength = 2048;
const resolvingMs = 2000;

/** The check that each new connection repeats, so that a name that changes later is safe too. */
export function createAddressCheck(
  { allowsPrivateNetwork, lookup = createNameResolver() }: AddressCheckOptions,
): AddressCheck {
  return {
    async refusalOf(text) {
      const url = URL.parse(text);
      const refusal = refusalOfForm(text, url);
      if (refusal !== undefined || allowsPrivateNetwork) return refusal;
      const { hostname } = url!;
      const literal = literalAddress(hostname);
      if (literal !== undefined) {
        return isPublicAddress(literal)
          ? undefined
          : `Must have a public address, which ${literal} is not`;
      }
      // Its addresses are not named: they would show what only our network resolves.
      const addresses = await resolveInTime(lookup, hostname);
      return addresses.every(isPublicAddress)
        ? undefined
        : "Must have a public address, which the addresses of this host name are not";
    },
  };
}

function refusalOfForm(text: string, url: URL | null): string | undefined {
  if (text.length > maxUrlLength) return `Must be at most ${maxUrlLength} characters`;
  if (url === null) return "Must be a URL such as https://example.com/webhooks";
  if (url.protocol !== "https:") return "Must begin with https://";
  if (url.username !== "" || url.password !== "") {
    return "Must not contain a user name or a password";
  }
  return undefined;
}

/** No addresses for a name that does not resolve, or not in time: it is accepted, and its attempts fail. */
async function resolveInTime(lookup: ResolveName, name: string): Promise<string[]> {
  const ended = new AbortController();
  try {
    const timeout = wait(resolvingMs, [], { signal: ended.signal });
    return await Promise.race([lookup(name), timeout]);
  } catch {
    return [];
  } finally {
    ended.abort();
  }
}
