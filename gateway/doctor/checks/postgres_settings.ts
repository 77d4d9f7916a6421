import { type ConnectionNeeds, missingConnections } from "../../process/connection_needs.ts";
import { conclude, failing, type Finding, warning } from "../finding.ts";

/** The settings of the server, and the connections that the service needs. */
export interface SettingsFacts {
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  encoding: string;
  triggers: string;
  /** Connections that the service may open. Undefined behind a pooler, which has its own limit. */
  maxConnections: number | undefined;
  needs: ConnectionNeeds;
}

/** Checks that the server keeps what it has committed, and that the pools of all services that run fit. */
export function checkPostgresSettings(facts: SettingsFacts): Finding {
  const { fsync, fullPageWrites, synchronousCommit, maxConnections, needs } = facts;
  const { perService } = needs;
  const missing = maxConnections === undefined || maxConnections < perService
    ? undefined
    : missingConnections(needs, maxConnections);
  return conclude([
    fsync !== "on" && failing(
      "fsync is off: a crash of the machine can damage the database",
      "Set fsync = on in postgresql.conf",
    ),
    fullPageWrites !== "on" && failing(
      "full_page_writes is off: a crash of the machine can damage the database",
      "Set full_page_writes = on in postgresql.conf",
    ),
    synchronousCommit !== "on" && synchronousCommit !== "remote_apply" && warning(
      `synchronous_commit is ${synchronousCommit}; the service sets it to on for its own sessions only`,
      "Set synchronous_commit = on for the server, the database and the role",
    ),
    facts.encoding !== "UTF8" && failing(
      `the encoding of the database is ${facts.encoding}`,
      "Create the database with the encoding UTF8",
    ),
    facts.triggers !== "origin" && failing(
      `session_replication_role is ${facts.triggers}, which switches triggers off`,
      "Reset session_replication_role of the role or the database",
    ),
    maxConnections !== undefined && maxConnections < perService && failing(
      `the server allows ${maxConnections} connections, and one service needs ${perService}`,
      "Raise max_connections, or lower DATABASE_POOL_SIZE or HTTP_PROCESSES",
    ),
    missing && warning(missing.finding, missing.fix),
  ], connectionsText(facts));
}

function connectionsText({ maxConnections, needs }: SettingsFacts): string {
  const safe = "fsync, full_page_writes and synchronous_commit are on";
  if (maxConnections === undefined) return `${safe}; the pooler limits the connections`;
  const { services, needed, perService } = needs;
  const all = services > 1
    ? `the ${services} services and workers that run may open ${needed}`
    : `one service needs ${perService}`;
  return `${safe}; ${maxConnections} connections are allowed, and ${all}`;
}
