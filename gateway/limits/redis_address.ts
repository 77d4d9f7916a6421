/** One Redis, the master that a Sentinel group names, or a Cluster. */
export type RedisAddress =
  | { form: "server"; url: string }
  | SentinelAddress
  | ClusterAddress;

export interface SentinelAddress extends Credentials {
  form: "sentinel";
  /** The sentinels. */
  hosts: RedisHost[];
  masterName: string;
  database: number;
  sentinelUser: string | undefined;
  sentinelPassword: string | undefined;
}

export interface ClusterAddress extends Credentials {
  form: "cluster";
  /** Some nodes of the cluster. The client finds the others. */
  hosts: RedisHost[];
}

interface Credentials {
  user: string | undefined;
  password: string | undefined;
  /** Whether all connections are encrypted. */
  tls: boolean;
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
  if (scheme === "redis" || scheme === "rediss") address = serverOf(text, hosts, complain);
  else if (/^sentinels?$/.test(scheme)) {
    const credentials = { ...credentialsOf(userInfo, complain), tls: scheme === "sentinels" };
    const parameters = parametersOf(query, ["sentinelUser", "sentinelPassword"], complain);
    address = {
      form: "sentinel",
      ...credentials,
      hosts: hostsOf(hosts, { example: examples.sentinel, defaultPort: 26379, complain }),
      ...masterOf(path, complain),
      sentinelUser: parameters.get("sentinelUser") || undefined,
      sentinelPassword: parameters.get("sentinelPassword") || undefined,
    };
  } else if (/^clusters?$/.test(scheme)) {
    const credentials = { ...credentialsOf(userInfo, complain), tls: scheme === "clusters" };
    parametersOf(query, [], complain);
    if (!/^\/?$/.test(path)) complain("must have no path: a cluster has only database 0");
    address = {
      form: "cluster",
      ...credentials,
      hosts: hostsOf(hosts, { example: examples.cluster, defaultPort: 6379, complain }),
    };
  } else complain(anyExample);
  const [first, ...others] = problems;
  if (first !== undefined) return { problems: [first, ...others] };
  return { address: address! };
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
  { example, defaultPort, complain }: {
    example: string;
    defaultPort: number;
    complain: Complain;
  },
): RedisHost[] {
  const names = text.split(",");
  if (names.some((name) => name === "" || name.startsWith(":"))) {
    complain(`must name a host before, between and after commas, such as ${example}`);
    return [];
  }
  if (!names.every((name) => /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(name) && portOf(name))) {
    complain(`must list hosts as NAME or NAME:PORT, such as ${example}`);
    return [];
  }
  const hosts = names.map((name) => ({
    host: name.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1").toLowerCase(),
    port: Number(/:(\d+)$/.exec(withoutBrackets(name))?.[1] ?? defaultPort),
  }));
  const distinct = new Set(hosts.map(({ host, port }) => `${host} ${port}`));
  if (distinct.size < hosts.length) complain("must name each host once");
  return hosts;
}

/** Whether the host has no port or a valid one. */
function portOf(name: string): boolean {
  const port = Number(/:(\d+)$/.exec(withoutBrackets(name))?.[1] ?? 1);
  return port >= 1 && port <= 65_535;
}

/** Removes an IPv6 address, whose colons are not in front of a port. */
function withoutBrackets(name: string): string {
  return name.replace(/^\[.*\]/, "");
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

function credentialsOf(
  userInfo: string,
  complain: Complain,
): Pick<Credentials, "user" | "password"> {
  const [, user = "", password] = /^([^:]*)(?::(.*))?$/s.exec(userInfo) ?? [];
  if (user !== "" && password === undefined) {
    complain("must have a colon before the password, such as :password@ or user:password@");
  }
  return { user: decoded(user, complain), password: decoded(password ?? "", complain) };
}

function decoded(text: string, complain: Complain): string | undefined {
  try {
    return decodeURIComponent(text) || undefined;
  } catch {
    complain("must have user and password percent-encoded: % is written %25");
    return undefined;
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
