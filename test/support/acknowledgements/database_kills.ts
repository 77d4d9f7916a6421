import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { expect } from "vitest";
import { startReceivers } from "../receivers.ts";
import { startService } from "../running_service.ts";
import { openService } from "../seeded.ts";
import { secretsEnvironment, subscribe } from "../webhooks.ts";
import { findViolations } from "./check.ts";
import { killIfAlive, type OwnPostgres, startOwnPostgres } from "./own_postgres.ts";
import { makeTenants, type RecordingClients, startRecordingClients } from "./recording_clients.ts";
import { readStoredRows, receivedEvent } from "./stored_rows.ts";

/** How the database ends, in turns; each also with a backend that is frozen in its write before it. */
const kills = ["SIGKILL of the postmaster", "immediate stop", "SIGKILL of a backend"] as const;

export interface DatabaseKillsOptions {
  kills: number;
  clients: number;
  tenants: number;
  /** A random time up to this passes between the first success after a restart and the next kill. */
  maxPauseMs: number;
  progress?(line: string): void;
}

/** What came of it. */
export interface DatabaseKillsResult {
  created: number;
  changed: number;
  unavailable: number;
  events: number;
  frozen: number;
  maxOutageMs: number;
  violations: string[];
}

/**
 * Kills the database again and again while recording clients use the service over HTTP, and compares all that
 * they were answered, and the events that a receiver got, with the database at the end.
 */
export async function killDatabase(options: DatabaseKillsOptions): Promise<DatabaseKillsResult> {
  await using postgres = await startOwnPostgres();
  await using receivers = await startReceivers(["answers"]);
  await using service = await startService(postgres.url, {
    ...secretsEnvironment,
    ...receivers.environment,
    LOG_LEVEL: "fatal",
    STAFF_REQUESTS_PER_MINUTE: "1000000",
  });
  await using seeding = await openService(postgres.url, { poolSize: 2 });
  const tenants = await makeTenants(seeding, { count: options.tenants, url: service.url });
  await subscribe(seeding, tenants[0]!, { url: receivers.urls[0]! });
  const recorded = startRecordingClients(tenants, {
    clients: options.clients,
    urlOf: () => service.url,
  });
  const result = { frozen: 0, maxOutageMs: 0 };
  for (let kill = 0; kill < options.kills; kill += 1) {
    await waitForSuccess(recorded);
    await delay(Math.random() * options.maxPauseMs);
    const frozen = kill % 2 === 0 ? [] : await freezeWriter(postgres.url);
    result.frozen += frozen.length;
    const killedAt = Date.now();
    await killOnce(postgres, { how: kills[kill % kills.length]!, frozen });
    await waitForSuccess(recorded);
    result.maxOutageMs = Math.max(result.maxOutageMs, Date.now() - killedAt);
    if (kill % 5 === 4) {
      options.progress?.(`${kill + 1} kills, ${recorded.acknowledgements.length} answers`);
    }
  }
  await recorded.stop();
  const { acknowledgements, unavailable } = recorded;
  const events = (await receivers.take()).map(receivedEvent);
  const created = acknowledgements.filter(({ kind }) => kind === "created").length;
  return {
    ...result,
    created,
    changed: acknowledgements.length - created,
    unavailable,
    events: events.length,
    violations: findViolations({ acknowledgements, events }, await readStoredRows(postgres.url)),
  };
}

async function waitForSuccess(recorded: RecordingClients): Promise<void> {
  const before = recorded.acknowledgements.length;
  await expect.poll(() => recorded.acknowledgements.length, { timeout: 60_000, interval: 10 })
    .toBeGreaterThan(before);
}

async function killOnce(
  postgres: OwnPostgres,
  { how, frozen }: { how: typeof kills[number]; frozen: number[] },
): Promise<void> {
  switch (how) {
    case "SIGKILL of the postmaster":
      return await postgres.crash("SIGKILL");
    case "immediate stop":
      return await postgres.crash("SIGQUIT");
    case "SIGKILL of a backend": {
      // The postmaster ends all others and recovers by itself.
      const [victim] = frozen.length > 0 ? frozen : await writers(postgres.url);
      if (victim !== undefined) killIfAlive(victim);
    }
  }
}

/** Freezes a session that commits, or else one that writes, and lets the others write on for a moment. */
async function freezeWriter(databaseUrl: string): Promise<number[]> {
  const [writer] = await writers(databaseUrl);
  if (writer === undefined) return [];
  try {
    process.kill(writer, "SIGSTOP");
  } catch {
    return [];
  }
  await delay(Math.random() * 200);
  return [writer];
}

/** Returns the sessions of the service that write, those that commit first. */
export async function writers(databaseUrl: string): Promise<number[]> {
  const client = await connectAfterRecovery(databaseUrl);
  try {
    const { rows } = await client.query<{ pid: number }>(`
      select pid from pg_stat_activity
      where application_name = 'appointment-booking' and state <> 'idle' and backend_xid is not null
      order by query = 'commit' desc, random()`);
    return rows.map(({ pid }) => pid);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Connects. The server may still recover: the last success may have been on its way when the server was killed. */
async function connectAfterRecovery(databaseUrl: string): Promise<Client> {
  for (let attempt = 0;; attempt += 1) {
    const client = new Client({ connectionString: databaseUrl });
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (attempt === 600) throw error;
      await delay(50);
    }
  }
}
