import { setTimeout as delay } from "node:timers/promises";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { freePort } from "../../../../gateway/embedded_postgres/free_port.ts";
import { run } from "../../../gateway/process/spawned.ts";
import {
  makeTenants,
  type RecordedTenant,
  type RecordingClients,
  startRecordingClients,
} from "../../../support/acknowledgements/recording_clients.ts";
import { type Haproxy, startHaproxy } from "../../../support/haproxy.ts";
import { type Receivers, startReceivers } from "../../../support/receivers.ts";
import {
  type PostgresPair,
  startPostgresPair,
} from "../../../support/replication/postgres_pair.ts";
import { type RunningService, startService } from "../../../support/running_service.ts";
import { openService } from "../../../support/seeded.ts";
import { patience } from "../../../support/time_bounds.ts";
import { secretsEnvironment, subscribe } from "../../../support/webhooks.ts";

/** An organization with its host name, and the callers that use it. */
export interface CellOrganization extends RecordedTenant {
  host: string;
  isMoving: boolean;
  callers: RecordingClients;
}

/** A cell under load, whose standby becomes the second cell. */
export interface SplitStage extends AsyncDisposable {
  organizations: readonly CellOrganization[];
  receivers: Receivers;
  /** The database of the first cell, and that of the second one after the split. */
  urls: [string, string];
  /** Runs an operator's command in a cell. Throws if it fails. */
  admin(cell: 0 | 1, ...words: string[]): Promise<void>;
  /** Splits the cell, with the steps of gateway/deployment/README.md 8.3. Returns how long each took. */
  split(): Promise<Record<string, number>>;
  /** Waits until each organization has so many answers more. */
  waitForAnswers(count: number): Promise<void>;
}

/** Longer than requests that had passed the proxy need. */
const drainMs = 2000;

/** Starts the first cell with its standby, and the callers. Every second organization is going to move. */
export async function openSplitStage(
  { organizations: count, clients, progress }: {
    organizations: number;
    clients: number;
    progress(line: string): void;
  },
): Promise<SplitStage> {
  await using opened = new AsyncDisposableStack();
  const pair = opened.use(await startPostgresPair());
  // The first cell must not wait for a server that leaves it.
  await pair.primary.rows("alter system set synchronous_standby_names = ''");
  await pair.primary.rows("select pg_reload_conf()");
  const receivers = opened.use(await startReceivers(["answers"]));
  const environment = {
    ...secretsEnvironment,
    ...receivers.environment,
    SESSION_SECRET: "s".repeat(32),
    TRUST_PROXY: "1",
    PUBLIC_URL: "http://*.booking.example",
    LOG_LEVEL: "error",
    STAFF_REQUESTS_PER_MINUTE: "1000000",
  };
  const first = opened.use(await startService(pair.primaryUrl(), environment));
  const services = [first];
  const urls: [string, string] = [pair.primaryUrl(), urlOfStandby(pair)];
  const [proxyPort, secondPort] = [await freePort(), await freePort()];
  const tenants = await seedTenants(urls[0], { count, service: first, receivers });
  const hosts = tenants.map((_, i) => `organization${i}.booking.example`);
  const isMoving = (i: number) => i % 2 === 1;
  const cellsWith = (moving: string) =>
    Object.fromEntries(hosts.map((host, i) => [host, isMoving(i) ? moving : "cell_a"]));
  const secondUrl = `http://127.0.0.1:${secondPort}`;
  const proxy = opened.use(
    await startHaproxy({
      port: proxyPort,
      services: [first.url, first.url],
      checkInterval: "1s",
      cells: { map: cellsWith("cell_a"), services: [secondUrl, secondUrl] },
    }),
  );
  opened.use(resolveAllHostsHere());
  const organizations = tenants.map((tenant, i): CellOrganization => {
    const urlOf = () => `http://${hosts[i]}:${proxyPort}`;
    const callers = startRecordingClients([tenant], { clients, urlOf });
    return Object.assign(tenant, { host: hosts[i]!, isMoving: isMoving(i), callers });
  });
  const stopCallers = async () =>
    void await Promise.allSettled(organizations.map(({ callers }) => callers.stop()));
  opened.defer(stopCallers);
  async function admin(cell: 0 | 1, ...words: string[]): Promise<void> {
    const { ended, err } = run("command_line/admin.ts", {
      words,
      environment: { DATABASE_URL: urls[cell] },
    });
    if (await ended !== 0) throw new Error(err());
  }
  const steps = { pair, proxy, cellsWith, admin, organizations, progress };
  const everything = opened.move();
  return {
    organizations,
    receivers,
    urls,
    admin,
    async split() {
      const { startSecond, ...times } = await splitCell(
        steps,
        () => startService(urls[1], { ...environment, PORT: String(secondPort) }),
      );
      services.push(everything.use(startSecond));
      // Before its service stops, so that they do not wait for it.
      everything.defer(stopCallers);
      return times;
    },
    async waitForAnswers(wanted) {
      for (const { host, callers: { acknowledgements, failed } } of organizations) {
        const before = acknowledgements.length;
        const reach = async () => {
          const latestMs = performance.now() + patience(60_000);
          while (acknowledgements.length - before < wanted) {
            if (performance.now() > latestMs) {
              const answers = acknowledgements.length - before;
              const errors = services.map((service) => service.errors()).join("\n");
              throw new Error(`${host} got ${answers} of ${wanted} answers. Errors: ${errors}`);
            }
            await delay(50);
          }
        };
        await Promise.race([reach(), failed]);
      }
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

async function seedTenants(
  url: string,
  { count, service, receivers }: { count: number; service: RunningService; receivers: Receivers },
): Promise<RecordedTenant[]> {
  await using seeding = await openService(url, { poolSize: 2 });
  const tenants = await makeTenants(seeding, { count, url: service.url });
  for (const tenant of tenants) {
    const events = [
      "APPOINTMENT_CREATED",
      "APPOINTMENT_CANCELLED",
      "APPOINTMENT_COMPLETED",
    ] as const;
    await subscribe(seeding, tenant, { url: receivers.urls[0]!, events: [...events] });
  }
  return tenants;
}

/** The steps of a split, in their order. */
async function splitCell(
  { pair, proxy, cellsWith, admin, organizations, progress }: {
    pair: PostgresPair;
    proxy: Haproxy;
    cellsWith(moving: string): Record<string, string>;
    admin: SplitStage["admin"];
    organizations: readonly CellOrganization[];
    progress(line: string): void;
  },
  start: () => Promise<RunningService>,
) {
  const idsOf = (isMoving: boolean) =>
    organizations.filter((one) => one.isMoving === isMoving)
      .map(({ organizationId }) => organizationId).join(",");
  const [moving, staying] = [idsOf(true), idsOf(false)];
  const times: Record<string, number> = {};
  const startedAt = performance.now();
  const note = (step: string) => {
    times[step] = Math.round(performance.now() - startedAt);
    progress(`${step} after ${times[step]} ms`);
  };
  await proxy.setCells(cellsWith("moving"));
  note("the proxy answers 503");
  await delay(drainMs);
  await admin(0, "organization", "close", "--id", moving);
  note("closed in the first cell");
  await waitForReplay(pair);
  note("replayed");
  await pair.promote();
  note("promoted");
  await Promise.all([
    admin(1, "organization", "close", "--id", staying),
    admin(1, "organization", "reopen", "--id", moving),
  ]);
  note("closed and opened in the second cell");
  const second = await start();
  while (!(await isReady(second.url))) await delay(50);
  note("the second cell is ready");
  await proxy.setCells(cellsWith("cell_b"));
  note("the proxy sends requests to the second cell");
  return { ...times, startSecond: second };
}

async function waitForReplay({ primary, standby }: PostgresPair): Promise<void> {
  const [{ lsn }] = await primary.rows<{ lsn: string }>(
    "select pg_current_wal_lsn()::text as lsn",
  ) as [{ lsn: string }];
  const isReplayed = `select pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn as is`;
  while (!(await standby.rows<{ is: boolean }>(isReplayed))[0]!.is) await delay(20);
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/readyz`)).status === 200;
}

function urlOfStandby({ standby: { password, port } }: PostgresPair): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/appointments`;
}

/** The callers find every host at this machine, as a DNS would tell them. */
function resolveAllHostsHere(): Disposable {
  const before = getGlobalDispatcher();
  const here = [{ address: "127.0.0.1", family: 4 as const }];
  setGlobalDispatcher(
    new Agent({
      connect: { lookup: (_host, _options, done) => done(null, here) },
      // Each request has a connection of its own: a reload of the proxy may close a kept one as a request is sent.
      pipelining: 0,
    }),
  );
  return { [Symbol.dispose]: () => setGlobalDispatcher(before) };
}
