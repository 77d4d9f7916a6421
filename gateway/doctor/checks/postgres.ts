import { conclude, failing, type Finding, warning } from "../finding.ts";

/** A host of DATABASE_URL, as it answers or not. */
export interface PostgresHost {
  /** Such as `db1:5432`. */
  host: string;
  /** Why the host does not answer. */
  fault?: { why: string; fix: string };
  server?: { version: string; versionNumber: number; database: string; timeline: string | null };
}

const minVersion = 150_000;
/** The first version that the tests do not know. */
const newVersion = 190_000;

/**
 * Checks that Postgres answers and has a version that the service supports. Names the database that the other checks are
 * about.
 */
export function checkPostgres(hosts: readonly PostgresHost[]): Finding {
  const silent = hosts.flatMap(({ host, fault }) => fault ? [{ host, ...fault }] : []);
  const asText = silent.map(({ host, why }) => `${host}: ${why}`).join("; ");
  const { host, server } = primaryOf(hosts) ?? {};
  if (!server) return failing(asText, silent[0]!.fix);
  const { version, versionNumber, database } = server;
  const named = `PostgreSQL ${version}, database "${database}" at ${host},`;
  return conclude([
    silent.length > 0 && warning(`${named} answers; ${asText}`, silent[0]!.fix),
    versionNumber < minVersion && failing(
      `${named} is too old`,
      "Upgrade the server to PostgreSQL 15 to 18",
    ),
    versionNumber >= newVersion && warning(
      `${named} is newer than the versions that the service was tested with`,
      "Use PostgreSQL 15 to 18, or a newer version of the service",
    ),
  ], `${named} answers`);
}

/**
 * Returns the host whose server the other checks are about: the one that accepts writes and has the highest timeline, as
 * for the service. Without a primary it is the first that answers.
 */
export function primaryOf<H extends PostgresHost>(hosts: readonly H[]): H | undefined {
  const answering = hosts.filter(({ server }) => server);
  const timeline = ({ server }: H) => Number.parseInt(server?.timeline ?? "0", 16);
  return answering.toSorted((a, b) => timeline(b) - timeline(a))[0];
}
