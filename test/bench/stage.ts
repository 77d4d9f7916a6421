import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../gateway/embedded_postgres/mod.ts";
import { openService } from "../support/seeded.ts";
import type { Kind } from "./measurements.ts";
import { requestOf, type Seeded } from "./requests.ts";
import { seed } from "./seed.ts";
import { type ServerProcess, startServer } from "./server_process.ts";

/** The servers that are compared. */
export const serverNames = ["service", "hand-written", "bare"] as const;
export type ServerName = (typeof serverNames)[number];

/** Three servers that listen and the Postgres beneath them; disposing of it leaves nothing behind. */
export interface Stage extends AsyncDisposable {
  servers: Record<ServerName, ServerProcess>;
  seeded: Seeded;
  /** Creations start here: the numbers before it are booked. */
  firstFreeNumber: number;
  postgres: {
    version: string;
    fsync: string;
    clusterFolder: string;
    /** A database of its own for the measurements of webhooks, seeded as the others. */
    deliveryDatabaseUrl: string;
  };
}

/** Sets everything up, telling `progress` what takes its time. */
export async function openStage(
  { appointments, progress, signal }: {
    appointments: number;
    progress(line: string): void;
    signal: AbortSignal;
  },
): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "appointments-bench-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  progress("starting Postgres");
  const log = pino({ level: "warn" }, pino.destination(2));
  const dataDir = join(folder, "postgres-data");
  // Default settings: fsync stays on.
  const server = await startEmbeddedPostgres({ dataDir, log, signal });
  opened.defer(() => server.stop());
  progress(`booking ${appointments} appointments beforehand`);
  const { seeded, databases, postgres } = await prepare(server.connectionString, appointments);
  signal.throwIfAborted();
  progress("starting the servers");
  const service = opened.use(
    await startServer("gateway/main.ts", {
      DATABASE_URL: databases.service,
      DATA_DIR: join(folder, "service-data"),
      DEMO_DATA: "false",
      LOG_LEVEL: "warn",
      PORT: "0",
    }),
  );
  const handWritten = opened.use(
    await startServer("test/bench/hand_written/main.ts", {
      DATABASE_URL: databases["hand-written"],
    }),
  );
  const payloads = await samplePayloads(service.url, seeded);
  const bare = opened.use(
    await startServer("test/bench/bare.ts", { PAYLOADS: JSON.stringify(payloads) }),
  );
  const everything = opened.move();
  return {
    servers: { service, "hand-written": handWritten, bare },
    seeded,
    firstFreeNumber: appointments + 1,
    postgres: {
      ...postgres,
      clusterFolder: join(dataDir, "postgres"),
      deliveryDatabaseUrl: databases.delivery,
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Seeds one database and clones it, so that both servers start from the same rows. */
async function prepare(connectionString: string, appointments: number) {
  {
    await using service = await openService(connectionString);
    await service.persistence.migrate();
  }
  const seeded = await seed(connectionString, appointments);
  const url = new URL(connectionString);
  const template = url.pathname.slice(1);
  const vacuuming = new Client({ connectionString });
  await vacuuming.connect();
  await vacuuming.query("vacuum (analyze)");
  await vacuuming.end();
  url.pathname = "/postgres";
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const clone = async (name: string) => {
    await client.query(`create database ${name} template ${template}`);
    url.pathname = `/${name}`;
    return url.href;
  };
  const databases = {
    service: await clone("bench_service"),
    "hand-written": await clone("bench_hand_written"),
    delivery: await clone("bench_delivery"),
  };
  await client.query("checkpoint");
  const { rows } = await client.query<{ version: string; fsync: string }>(
    "select current_setting('server_version') as version, current_setting('fsync') as fsync",
  );
  await client.end();
  return { seeded, databases, postgres: rows[0]! };
}

/** What the service answers to a request of each kind, for a server that answers nothing else. */
async function samplePayloads(url: string, seeded: Seeded): Promise<Record<Kind, string>> {
  const sample = async (kind: Kind) => {
    const { method, path, body } = requestOf(kind, seeded, seeded.appointments);
    const headers = { "X-API-Key": seeded.keys[0]!, "Content-Type": "application/json" };
    const response = await fetch(url + path, { method, body, headers });
    if (!response.ok) {
      throw new Error(`Cannot ${kind}: ${response.status} ${await response.text()}`);
    }
    return response.text();
  };
  return {
    create: await sample("create"),
    read: await sample("read"),
    availability: await sample("availability"),
    list: await sample("list"),
  };
}
