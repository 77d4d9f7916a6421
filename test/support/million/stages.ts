import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { startOwnPostgres } from "../acknowledgements/own_postgres.ts";
import { type Cut, cuts, startCuttingProxy } from "../cutting_proxy.ts";
import { startOnSmallDisk } from "../full_disk.ts";
import { startPgbouncer } from "../pgbouncer.ts";
import { losePrimary, type Loss, losses } from "../replication/promotions.ts";
import { startPostgresPair } from "../replication/postgres_pair.ts";
import { stageFaults, type StageName } from "./plan.ts";

/** A random time between two, in milliseconds. */
export type Between = (minMs: number, maxMs: number) => number;

/** A database of its own, and the faults that are possible between it and the services. */
export interface Stage extends AsyncDisposable {
  /** The variables by which services reach the database. */
  environment: Record<string, string>;
  /** The URL past everything that can fail. It may change with a promotion. */
  directUrl(): string;
  /** Each makes the fault happen, and resolves when its cause is removed. */
  faults: Record<string, () => Promise<void>>;
}

export interface StageOptions {
  between: Between;
  killService(): Promise<void>;
}

/** Starts a stage by its name. */
export async function startStage(name: StageName, options: StageOptions): Promise<Stage> {
  const stage = await ({ pair, pooler, proxy, disk })[name](options);
  const missing = stageFaults[name].filter((fault) => !stage.faults[fault]);
  if (missing.length > 0) throw new Error(`The stage ${name} has no ${missing.join()}`);
  return stage;
}

async function pair({ between }: StageOptions): Promise<Stage> {
  const servers = await startPostgresPair();
  const lose = async (loss: Loss) => {
    await losePrimary(servers, loss);
    await servers.promote();
    await (loss === "primary stopped" ? servers.rejoinStandby() : servers.replaceStandby());
  };
  const withNetwork = async (ms: number, change: () => void) => {
    change();
    await delay(ms);
    servers.primary.forService.heal();
  };
  return {
    environment: { DATABASE_URL: servers.url },
    directUrl: () => servers.primaryUrl(),
    faults: {
      ...Object.fromEntries(losses.map((loss) => [loss, () => lose(loss)])),
      async "standby killed"() {
        await servers.standby.kill();
        await delay(between(0, 4000));
        await servers.rejoinStandby();
      },
      async "standby frozen"() {
        const thaw = servers.standby.freeze();
        await delay(between(500, 5000));
        thaw();
      },
      "network cut": () => withNetwork(between(500, 5000), () => servers.primary.forService.cut()),
      "network slow": () =>
        withNetwork(between(1000, 4000), () => servers.primary.forService.slow(between(5, 50))),
      "connections reset": async () => servers.primary.forService.reset(),
    },
    [Symbol.asyncDispose]: () => servers[Symbol.asyncDispose](),
  };
}

async function pooler({ between }: StageOptions): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await startOwnPostgres());
  const bouncer = opened.use(await startPgbouncer(postgres.url, "transaction", { poolSize: 8 }));
  const everything = opened.move();
  return {
    environment: {
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: postgres.url,
      DATABASE_POOLER: "transaction",
    },
    directUrl: () => postgres.url,
    faults: {
      async "pooler killed"() {
        await bouncer.kill();
        await delay(between(0, 1000));
        await bouncer.startAgain();
      },
      async "pooler frozen"() {
        const thaw = bouncer.freeze();
        await delay(between(500, 5000));
        thaw();
      },
      "Postgres killed": () => postgres.crash("SIGKILL"),
      "Postgres stopped at once": () => postgres.crash("SIGQUIT"),
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

async function proxy({ between }: StageOptions): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await startOwnPostgres());
  const link = opened.use(await startCuttingProxy(postgres.url));
  const cutCommits = async (cut: Cut) => {
    const wanted = link.cutCount + 3;
    link.plan.push(cut, cut, cut);
    await expect.poll(() => link.cutCount, { timeout: 60_000 }).toBeGreaterThanOrEqual(wanted);
  };
  const everything = opened.move();
  return {
    environment: { DATABASE_URL: link.url },
    directUrl: () => postgres.url,
    faults: {
      ...Object.fromEntries(cuts.map((cut) => [`COMMIT cut ${cut}`, () => cutCommits(cut)])),
      async "answers withheld"() {
        link.withholdsAnswers = true;
        await delay(between(500, 5000));
        link.withholdsAnswers = false;
        link.sever();
      },
      async "database unreachable"() {
        link.isDown = true;
        link.sever();
        await delay(between(200, 3000));
        link.isDown = false;
      },
      "Postgres killed": () => postgres.crash("SIGKILL"),
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

async function disk({ between, killService }: StageOptions): Promise<Stage> {
  const small = await startOnSmallDisk({ megabytes: 1000, hasRoomInWal: false });
  const fill = async (meanwhile: () => Promise<void>) => {
    await small.fill();
    await delay(between(200, 2000));
    await meanwhile();
    await small.free();
  };
  return {
    environment: { DATABASE_URL: small.url },
    directUrl: () => small.url,
    faults: {
      "disk full": () => fill(async () => {}),
      "disk full, service killed": () => fill(killService),
    },
    [Symbol.asyncDispose]: () => small[Symbol.asyncDispose](),
  };
}
