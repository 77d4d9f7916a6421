import type { Logger } from "pino";
import type { Persistence, RunningProcesses, ServiceSize } from "../persistence/mod.ts";
import type { Configuration } from "./configuration.ts";
import { pooledConnections, processesOf } from "./database.ts";

// Besides the pools of a service: locks, listeners, migrations and the command line.
const otherConnections = 10;

/** The connections that the services of one database may open. */
export interface ConnectionNeeds {
  /** Services and separate workers that run, and at least one. */
  services: number;
  /** The connections that all of them may open. */
  needed: number;
  /** Pools of `DATABASE_POOL_SIZE` that all of them have; null if some are configured in another way than this service. */
  pools: number | null;
  /** The connections that a service configured like this one may open. */
  perService: number;
  databasePoolSize: number;
}

/** Returns what the heartbeats of a service say about it. */
export function serviceSizeOf(configuration: Configuration): ServiceSize {
  return {
    connections: pooledConnections(configuration) + otherConnections,
    processes: configuration.httpProcesses,
  };
}

/** Returns what the heartbeats of a separate worker say about it. It is one process. */
export function workerSizeOf(configuration: Configuration): ServiceSize {
  return serviceSizeOf({ ...configuration, httpProcesses: 1 });
}

/**
 * Returns the needs of the services that run, and at least those of one like this one. Processes of the version before do
 * not write the size of their service, and count as if it were configured like this one.
 */
export function connectionNeeds(
  configuration: Configuration,
  running: readonly RunningProcesses[],
): ConnectionNeeds {
  const own = serviceSizeOf(configuration);
  const groups = running.map(({ count, size }) => {
    const { connections, processes } = size ?? own;
    const services = Math.ceil(count / processes);
    const isLikeThis = connections === own.connections && processes === own.processes;
    const pools = isLikeThis ? services * processesOf({ httpProcesses: processes }) : null;
    return { services, needed: services * connections, pools };
  });
  const alone = {
    services: 1,
    needed: own.connections,
    pools: processesOf({ httpProcesses: own.processes }),
  };
  const none = { services: 0, needed: 0, pools: 0 as number | null };
  const all = groups.reduce((sum, one) => ({
    services: sum.services + one.services,
    needed: sum.needed + one.needed,
    pools: sum.pools === null || one.pools === null ? null : sum.pools + one.pools,
  }), none);
  return {
    ...(all.needed < alone.needed ? alone : all),
    perService: own.connections,
    databasePoolSize: configuration.databasePoolSize,
  };
}

/** Returns what is wrong and how to fix it, if the server allows fewer connections than the services may open. */
export function missingConnections(
  { services, needed, pools, databasePoolSize }: ConnectionNeeds,
  maxConnections: number,
): { finding: string; fix: string } | undefined {
  const missing = needed - maxConnections;
  if (missing <= 0) return undefined;
  const raise = `raise max_connections by ${missing}`;
  const who = services === 1 ? "one service" : `the ${services} services and workers that run`;
  const finding = `${who} may open ${needed} connections, and the server allows ${maxConnections}`;
  if (pools === null) {
    const lower = `Lower DATABASE_POOL_SIZE of some services until the sum is ${missing} less`;
    return { finding, fix: `${lower}, or ${raise}` };
  }
  const less = Math.ceil(missing / pools);
  const poolSize = databasePoolSize - less;
  return {
    finding,
    fix: poolSize < 1
      ? `Run fewer services, or ${raise}`
      : `Lower DATABASE_POOL_SIZE of each service by ${less}, here from ${databasePoolSize} to ${poolSize}, or ${raise}`,
  };
}

/** Warns before all services together use up the connections of the server. Behind a pooler, its own limit counts. */
export async function warnOfConnections(
  configuration: Configuration,
  persistence: Pick<Persistence, "connectionFacts">,
  log: Pick<Logger, "warn">,
): Promise<void> {
  if (configuration.databaseDirectUrls) return;
  const { maxConnections, running } = await persistence.connectionFacts();
  const missing = missingConnections(connectionNeeds(configuration, running), maxConnections);
  if (missing) log.warn({ fix: missing.fix }, missing.finding);
}
