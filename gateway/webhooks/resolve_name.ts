import { lookup, Resolver } from "node:dns/promises";

/** The IP addresses of a host name; rejects where there are none. */
export type ResolveName = (name: string) => Promise<string[]>;

// A second question waits twice as long. Node looks at these times once a second, so that silence may take
// 4 s; later than that an answer would be of no use to a delivery.
const questions = { timeout: 1000, tries: 2 };

/** Where names are asked for, if not where this machine does. */
export interface NameServers {
  servers?: string[];
  askSystem?: ResolveName;
}

/**
 * Resolves as the system does, but asks DNS itself first. The system's resolver holds a thread of libuv's
 * pool of four until it gives up, 10 s and more: four names whose servers are silent would stop every other
 * lookup, file access and password of the process. So it is asked only for what DNS does not know (a name
 * in the hosts file, `localhost`), one name at a time.
 */
export function createNameResolver(
  { servers, askSystem = askThisSystem }: NameServers = {},
): ResolveName {
  const asking = new Map<string, Promise<string[]>>();
  let lastAsked: Promise<unknown> = Promise.resolve();

  /** Attempts come faster than a slow answer, so those that wait for one name share it. */
  function resolveBySystem(name: string): Promise<string[]> {
    const shared = asking.get(name);
    if (shared) return shared;
    const found = lastAsked.then(() => askSystem(name));
    asking.set(name, found);
    lastAsked = found.catch(() => {}).finally(() => asking.delete(name));
    return found;
  }

  return async function resolveName(name) {
    // The dot that makes a name absolute is DNS's own; the hosts file does not know it.
    const plain = name.replace(/\.$/, "");
    const isLocal = !plain.includes(".");
    return (isLocal ? undefined : await resolveByDns(plain, servers)) ?? resolveBySystem(plain);
  };
}

async function askThisSystem(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/** The addresses of both families; undefined where DNS knows none. Rejects where it is silent. */
async function resolveByDns(
  name: string,
  servers: string[] | undefined,
): Promise<string[] | undefined> {
  // A new one each time, so that it knows the servers that are configured now.
  const resolver = new Resolver(questions);
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => answer.status === "fulfilled" ? answer.value : []);
  if (addresses.length > 0) return addresses;
  for (const answer of answers) {
    if (answer.status === "rejected" && answer.reason.code === "ETIMEOUT") throw answer.reason;
  }
  return undefined;
}
