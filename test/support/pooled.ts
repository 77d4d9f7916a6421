import type { Pooler } from "../../gateway/persistence/database/connections.ts";

/** How a service reaches a database. */
export interface Way {
  connectionString: string;
  directConnectionString?: string;
  pooler?: Pooler;
}

/** The ports of the run's server and of its PgBouncer, which its setup sets with TEST_POOLER. */
const ports = "TEST_POOLER_PORTS";

/** Lets `wayTo` lead through a pooler, in this process and in those that it starts. */
export function leadThrough(poolerUrl: string, serverUrl: string): void {
  process.env[ports] = [serverUrl, poolerUrl].map((url) => new URL(url).port).join(" ");
}

/**
 * Returns how a service reaches a database: directly, or with TEST_POOLER through the run's PgBouncer. URLs of other
 * servers and of proxies stay as they are.
 */
export function wayTo(databaseUrl: string): Way {
  const [serverPort, poolerPort] = process.env[ports]?.split(" ") ?? [];
  // With several hosts it is no URL of the standard, and leads to servers of the test's own.
  const url = URL.parse(databaseUrl);
  if (!url || poolerPort === undefined || url.port !== serverPort) {
    return { connectionString: databaseUrl };
  }
  url.port = poolerPort;
  return {
    connectionString: url.href,
    directConnectionString: databaseUrl,
    ...(process.env["TEST_POOLER"] === "transaction" && { pooler: "transaction" }),
  };
}

/** Returns how a service reaches a database through a proxy that is in front of `wayTo(databaseUrl)`. */
export function wayThrough(proxyUrl: string, databaseUrl: string): Way {
  return { ...wayTo(databaseUrl), connectionString: proxyUrl };
}

/** Returns the variables of a service that uses this database. */
export function variablesOf(databaseUrl: string): Record<string, string> {
  const { connectionString, directConnectionString, pooler } = wayTo(databaseUrl);
  return {
    DATABASE_URL: connectionString,
    ...(directConnectionString && { DATABASE_DIRECT_URL: directConnectionString }),
    ...(pooler && { DATABASE_POOLER: pooler }),
  };
}
