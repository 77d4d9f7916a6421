import { Gauge, type Registry } from "prom-client";
import { answerWithin } from "./answer_within.ts";

/** What changes in hours rather than in seconds. It is read at most every 5 minutes. */
export interface UpkeepReads {
  /** Left out in processes that only serve HTTP or deliver webhooks. */
  upkeep?(): Promise<Upkeep>;
  /** Returns for each owner which certificate ends first. Undefined without TLS. */
  certificates?: Record<string, () => Promise<{ endSeconds: number } | undefined>>;
}

/** What an operator must look after in the database. */
export interface Upkeep {
  lastBackupSeconds: number;
  /** Null if it was never written. */
  lastErasureListSeconds: number | null;
  /** Null if the role may not see it. */
  synchronousStandbys: number | null;
  /** Null if the server archives no WAL. */
  archive: { isFailing: boolean; lastSeconds: number; dueSeconds: number | null } | null;
  partitions: { table: string; monthsAhead: number; missingMonths: number }[];
  ending: { kind: string; count: number }[];
}

/** The values of a gauge, with their labels. */
type Samples = [labels: Record<string, string>, value: number][];

const maxAgeMs = 5 * 60_000;

const gauges: Record<string, { help: string; label?: string; samplesOf(facts: Upkeep): Samples }> =
  {
    appointment_last_backup_timestamp_seconds: {
      help: "The moment of the last backup by the command backup. 0 if there was none.",
      samplesOf: ({ lastBackupSeconds }) => [[{}, lastBackupSeconds]],
    },
    appointment_last_erasure_list_timestamp_seconds: {
      help: "When the command erasure list wrote its file last. Absent if it never did.",
      samplesOf: ({ lastErasureListSeconds }) =>
        lastErasureListSeconds === null ? [] : [[{}, lastErasureListSeconds]],
    },
    appointment_synchronous_standbys: {
      help: "Standbys that commits wait for. Absent if the role of the service may not see it.",
      samplesOf: ({ synchronousStandbys }) =>
        synchronousStandbys === null ? [] : [[{}, synchronousStandbys]],
    },
    appointment_wal_archive_failing: {
      help: "1 if the last attempt to archive WAL failed, else 0. Absent without archive_mode.",
      samplesOf: ({ archive }) => archive ? [[{}, Number(archive.isFailing)]] : [],
    },
    appointment_wal_last_archived_timestamp_seconds: {
      help:
        "When WAL was archived last. 0 if none was. Absent without archive_mode or archive_timeout.",
      samplesOf: ({ archive }) =>
        archive && archive.dueSeconds !== null ? [[{}, archive.lastSeconds]] : [],
    },
    appointment_wal_archive_due_timestamp_seconds: {
      help: "Until when WAL must be archived. Absent without archive_mode or archive_timeout.",
      samplesOf: ({ archive }) =>
        archive && archive.dueSeconds !== null ? [[{}, archive.dueSeconds]] : [],
    },
    appointment_partition_months_ahead: {
      help: "Months from this one on that have a partition without a gap.",
      label: "table",
      samplesOf: ({ partitions }) =>
        partitions.map(({ table, monthsAhead }) => [{ table }, monthsAhead]),
    },
    appointment_missing_partitions: {
      help: "Past months without a partition, because of which old rows are kept.",
      label: "table",
      samplesOf: ({ partitions }) =>
        partitions.map(({ table, missingMonths }) => [{ table }, missingMonths]),
    },
    appointment_ending_keys: {
      help: "API keys and reporting tokens in use that end within 14 days.",
      label: "kind",
      samplesOf: ({ ending }) => ending.map(({ kind, count }) => [{ kind }, count]),
    },
  };

/** Adds the gauges of what an operator must look after. */
export function observeUpkeep(registry: Registry, { upkeep, certificates }: UpkeepReads): void {
  if (upkeep) {
    const read = keepFor(maxAgeMs, upkeep);
    for (const [name, { help, label, samplesOf }] of Object.entries(gauges)) {
      addGauge(registry, { name, help, label }, async () => {
        const facts = await read();
        return facts ? samplesOf(facts) : [];
      });
    }
  }
  if (certificates) {
    const reads = Object.entries(certificates).map(([of, read]) =>
      [of, keepFor(maxAgeMs, read)] as const
    );
    addGauge(registry, {
      name: "appointment_certificate_end_timestamp_seconds",
      help:
        "When the first certificate of PUBLIC_URL, Postgres or Redis ends. Absent if none can be read.",
      label: "of",
    }, async () => {
      const ends = await Promise.all(
        reads.map(async ([of, read]) => ({ of, ends: await read() })),
      );
      return ends.flatMap(({ of, ends }) => ends ? [[{ of }, ends.endSeconds]] : []);
    });
  }
}

function addGauge(
  registry: Registry,
  { name, help, label }: { name: string; help: string; label?: string | undefined },
  read: () => Promise<Samples>,
): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [],
      aggregator: "max",
      async collect() {
        const samples = await read();
        // No value is better than an old one.
        this.reset();
        if (label === undefined) this.remove();
        for (const [labels, value] of samples) this.set(labels, value);
      },
    }),
  );
}

/** Returns the answer of the last read for so long, and shares a running one. A read that failed is tried again. */
function keepFor<T>(ms: number, read: () => Promise<T>): () => Promise<T | undefined> {
  let last: { at: number; answer: T } | undefined;
  let running: Promise<void> | undefined;
  async function readAgain(): Promise<void> {
    try {
      last = { answer: await read(), at: performance.now() };
    } catch {
      last = undefined;
    } finally {
      running = undefined;
    }
  }
  return async () => {
    if (last && performance.now() - last.at < ms) return last.answer;
    return await answerWithin((running ??= readAgain()).then(() => last?.answer));
  };
}
