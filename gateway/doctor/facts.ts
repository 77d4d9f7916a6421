import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { idempotencyHours, maxClockDifference, secretContext } from "../../core/mod.ts";
import { mailServerFault } from "../email/mod.ts";
import { askRedis, type RedisState } from "../limits/mod.ts";
import {
  type ArchiveFacts,
  type BackupMarks,
  createDiagnosis,
  type DeliveryQueueFacts,
  type Diagnosis,
  type HousekeepingFacts,
  type MigrationFacts,
  type ReplicationFacts,
  type RollupFacts,
  type ServerFacts,
  type TableFacts,
} from "../persistence/mod.ts";
import { type CertificateOwner, certificateReads } from "../process/certificate_ends.ts";
import type { Configuration } from "../process/configuration.ts";
import { connectionNeeds } from "../process/connection_needs.ts";
import { hasEmbeddedPostgres, openEmbedded } from "../process/database.ts";
import { createLog } from "../process/log.ts";
import { findSecrets, secretsPath } from "../process/secrets.ts";
import { databaseFault } from "../process/start_fault.ts";
import { unknownSettings } from "../process/unknown_settings.ts";
import { createSecretBox, type EncryptionKey } from "../security/secret_box.ts";
import type { CertificateFacts } from "./checks/certificates.ts";
import type { ClockDifference } from "./checks/clocks.ts";
import type { ConfigurationFacts } from "./checks/configuration.ts";
import type { DiskFacts } from "./checks/disk.ts";
import type { DirectFacts, PoolerFacts } from "./checks/pooler.ts";
import { type PostgresHost, primaryOf } from "./checks/postgres.ts";
import type { SettingsFacts } from "./checks/postgres_settings.ts";
import type { ReportingFacts } from "./checks/reporting.ts";
import type { SecretsFacts } from "./checks/secrets.ts";
import { readUsable } from "./usable_configuration.ts";

/** The time limit of each read. */
const maxMs = 5000;
/** Starting the embedded Postgres, which may have to recover after a crash. */
const maxStartMs = 60_000;
/** The code of Postgres for a table that does not exist. */
const noTable = "42P01";

/** Thrown by a read that is not possible because of something that another check reports. */
export class NotCheckedError extends Error {
  override name = "NotCheckedError";
}

/** What the checks are about. Each read may throw, and none depends on the result of another check. */
export interface Facts extends AsyncDisposable {
  configuration(): ConfigurationFacts;
  hosts(): Promise<PostgresHost[]>;
  settings(): Promise<SettingsFacts>;
  pooler(): Promise<PoolerFacts>;
  migrations(): Promise<MigrationFacts>;
  replication(): Promise<ReplicationFacts>;
  /** Null if the server archives nothing. */
  archive(): Promise<ArchiveFacts | null>;
  backupMarks(): Promise<BackupMarks>;
  /** Undefined without REPORTING_DATABASE_URL. */
  reporting(): Promise<ReportingFacts | undefined>;
  /** Undefined without REDIS_URL. */
  redis(): Promise<RedisState | { fault: string } | undefined>;
  /** Undefined without SMTP_URL. */
  email(): Promise<{ fault: string | undefined } | undefined>;
  /** Without the owners that are not reached over TLS. */
  certificates(): Promise<CertificateFacts[]>;
  clocks(): Promise<{ differences: ClockDifference[]; refusedMs: number }>;
  secrets(): Promise<SecretsFacts>;
  disk(): Promise<DiskFacts>;
  tables(): Promise<TableFacts[]>;
  deliveries(): Promise<DeliveryQueueFacts>;
  housekeeping(): Promise<HousekeepingFacts & { keyHours: number }>;
  rollups(): Promise<RollupFacts>;
}

/** Opens the reads. Asks the hosts of the database first, which starts the embedded Postgres if it does not run. */
export async function openFacts(
  environment: NodeJS.ProcessEnv,
  { signal }: { signal: AbortSignal },
): Promise<Facts> {
  const { configuration, problems } = readUsable(environment);
  const isInvalid = (name: string) => problems.some((problem) => problem.startsWith(`${name} `));
  await using opened = new AsyncDisposableStack();
  const hosts: Host[] = [];
  let noHost = "Postgres does not answer";
  if (isInvalid("DATABASE_URL")) noHost = "DATABASE_URL is invalid";
  else hosts.push(...await askHosts(configuration, { signal, opened }));
  const found = primaryOf(hosts)?.diagnosis;

  /** Returns the server that answers. */
  function database(): Diagnosis {
    if (!found) throw new NotCheckedError(noHost);
    return found;
  }
  function redisUrl(): string | undefined {
    if (isInvalid("REDIS_URL")) throw new NotCheckedError("REDIS_URL is invalid");
    return configuration.redisUrl;
  }
  const everything = opened.move();
  return {
    configuration: () => ({ problems, unknown: unknownSettings(environment), configuration }),
    async hosts() {
      if (hosts.length === 0) throw new NotCheckedError(noHost);
      return hosts;
    },
    async settings() {
      const settings = await database().settings();
      const running = await database().runningProcesses().catch((error: unknown) => {
        if ((error as { code?: string }).code === noTable) return [];
        throw error;
      });
      const { databaseDirectUrls } = configuration;
      return {
        ...settings,
        maxConnections: databaseDirectUrls ? undefined : settings.maxConnections,
        needs: connectionNeeds(configuration, running),
      };
    },
    async pooler() {
      const { databaseDirectUrls } = configuration;
      const pooling = await database().pooling();
      return {
        pooling,
        // Not from the configuration, which leaves it out if it needs a missing DATABASE_DIRECT_URL.
        isDeclared: environment["DATABASE_POOLER"] === "transaction",
        direct: databaseDirectUrls && await askDirect(database(), databaseDirectUrls),
      };
    },
    migrations: async () => await database().migrations(),
    replication: async () => await database().replication(),
    archive: async () => await database().archive(),
    backupMarks: async () => await database().backupMarks(),
    async reporting() {
      if (isInvalid("REPORTING_DATABASE_URL")) {
        throw new NotCheckedError("REPORTING_DATABASE_URL is invalid");
      }
      const { reportingUrls, reportingMaxLagSeconds: maxLagSeconds } = configuration;
      if (!reportingUrls) return undefined;
      const standbys = await Promise.all(reportingUrls.map(askStandby));
      return { maxLagSeconds, standbys, primary: await database().heartbeats() };
    },
    async redis() {
      const url = redisUrl();
      if (url === undefined) return undefined;
      return await askRedis(url, (redis) => redis.state(), { maxMs })
        .catch((error: unknown) => ({ fault: databaseFault(error).why }));
    },
    async email() {
      const { mail } = configuration;
      const invalid = ["SMTP_URL", "EMAIL_FROM", "PUBLIC_URL"].find(isInvalid);
      if (invalid) throw new NotCheckedError(`${invalid} is invalid`);
      return mail && { fault: await mailServerFault(mail, maxMs) };
    },
    async certificates() {
      const read = Object.entries(certificateReads(configuration)).map(async ([name, first]) => {
        const of = name as CertificateOwner;
        try {
          const found = await first();
          if (!found) return [];
          const unread = found.unread.map(({ server, error }) => ({
            server,
            fault: databaseFault(error).why,
          }));
          return [{ of, first: found, unread }];
        } catch (error) {
          return [{ of, fault: databaseFault(error).why }];
        }
      });
      return (await Promise.all(read)).flat();
    },
    async clocks() {
      const url = redisUrl();
      const reads = [
        found && found.clock((read) => measureClock("Postgres", read)),
        url !== undefined &&
        askRedis(url, (redis) => measureClock("Redis", redis.clock), { maxMs }),
      ].filter((read) => read !== false && read !== undefined);
      // The check of a server that does not answer says so.
      const measured = await Promise.allSettled(reads);
      const differences = measured.flatMap((one) => one.status === "fulfilled" ? [one.value] : []);
      if (differences.length === 0) throw new NotCheckedError("no other clock can be read");
      const refusedMs = maxClockDifference.minutes * 60_000;
      return { differences, refusedMs };
    },
    async secrets() {
      for (const name of ["SESSION_SECRET", "SECRETS_KEY"]) {
        if (isInvalid(name)) throw new NotCheckedError(`${name} is invalid or missing`);
      }
      const secrets = findSecrets(configuration);
      const sealed = await found?.sealedSecrets().catch(() => undefined);
      const countUnopened = (key: EncryptionKey | undefined) => {
        const box = key && createSecretBox(key);
        return (sealed ?? []).filter(({ sealed, organizationId }) => {
          try {
            return box === undefined || box.open(sealed, secretContext(organizationId)) === "";
          } catch {
            return true;
          }
        }).length;
      };
      const unopened = countUnopened(secrets?.secretsKey);
      return {
        source: secrets?.source,
        path: secretsPath(configuration.dataDir),
        mode: secrets?.mode,
        hasPrevious: configuration.previousSecretsKey !== undefined,
        stored: sealed && {
          tried: sealed.length,
          unopened,
          needPrevious: countUnopened(secrets?.currentKey) - unopened,
        },
      };
    },
    async disk() {
      const { databaseUrls, dataDir } = configuration;
      if (databaseUrls !== undefined || isInvalid("DATABASE_URL")) {
        return { hasSpace: await database().hasSpace() };
      }
      if (!existsSync(dataDir)) throw new NotCheckedError(`${dataDir} does not exist yet`);
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return { dataDir, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },
    tables: async () => await database().tables(),
    deliveries: async () => await database().deliveryQueue(),
    housekeeping: async () => ({
      ...await database().housekeeping(),
      keyHours: idempotencyHours,
    }),
    rollups: async () => await database().rollups(),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

interface Host extends PostgresHost {
  diagnosis: Diagnosis;
  server?: ServerFacts;
}

async function askHosts(
  configuration: Configuration,
  { signal, opened }: { signal: AbortSignal; opened: AsyncDisposableStack },
): Promise<Host[]> {
  const { databaseUrls, dataDir, isProduction } = configuration;
  if (databaseUrls) {
    return await Promise.all(databaseUrls.map((url) => askHost(url, new URL(url).host)));
  }
  const host = `the embedded Postgres in ${dataDir}`;
  const diagnosis = createDiagnosis("", { maxMs });
  // Connecting to an empty folder would create a database.
  if (!hasEmbeddedPostgres(dataDir)) {
    const why = "there is no database yet";
    const start = "Start the service, which creates it";
    const fix = isProduction
      ? `Set DATABASE_URL, if the service uses it. Otherwise: ${start.toLowerCase()}`
      : start;
    return [{ host, diagnosis, fault: { why, fix } }];
  }
  try {
    const postgres = await openEmbedded({
      configuration,
      log: createLog({ level: "silent" }),
      progress: () => {},
      signal: AbortSignal.any([signal, AbortSignal.timeout(maxStartMs)]),
      mode: "connect",
    });
    opened.defer(() => postgres.stop());
    return [await askHost(postgres.localConnectionString, host)];
  } catch (error) {
    return [{ host, diagnosis, fault: databaseFault(error) }];
  }
}

async function askHost(url: string, host: string): Promise<Host> {
  const diagnosis = createDiagnosis(url, { maxMs });
  try {
    return { host, diagnosis, server: await diagnosis.server() };
  } catch (error) {
    return { host, diagnosis, fault: databaseFault(error) };
  }
}

async function askStandby(url: string): Promise<ReportingFacts["standbys"][number]> {
  const { host } = new URL(url);
  try {
    return { host, ...await createDiagnosis(url, { maxMs }).heartbeats() };
  } catch (error) {
    const hasNoTable = (error as { code?: string }).code === noTable;
    const other = {
      why: "the database has no heartbeats",
      fix: "Name the database of DATABASE_URL in REPORTING_DATABASE_URL",
    };
    return { host, fault: hasNoTable ? other : databaseFault(error, "REPORTING_DATABASE_URL") };
  }
}

/** Asks the hosts of DATABASE_DIRECT_URL. Any of them may become the one that is used. */
async function askDirect(main: Diagnosis, urls: readonly string[]): Promise<DirectFacts> {
  const asked = await Promise.allSettled(urls.map(async (url) => ({
    pooling: await createDiagnosis(url, { maxMs }).pooling(),
    // A standby does not have the locks of its primary.
    isSame: await main.isDatabaseOf(url),
  })));
  const answers = asked.flatMap((one) => one.status === "fulfilled" ? [one.value] : []);
  if (answers.length === 0) {
    return {
      fault: databaseFault((asked[0] as PromiseRejectedResult).reason, "DATABASE_DIRECT_URL"),
    };
  }
  return {
    sharesSessions: answers.some(({ pooling }) => pooling === "transaction"),
    isSame: answers.some(({ isSame }) => isSame),
  };
}

/** Reads another clock three times. Returns its difference from this machine's clock by the fastest answer. */
async function measureClock(name: string, read: () => Promise<number>): Promise<ClockDifference> {
  let best: ClockDifference | undefined;
  for (let i = 0; i < 3; i += 1) {
    const sentMs = performance.now();
    const otherMs = await read();
    const uncertaintyMs = (performance.now() - sentMs) / 2;
    const aheadMs = otherMs - (Date.now() - uncertaintyMs);
    if (!best || uncertaintyMs < best.uncertaintyMs) best = { name, aheadMs, uncertaintyMs };
  }
  return best!;
}
