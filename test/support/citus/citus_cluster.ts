import { once } from "node:events";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  changesUser,
  serverUserId,
  spawnInside,
} from "../../../gateway/embedded_postgres/run_as.ts";
import type { Client } from "pg";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { distribute } from "../../../gateway/persistence/distribution/distribute.ts";
import { migrate } from "../../../gateway/persistence/database/migrator.ts";
import { type PostgresNode, preparePostgresNode } from "../replication/postgres_node.ts";
import { withClient } from "../replication/with_client.ts";

const binaries = "/usr/lib/postgresql/15/bin";

/** Whether Postgres 15 and Citus are installed where Debian's packages are. */
export const hasCitus = existsSync(join(dirname(binaries), "lib", "citus.so"));

/** A coordinator and two workers on loopback. */
export interface CitusCluster extends AsyncDisposable {
  coordinator: PostgresNode;
  workers: readonly PostgresNode[];
  /** The URL of a database on the coordinator. */
  urlOf(database: string): string;
  /** Creates a database on all nodes. It has the extension and knows the nodes. */
  createDatabase(name: string): Promise<void>;
}

/** Starts a cluster without databases. `settings` are for all nodes. */
export async function startCitusCluster(
  settings: Record<string, string> = {},
): Promise<CitusCluster> {
  await using opened = new AsyncDisposableStack();
  const root = await realpath(await mkdtemp(join(tmpdir(), "appointments-citus-")));
  opened.defer(() => rm(root, { recursive: true, force: true }));
  giveToServer(root);
  const nodes = await Promise.all(
    ["coordinator", "worker1", "worker2"].map(async (name) => {
      const node = await startNode(join(root, name), settings);
      opened.defer(() => node.close());
      return node;
    }),
  );
  const [coordinator, ...workers] = nodes as [PostgresNode, ...PostgresNode[]];
  const ports = nodes.map(({ port }) => port);
  const everything = opened.move();
  return {
    coordinator,
    workers,
    urlOf: (database) => urlOf(coordinator, database),
    async createDatabase(name) {
      await createOnAll(ports, name, "template0");
      for (const node of nodes) await node.rows("create extension citus", name);
      await coordinator.rows(knowCoordinator(coordinator), name);
      for (const worker of workers) await coordinator.rows(knowWorker(worker), name);
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Starts a Postgres 15 without Citus, to compare with. */
export async function startPostgres15(
  settings: Record<string, string> = {},
): Promise<AsyncDisposable & { urlOf(database: string): string; node: PostgresNode }> {
  await using opened = new AsyncDisposableStack();
  const root = await realpath(await mkdtemp(join(tmpdir(), "appointments-postgres-15-")));
  opened.defer(() => rm(root, { recursive: true, force: true }));
  giveToServer(root);
  const plain = { ...settings, shared_preload_libraries: "" };
  const node = await startNode(join(root, "postgres"), plain);
  opened.defer(() => node.close());
  const everything = opened.move();
  return {
    node,
    urlOf: (database) => urlOf(node, database),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

function urlOf({ port }: PostgresNode, database: string): string {
  return `postgres://postgres:secret@127.0.0.1:${port}/${database}`;
}

/** Creates a database on the nodes with these ports, the coordinator first. A copy of a distributed one is distributed. */
export async function createOnAll(
  ports: readonly number[],
  name: string,
  template: string,
): Promise<void> {
  await onAll(ports, async (client) => {
    // Citus keeps connections to each database, and a template must have none.
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`,
      [template],
    );
    await client.query(`create database ${name} template ${template}`);
  });
}

/** Drops a database on the nodes with these ports, and ends what is connected to it. */
export async function dropOnAll(ports: readonly number[], name: string): Promise<void> {
  await onAll(ports, (client) => client.query(`drop database if exists ${name} with (force)`));
}

/** Lets no more connections in, so that a database can be a template. */
export async function closeDatabase(ports: readonly number[], name: string): Promise<void> {
  await onAll(ports, (client) => client.query(`alter database ${name} allow_connections false`));
}

async function onAll(
  ports: readonly number[],
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  await Promise.all(
    ports.map((port) => withClient({ port, host: "127.0.0.1", user: "postgres" }, work)),
  );
}

/** Migrates and distributes a database. */
export async function distributeDatabase(url: string): Promise<void> {
  const connections = new Connections(url);
  await migrate(connections);
  await distribute(connections);
  connections.close();
}

const knowCoordinator = ({ port }: PostgresNode) =>
  `select citus_set_coordinator_host('127.0.0.1', ${port})`;
const knowWorker = ({ port }: PostgresNode) => `select citus_add_node('127.0.0.1', ${port})`;

async function startNode(folder: string, settings: Record<string, string>): Promise<PostgresNode> {
  mkdirSync(folder, { mode: 0o700 });
  giveToServer(folder);
  const initdb = spawnInside(
    folder,
    join(binaries, "initdb"),
    ["-D", ".", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
    "ignore",
  );
  const [code] = await once(initdb, "exit");
  if (code !== 0) throw new Error(`initdb of Postgres 15 failed in ${folder}`);
  const node = await preparePostgresNode({
    folder,
    password: "secret",
    settings: { ...citusSettings, ...settings },
    program: join(binaries, "postgres"),
  });
  await node.start("postgres");
  return node;
}

const citusSettings = {
  shared_preload_libraries: "citus",
  "citus.node_conninfo": "sslmode=disable",
  "citus.shard_count": "4",
  // A prepared transaction for each one that changes rows on several nodes.
  max_prepared_transactions: "200",
  max_connections: "300",
  // Citus has a background process for each database, and each test has a database.
  max_worker_processes: "300",
  "citus.recover_2pc_interval": "1s",
};

function giveToServer(folder: string): void {
  if (changesUser()) chownSync(folder, serverUserId, serverUserId);
}
