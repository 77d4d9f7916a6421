import { expect } from "vitest";
import { freePort } from "../../../gateway/embedded_postgres/free_port.ts";
import { type Api, startApi } from "../api.ts";
import { followEvents } from "../event_reader.ts";
import { startHaproxy } from "../haproxy.ts";
import { checkLedger } from "../ledger_audit.ts";
import { signInStaff } from "../staff_browser.ts";
import { startTraffic, type Traffic } from "./traffic.ts";

/** Two services behind a HAProxy, under load, with an open event stream. */
export interface RollingStage extends AsyncDisposable {
  api: Api;
  traffic: Traffic;
  /**
   * Stops a service and starts it again at once, from the folder of another version if given. Returns when it serves,
   * but does not wait for the proxy.
   */
  restart(process: number, root?: string): Promise<void>;
  /** Ends the traffic and checks that nothing has failed and nothing is lost. */
  check(): Promise<Record<string, number>>;
}

/** Options of a stage. */
export interface RollingStageOptions {
  drainSeconds: number;
  /** Of the proxy, such as `1s`. */
  checkInterval: string;
  connections: number;
  /** Further variables of the services. */
  environment?: Record<string, string>;
  /** The folder of another version, for both services. */
  root?: string;
  /** Makes the database; a migrated one by default. */
  database?: () => Promise<string>;
  /** Called when the services run on the database, which is still empty. */
  onStarted?: (api: Api) => Promise<void>;
}

/** Starts the services, the proxy and the traffic. */
export async function openRollingStage(options: RollingStageOptions): Promise<RollingStage> {
  await using opened = new AsyncDisposableStack();
  const port = await freePort();
  const api = opened.use(
    await startApi({
      processes: 2,
      root: options.root,
      database: options.database,
      environment: {
        TRUST_PROXY: "1",
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SHUTDOWN_DRAIN_SECONDS: String(options.drainSeconds),
        STAFF_REQUESTS_PER_MINUTE: "1000000",
        LOG_LEVEL: "warn",
        ...options.environment,
      },
    }),
  );
  await options.onStarted?.(api);
  const tenant = await api.organization({ slotCapacity: 10_000, credits: 10_000_000 });
  // Each version has this role.
  const { cookie } = await signInStaff(api, tenant.organizationId);
  const [first, second] = api.services;
  const { checkInterval, connections } = options;
  const proxy = opened.use(
    await startHaproxy({ port, services: [first!.url, second!.url], checkInterval }),
  );
  const events = opened.use(followEvents(proxy.url, cookie));
  const traffic = startTraffic(proxy.url, { ...tenant, cookie, connections });
  opened.defer(() => traffic.end());
  // Everything runs before the first restart.
  const patience = { timeout: 60_000 };
  await expect.poll(() => traffic.booked, patience).toBeGreaterThan(connections);
  await expect.poll(() => events.opened, patience).toBe(1);
  const everything = opened.move();
  return {
    api,
    traffic,
    async restart(process, root) {
      await api.services[process]!.stop();
      await api.startAgain(process, root);
    },
    async check() {
      await traffic.end();
      const { failures, answered, booked } = traffic;
      expect(failures.slice(0, 10)).toEqual([]);
      const { opened: streams, failed } = events;
      expect(failed).toBe(0);
      expect((await checkLedger(api.databaseUrl)).appointments).toBe(booked);
      return { requests: answered, failed: failures.length, bookings: booked, streams };
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}
