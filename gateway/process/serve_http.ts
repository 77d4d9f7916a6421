import type { SigningSecret } from "../security/session_tokens.ts";
import type { Logger } from "pino";
import type { Application } from "../../core/mod.ts";
import type { Dashboard } from "../http/dashboard_files/mod.ts";
import { startHttpServer } from "../http/http_server.ts";
import { openLimits, type RemoteCounters } from "../limits/mod.ts";
import type { Metrics, MetricValues } from "../metrics/mod.ts";
import type { Tracing } from "../tracing/mod.ts";
import type { Persistence } from "../persistence/mod.ts";
import type { ServiceTools } from "./composition.ts";
import type { Configuration } from "./configuration.ts";
import { serviceSizeOf } from "./connection_needs.ts";
import { createSurfaces } from "./surfaces.ts";
import { version } from "./version.ts";

/** What the HTTP part of the service serves. */
export interface OpenService {
  application: Application;
  persistence: Persistence;
  /** Signs staff sessions. */
  sessionSecret: SigningSecret;
  /** Undefined if the build failed. */
  dashboard: Dashboard | undefined;
  /** The URL of the embedded Postgres; undefined with DATABASE_URL. */
  embeddedUrl: string | undefined;
  /** Whether all HTTP processes of the service serve; true if left out. `/readyz` is 503 before. */
  allServe?: () => boolean;
}

/** The HTTP part of the service, in this process or in several. Until `open`, it answers 503. */
export interface HttpService extends AsyncDisposable {
  /** `http://HOST:PORT`. */
  url: string;
  /** The limits of this process, if it serves HTTP. */
  limits: Partial<ServiceTools>;
  open(service: OpenService): Promise<void>;
  /** Returns the metrics of other processes. */
  metricValues(): Promise<MetricValues[]>;
  /** Accepts no more connections and finishes running requests, like `stop` of HttpServer. */
  stop(): Promise<void>;
  /** Ends other processes at once. */
  abandon(): void;
  /** Closes the limits, after the stop. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Serves HTTP in this process. Throws "Cannot listen …" if the port is not free. */
export async function serveHttp(
  { configuration, log, metrics, tracing, remoteCounters }: {
    configuration: Configuration;
    log: Logger;
    metrics: Metrics | undefined;
    tracing: Tracing | undefined;
    remoteCounters?: RemoteCounters;
  },
): Promise<HttpService> {
  await using opened = new AsyncDisposableStack();
  const server = await startHttpServer({
    ...configuration,
    version,
    log,
    measure: metrics?.requests,
    trace: tracing?.request,
  });
  opened.defer(() => server.stop());
  const onLocalCount = metrics?.limits.onLocalCount;
  const opening = { ...configuration, log, remoteCounters, onLocalCount };
  const { close, isRedisUp, ...limits } = await openLimits(opening);
  opened.defer(close);
  const { url } = server;
  const everything = opened.move();
  return {
    url,
    limits: metrics ? metrics.limits.observe(limits) : limits,
    async open({ application, persistence, sessionSecret, dashboard, allServe = () => true }) {
      // If no standby answers, only reports are refused.
      const following = persistence.followWrites(serviceSizeOf(configuration));
      await Promise.all([following, persistence.followStandbys()]);
      const { acceptsWrites, reportingStatus } = persistence;
      metrics?.addState({
        isRedisUp,
        acceptsWrites,
        ...(configuration.reportingUrls && { reportingStatus }),
      });
      const { publicUrl, corsOrigins, isProduction } = configuration;
      const surfaces = createSurfaces({ application, persistence }, {
        publicUrl,
        corsOrigins,
        sessionSecret,
        hasExplorer: !isProduction,
        log,
        dashboard,
      });
      server.open({ ...surfaces, isReady: async () => allServe() && await surfaces.isReady() });
    },
    metricValues: async () => [],
    stop: () => server.stop(),
    abandon: () => {},
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}
