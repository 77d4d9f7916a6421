/** One Redis, the master that a Sentinel group names, or a Cluster. */
export type RedisAddress =
  | { form: "server"; url: string }
  | SentinelAddress
  | ClusterAddress;

export interface SentinelAddress extends Encryptable {
  form: "sentinel";
  /** The sentinels. */
  hosts: RedisHost[];
  masterName: string;
  database: number;
  credentials: Credentials & { sentinelUsername?: string; sentinelPassword?: string };
}

export interface ClusterAddress extends Encryptable {
  form: "cluster";
  /** Some nodes of the cluster. The client finds the others. */
  hosts: RedisHost[];
  credentials: Credentials;
}

interface Encryptable {
  /** Whether all connections are encrypted. */
  tls: boolean;
}

/** As options of ioredis. */
interface Credentials {
  username?: string;
  password?: string;
}

export interface RedisHost {
  host: string;
  port: number;
}

const examples = {
  server: "redis://cache.example.com:6379",
  sentinel: "sentinel://:password@s1:26379,s2:26379,s3:26379/limits",
  cluster: "cluster://:password@r1:6379,r2:6379,r3:6379",
};

const anyExample = `must be a URL such as ${examples.server}, ${examples.sentinel} or ` +
  examples.cluster;

/** Scheme, user info, hosts, path and parameters. A comma or an @ in a password belongs to the user info. */
const parts = /^([a-z]+):\/\/(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/s;

/**
 * Parses REDIS_URL. Returns all problems, each as the end of a sentence that begins with the name of the setting. No
 * problem contains a part of the URL, because it may be a password.
 */
export function parseRedisUrl(
  text: string,
): { address: RedisAddress } | { problems: [string, ...string[]] } {
  const [, scheme = "", userInfo = "", hosts = "", path = "", query = ""] = parts.exec(text) ?? [];
  const problems: string[] = [];
  const complain = (problem: string) => void problems.push(problem);
  let address: RedisAddress | undefined;
  const tls = scheme.endsWith("s");
  if (scheme === "redis" || scheme === "rediss") address = serverOf(text, hosts, complain);
  else if (/^sentinels?$/.test(scheme)) {
    const credentials = credentialsOf(userInfo, complain);
    const parameters = parametersOf(query, ["sentinelUser", "sentinelPassword"], complain);
    const sentinelUsername = parameters.get("sentinelUser");
    const sentinelPassword = parameters.get("sentinelPassword");
    address = {
      form: "sentinel",
      tls,
      hosts: hostsOf(hosts, { example: examples.sentinel, defaultPort: 26379, complain }),
      ...masterOf(path, complain),
      credentials: {
        ...credentials,
        ...(sentinelUsername && { sentinelUsername }),
        ...(sentinelPassword && { sentinelPassword }),
      },
    };
  } else if (/^clusters?$/.test(scheme)) {
    const credentials = credentialsOf(userInfo, complain);
    parametersOf(query, [], complain);
    if (!/^\/?$/.test(path)) complain("must have no path: a cluster has only database 0");
    const options = { example: examples.cluster, defaultPort: 6379, complain };
    address = { form: "cluster", tls, credentials, hosts: hostsOf(hosts, options) };
  } else complain(anyExample);
  const [first, ...others] = problems;
  return first === undefined ? { address: address! } : { problems: [first, ...others] };
}

type Complain = (problem: string) => void;

function serverOf(url: string, hosts: string, complain: Complain): RedisAddress {
  if (hosts.includes(",")) {
    complain(
      "must name one host. Several are for a Sentinel group or a Cluster, such as " +
        `${examples.sentinel} or ${examples.cluster}`,
    );
  } else if (!URL.canParse(url)) complain(anyExample);
  return { form: "server", url };
}

function hostsOf(
  text: string,
  { example, defaultPort, complain }: { example: string; defaultPort: number; complain: Complain },
): RedisHost[] {
  const names = text.split(",");
  const hosts = names.map((name) => {
    const [, host = "", port = defaultPort] =
      /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d+))?$/i.exec(name) ?? [];
    return { host: host.replace(/[[\]]/g, "").toLowerCase(), port: Number(port) };
  });
  const isValid = ({ host, port }: RedisHost) => host !== "" && port >= 1 && port <= 65_535;
  if (names.some((name) => name === "" || name.startsWith(":"))) {
    complain(`must name a host before, between and after commas, such as ${example}`);
  } else if (!hosts.every(isValid)) {
    complain(`must list hosts as NAME or NAME:PORT, such as ${example}`);
  } else if (new Set(hosts.map(({ host, port }) => `${host} ${port}`)).size < hosts.length) {
    complain("must name each host once");
  }
  return hosts;
}

function masterOf(
  path: string,
  complain: Complain,
): Pick<SentinelAddress, "masterName" | "database"> {
  const [, masterName = "", database = "0"] = /^\/([\w.-]+)(?:\/(\d{1,4}))?$/.exec(path) ?? [];
  if (masterName === "") {
    complain(
      "must have the name of the master (as in sentinel.conf) and optionally a database as its " +
        `path, such as ${examples.sentinel} or ${examples.sentinel}/1`,
    );
  }
  return { masterName, database: Number(database) };
}

function credentialsOf(userInfo: string, complain: Complain): Credentials {
  const [, user = "", secret] = /^([^:]*)(?::(.*))?$/s.exec(userInfo) ?? [];
  if (user !== "" && secret === undefined) {
    complain("must have a colon before the password, such as :password@ or user:password@");
  }
  try {
    const [username, password] = [decodeURIComponent(user), decodeURIComponent(secret ?? "")];
    return { ...(username && { username }), ...(password && { password }) };
  } catch {
    complain("must have user and password percent-encoded: % is written %25");
    return {};
  }
}

function parametersOf(query: string, known: string[], complain: Complain): URLSearchParams {
  const parameters = new URLSearchParams(query);
  const names = [...parameters.keys()];
  if (names.some((name) => !known.includes(name))) {
    complain(
      known.length === 0
        ? "must have no parameters after a question mark"
        : `must have no other parameters than ${known.join(" and ")}`,
    );
  }
  if (new Set(names).size < names.length) complain("must have each parameter once");
  return parameters;
}

/** Returns the URL for display, without password and parameters. */
export function redisUrlText(url: string): string {
  const [, scheme, userInfo = "", hosts, path] = parts.exec(url) ?? [];
  if (scheme === undefined) return "(not a URL)";
  const [user, password] = userInfo.split(":", 2);
  const shown = userInfo === "" ? "" : `${user}${password === undefined ? "" : ":****"}@`;
  return `${scheme}://${shown}${hosts}${path}`;
}
