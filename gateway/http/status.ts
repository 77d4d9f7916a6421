/** Why the service is not ready, in general words: details are for the operator. */
export type Unready = "starting" | "stopping" | "database" | "writes";

/** What the status page shows of the database. Nothing of an organization. */
export interface DatabaseFacts {
  appliedMigrations: number;
  pendingMigrations: number;
  /** How long the oldest delivery of a webhook has been due; null if none is due. */
  oldestWaitingSeconds: number | null;
  /** The moment of the last backup by this service (ISO 8601); null if there was none. */
  lastBackupAt: string | null;
}

/** The state of the service. It is public. */
export interface ServiceStatus {
  version: string;
  /** Of the process that answers. */
  uptimeSeconds: number;
  isReady: boolean;
  reason: Unready | null;
  /** Null while the database does not answer. */
  database: DatabaseFacts | null;
}

/** Reads the state for `/status`. */
export interface StatusReader {
  read(): Promise<ServiceStatus>;
}

/** So old may an answer be: however often strangers reload the page, the database is asked once in this time. */
const maxAgeMs = 10_000;
const maxWaitMs = 900;

/** Creates the reader, whose answers last 10 s. `facts` is undefined until the service has started. */
export function createStatusReader(
  { version, unready, facts }: {
    version: string;
    unready(): Promise<Unready | undefined>;
    facts(): (() => Promise<DatabaseFacts>) | undefined;
  },
): StatusReader {
  let last: { startedAt: number; status: Promise<ServiceStatus> } | undefined;
  let reading: Promise<DatabaseFacts | null> | undefined;

  /** Reads at most once at a time, also if the database hangs longer than an answer lasts. */
  function readFacts(): Promise<DatabaseFacts | null> {
    const read = facts();
    if (!read) return Promise.resolve(null);
    reading ??= read().catch(() => null).finally(() => reading = undefined);
    return withinTime(reading);
  }
  async function readStatus(): Promise<ServiceStatus> {
    const [reason = null, database] = await Promise.all([unready(), readFacts()]);
    const uptimeSeconds = Math.floor(process.uptime());
    return { version, uptimeSeconds, isReady: reason === null, reason, database };
  }
  return {
    read() {
      const now = performance.now();
      if (!last || now - last.startedAt >= maxAgeMs) {
        last = { startedAt: now, status: readStatus() };
      }
      return last.status;
    },
  };
}

/** Returns null if the database takes too long: the page must answer without it. */
async function withinTime(facts: Promise<DatabaseFacts | null>): Promise<DatabaseFacts | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), maxWaitMs);
  try {
    return await Promise.race([facts, late]);
  } finally {
    clearTimeout(timer);
  }
}
