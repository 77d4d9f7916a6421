import { type BackupMarks, readBackupMarks } from "../backup/backup_mark.ts";
import { feedPartitions } from "../webhooks/feed_entries.ts";
import { webhookPartitions } from "../webhooks/write_events.ts";
import { usagePartitions } from "../usage/usage_retention.ts";
import type { Pooling } from "../database/pooling.ts";
import { askServer, type Reader } from "./ask_server.ts";
import { askPooling, askSameDatabase } from "./ask_pooling.ts";
import {
  type HeartbeatFacts,
  readHeartbeats,
  readRunningProcesses,
  type RunningProcesses,
} from "./heartbeat_facts.ts";
import {
  type HousekeepingFacts,
  type MigrationFacts,
  readHousekeeping,
  readMigrationFacts,
  readTables,
  type TableFacts,
} from "./schema_facts.ts";
import {
  type ArchiveFacts,
  readArchive,
  readDatabaseClock,
  readHasSpace,
  readReplication,
  readServer,
  readServerSettings,
  type ReplicationFacts,
  type ServerFacts,
  type ServerSettings,
} from "./server_facts.ts";
import {
  type DeliveryQueueFacts,
  readDeliveryQueue,
  readRollups,
  readSealedSecrets,
  type RollupFacts,
  type SealedSecret,
} from "./work_facts.ts";

/** All tables with a partition for each month. */
export const partitioned = [usagePartitions, ...webhookPartitions, feedPartitions];

/** Reads of one server for the operator. Each has a connection of its own and ends after `maxMs`. */
export interface Diagnosis {
  server(): Promise<ServerFacts>;
  settings(): Promise<ServerSettings>;
  migrations(): Promise<MigrationFacts>;
  replication(): Promise<ReplicationFacts>;
  /** Null if the server archives nothing. */
  archive(): Promise<ArchiveFacts | null>;
  backupMarks(): Promise<BackupMarks>;
  /** Whether the server can still write files; undefined if it is not visible. */
  hasSpace(): Promise<boolean | undefined>;
  heartbeats(): Promise<HeartbeatFacts>;
  /** The processes that use the database now. */
  runningProcesses(): Promise<RunningProcesses[]>;
  /** Calls `use` with a read of the database's clock, in milliseconds since 1970. */
  clock<T>(use: (read: () => Promise<number>) => Promise<T>): Promise<T>;
  tables(): Promise<TableFacts[]>;
  deliveryQueue(): Promise<DeliveryQueueFacts>;
  housekeeping(): Promise<HousekeepingFacts>;
  rollups(): Promise<RollupFacts>;
  sealedSecrets(): Promise<SealedSecret[]>;
  /** What is between the URL and Postgres. */
  pooling(): Promise<Pooling>;
  /** Whether this other URL, which leads past a pooler, leads to the same database. */
  isDatabaseOf(directUrl: string): Promise<boolean>;
}

/** Creates the reads of the server at `url`. They change nothing and apply no migration. */
export function createDiagnosis(url: string, { maxMs }: { maxMs: number }): Diagnosis {
  const ask = <T>(read: (client: Reader) => Promise<T>) => askServer(url, read, { maxMs });
  return {
    server: () => ask(readServer),
    settings: () => ask(readServerSettings),
    migrations: () => ask(readMigrationFacts),
    replication: () => ask(readReplication),
    archive: () => ask(readArchive),
    backupMarks: () => ask(readBackupMarks),
    hasSpace: () => ask(readHasSpace),
    heartbeats: () => ask(readHeartbeats),
    runningProcesses: () => ask(readRunningProcesses),
    clock: (use) => ask((client) => use(() => readDatabaseClock(client))),
    tables: () => ask(readTables),
    deliveryQueue: () => ask(readDeliveryQueue),
    housekeeping: () => ask((client) => readHousekeeping(client, partitioned)),
    rollups: () => ask(readRollups),
    sealedSecrets: () => ask(readSealedSecrets),
    pooling: () => askPooling(url, { maxMs }),
    isDatabaseOf: (directUrl) => askSameDatabase(url, directUrl, { maxMs }),
  };
}
