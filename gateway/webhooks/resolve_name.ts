import { lookup, Resolver } from "node:dns/promises";

/** Returns the IP addresses of a host name. Rejects if there are none. */
export type ResolveName = (name: string) => Promise<string[]>;

// The second try waits twice as long. Node checks these times once a second, so a silent server takes up to 4 s. A later
// answer would be too late for a delivery.
const queries = { timeout: 1000, tries: 2 };

/** Other name servers than the machine's, for tests. */
export interface NameServers {
  servers?: string[];
  lookUpInSystem?: ResolveName;
}

/**
 * Creates a resolver that queries DNS first and then the system. The system's resolver occupies one of libuv's four
 * threads for 10 s and more if a name server is silent: four such names would block every lookup, file access and
 * password hash of the process. So it gets only names that DNS does not know (in the hosts file, `localhost`), one at a
 * time.
 */
export function createNameResolver(
  { servers, lookUpInSystem = lookUpInThisSystem }: NameServers = {},
): ResolveName {
  const lookups = new Map<string, Promise<string[]>>();
  let lastLookup: Promise<unknown> = Promise.resolve();

  /** Concurrent attempts for one name share a lookup, because they can come faster than its answer. */
  function resolveBySystem(name: string): Promise<string[]> {
    const shared = lookups.get(name);
    if (shared) return shared;
    const found = lastLookup.then(() => lookUpInSystem(name));
    lookups.set(name, found);
    lastLookup = found.catch(() => {}).finally(() => lookups.delete(name));
    return found;
  }

  return async function resolveName(name) {
    // The trailing dot of an absolute name belongs to DNS. The hosts file does not have it.
    const plain = name.replace(/\.$/, "");
    // By RFC 6761, no name under `invalid` exists. So nobody is asked for the demo's webhook, which has such a name.
    if (plain.endsWith(".invalid")) throw new Error("No name under .invalid exists");
    const isLocal = !plain.includes(".");
    return (isLocal ? undefined : await resolveByDns(plain, servers)) ?? resolveBySystem(plain);
  };
}

async function lookUpInThisSystem(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/** Returns the IPv4 and IPv6 addresses, or undefined if DNS has none. Rejects if DNS does not answer. */
async function resolveByDns(
  name: string,
  servers: string[] | undefined,
): Promise<string[] | undefined> {
  // A new resolver each time reads the current configuration.
  const resolver = new Resolver(queries);
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => answer.status === "fulfilled" ? answer.value : []);
  if (addresses.length > 0) return addresses;
  for (const answer of answers) {
    if (answer.status === "rejected" && answer.reason.code === "ETIMEOUT") throw answer.reason;
  }
  return undefined;
}
