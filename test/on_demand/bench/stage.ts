import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../../gateway/embedded_postgres/mod.ts";
import { startPgbouncer } from "../../support/pgbouncer.ts";
import { startRedis } from "../../support/redis_server.ts";
import { openService } from "../../support/seeded.ts";
import { fillHandWritten } from "./hand_written/fill.ts";
import { type Measurement, organizations, type ServerName } from "./measurements.ts";
import type { Seeded } from "./requests.ts";
import { requireSameAnswers } from "./same_answers.ts";
import { seedService, toSeeded } from "./seed.ts";
import { productionEnvironment, type ServerProcess, startServer } from "./server_process.ts";

/** The servers that listen and their Postgres. Disposing of it leaves nothing behind. */
export interface Stage extends AsyncDisposable {
  serverOf(name: ServerName): ServerProcess;
  seeded: Seeded;
  /** The number of the first creation: those before it are booked. */
  firstFreeNumber: number;
  postgres: {
    version: string;
    fsync: string;
    clusterFolder: string;
    /** A database of its own for the measurements of webhooks, seeded as the service's. */
    deliveryDatabaseUrl: string;
  };
}

/** Sets up everything that the measurements need and reports to `progress`. */
export async function openStage(
  { appointments, measurements, progress, signal }: {
    appointments: number;
    measurements: readonly Measurement[];
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
  const isSpread = measurements.some(({ kind }) => kind === "create in many");
  // A small run is small in everything.
  const others = isSpread ? Math.min(organizations, appointments) : 0;
  progress(`seeding ${appointments} appointments and ${1 + others} organizations`);
  const { seeded, databases, postgres } = await prepare(server.connectionString, {
    appointments,
    others,
    progress,
  });
  signal.throwIfAborted();
  progress("starting the servers");
  const names = new Set(["service" as const, ...measurements.flatMap(({ servers }) => servers)]);
  const servers = new Map<ServerName, ServerProcess>();
  for (const name of names) {
    servers.set(name, opened.use(await startNamed(name, { databaseUrl: databases[name], folder })));
  }
  const serverOf = (name: ServerName) => servers.get(name)!;
  if (names.has("hand-written")) {
    const urls: [string, string] = [serverOf("service").url, serverOf("hand-written").url];
    await requireSameAnswers(urls, { seeded, number: appointments });
  }
  const everything = opened.move();
  return {
    serverOf,
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

/** Starts a server, and its Redis if it uses one. */
async function startNamed(
  name: ServerName,
  { databaseUrl, folder }: { databaseUrl: string; folder: string },
): Promise<ServerProcess> {
  const environment: Record<string, string> = { DATABASE_URL: databaseUrl };
  if (name === "hand-written") {
    return startServer("test/on_demand/bench/hand_written/main.ts", environment);
  }
  await using opened = new AsyncDisposableStack();
  const redis = name === "service with Redis" ? opened.use(await startRedis()) : null;
  if (name === "session pooler" || name === "transaction pooler") {
    const mode = name === "session pooler" ? "session" : "transaction";
    const pooler = opened.use(await startPgbouncer(databaseUrl, mode));
    environment["DATABASE_URL"] = pooler.url;
    environment["DATABASE_DIRECT_URL"] = databaseUrl;
    if (mode === "transaction") environment["DATABASE_POOLER"] = mode;
  }
  const server = opened.use(
    await startServer("gateway/main.ts", {
      ...productionEnvironment,
      ...environment,
      ...(redis && { REDIS_URL: redis.url }),
      DATA_DIR: join(folder, name),
      DEMO_DATA: "false",
      LOG_LEVEL: "warn",
      PORT: "0",
      PUBLIC_URL: "https://bench.example",
    }),
  );
  const both = opened.move();
  return { ...server, [Symbol.asyncDispose]: () => both.disposeAsync() };
}

/** Seeds one database and clones it for each process of ours. The hand-written server has its own tables. */
async function prepare(
  connectionString: string,
  size: { appointments: number; others: number; progress(line: string): void },
) {
  {
    await using service = await openService(connectionString);
    await service.persistence.migrate();
  }
  const organizations = await seedService(connectionString, size);
  const url = new URL(connectionString);
  const template = url.pathname.slice(1);
  await query(connectionString, "vacuum (analyze)");
  url.pathname = "/postgres";
  const postgresUrl = url.href;
  const create = async (name: string, from: string) => {
    await query(postgresUrl, `create database ${name} template ${from}`);
    url.pathname = `/${name}`;
    return url.href;
  };
  const databases = {
    service: await create("bench_service", template),
    "service with Redis": await create("bench_service_with_redis", template),
    "session pooler": await create("bench_session_pooler", template),
    "transaction pooler": await create("bench_transaction_pooler", template),
    delivery: await create("bench_delivery", template),
    "hand-written": await create("bench_hand_written", "template0"),
  };
  await fillHandWritten(databases["hand-written"], organizations);
  await query(postgresUrl, "checkpoint");
  const [settings] = await query<{ version: string; fsync: string }>(
    postgresUrl,
    "select current_setting('server_version') as version, current_setting('fsync') as fsync",
  );
  return { seeded: toSeeded(organizations), databases, postgres: settings! };
}

async function query<Row extends object>(databaseUrl: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}
