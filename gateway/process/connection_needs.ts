import type { Logger } from "pino";
import type { Persistence } from "../persistence/mod.ts";
import type { Configuration } from "./configuration.ts";
import { pooledConnections, processesOf } from "./database.ts";

// Besides the pools of a service: locks, listeners, migrations and the command line.
const otherConnections = 10;

/** The connections that the services of one database may open, if each is configured like this one. */
export interface ConnectionNeeds {
  services: number;
  perService: number;
  databasePoolSize: number;
  /** Processes of one service that have pools. */
  processes: number;
}

/** Returns the needs of the services whose HTTP processes run now, and at least those of one service. */
export function connectionNeeds(
  configuration: Configuration,
  servingProcesses: number,
): ConnectionNeeds {
  const { httpProcesses, databasePoolSize } = configuration;
  return {
    services: Math.max(1, Math.ceil(servingProcesses / httpProcesses)),
    perService: pooledConnections(configuration) + otherConnections,
    databasePoolSize,
    processes: processesOf(configuration),
  };
}

/** Returns what is wrong and how to fix it, if the server allows fewer connections than the services may open. */
export function missingConnections(
  { services, perService, databasePoolSize, processes }: ConnectionNeeds,
  maxConnections: number,
): { finding: string; fix: string } | undefined {
  const needed = services * perService;
  if (needed <= maxConnections) return undefined;
  const poolSize = databasePoolSize -
    Math.ceil((needed - maxConnections) / (services * processes));
  const raise = `raise max_connections by ${needed - maxConnections}`;
  const who = services === 1 ? "this service" : `the ${services} services that run`;
  return {
    finding: `${who} may open ${needed} connections, and the server allows ${maxConnections}`,
    fix: poolSize < 1
      ? `Run fewer services, or ${raise}`
      : `Lower DATABASE_POOL_SIZE of each service from ${databasePoolSize} to ${poolSize}, or ${raise}`,
  };
}

/** Warns before all services together use up the connections of the server. Behind a pooler, its own limit counts. */
export async function warnOfConnections(
  configuration: Configuration,
  persistence: Pick<Persistence, "connectionFacts">,
  log: Pick<Logger, "warn">,
): Promise<void> {
  if (configuration.databaseDirectUrls) return;
  const { maxConnections, servingProcesses } = await persistence.connectionFacts();
  const missing = missingConnections(
    connectionNeeds(configuration, servingProcesses),
    maxConnections,
  );
  if (missing) log.warn({ fix: missing.fix }, missing.finding);
}
