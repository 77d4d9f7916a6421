import { mkdtemp, realpath, rm } from "node:fs/promises";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureCluster } from "../../../gateway/embedded_postgres/cluster.ts";
import { findBinaries } from "../../../gateway/embedded_postgres/binaries.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { migrate } from "../../../gateway/persistence/database/migrator.ts";
import { takeBaseBackup } from "./base_backup.ts";
import { type PostgresNode, preparePostgresNode } from "./postgres_node.ts";

/** A primary and its synchronous standby, with a network before each that can be cut. */
export interface PostgresPair extends AsyncDisposable {
  /** The one that accepts writes, as far as the operator knows. */
  primary: PostgresNode;
  standby: PostgresNode;
  /** Both hosts through their networks, as the service is given them. */
  url: string;
  /** Makes the standby accept writes; it is the primary then. Resolves the moment it does. */
  promote(): Promise<void>;
  /** Replaces the standby, whatever it is now, by a new copy of the primary, and waits until it is synchronous. */
  replaceStandby(): Promise<void>;
  /** Starts the standby, which was shut down in good order as a primary, as the other's synchronous standby. */
  rejoinStandby(): Promise<void>;
  /** The URL of the primary alone, past the networks. */
  primaryUrl(): string;
}

/** Starts a migrated pair; `settings` are for both servers. */
export async function startPostgresPair(
  settings: Record<string, string> = {},
): Promise<PostgresPair> {
  await using opened = new AsyncDisposableStack();
  const root = await realpath(await mkdtemp(join(tmpdir(), "appointments-pair-")));
  opened.defer(() => rm(root, { recursive: true, force: true }));
  const password = "secret";
  const [folder, second] = [join(root, "a", "postgres"), join(root, "b", "postgres")];
  for (const name of ["a", "b"]) mkdirSync(join(root, name));
  const { initdb } = await findBinaries();
  const { signal } = new AbortController();
  await ensureCluster(join(root, "a"), { initdb, password, sync: false, signal });
  const a = await preparePostgresNode({ folder, password, settings });
  opened.defer(() => a.close());
  const b = await preparePostgresNode({ folder: second, password, settings });
  opened.defer(() => b.close());
  await a.start("postgres");
  await a.rows("create database appointments", "postgres");
  await migrate(new Connections(urlOf(a)));
  const hosts = [a, b].map(({ forService }) => `127.0.0.1:${forService.port}`).join();
  const pair: PostgresPair = {
    primary: a,
    standby: b,
    url: `postgres://postgres:${password}@${hosts}/appointments?target_session_attrs=read-write`,
    async promote() {
      const { primary, standby } = pair;
      await standby.rows("select pg_promote(true, 60)");
      [pair.primary, pair.standby] = [standby, primary];
    },
    async replaceStandby() {
      await pair.standby.kill();
      await takeBaseBackup(pair.primary, pair.standby.folder);
      await pair.rejoinStandby();
    },
    async rejoinStandby() {
      const { primary, standby } = pair;
      standby.forStandby.heal();
      standby.forService.heal();
      standby.follow(primary);
      await standby.start();
      await primary.rows("alter system set synchronous_standby_names = 'standby'");
      await primary.rows("select pg_reload_conf()");
      while (!(await hasSynchronousStandby(primary))) await delay(10);
    },
    primaryUrl: () => urlOf(pair.primary),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
  await pair.replaceStandby();
  const everything = opened.move();
  return pair;
}

function urlOf({ password, port }: PostgresNode): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/appointments`;
}

async function hasSynchronousStandby(primary: PostgresNode): Promise<boolean> {
  const rows = await primary.rows(
    "select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'",
  );
  return rows.length > 0;
}
