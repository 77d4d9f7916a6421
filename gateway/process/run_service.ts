import { once } from "node:events";
import type { Logger } from "pino";
import { createBackground } from "./background.ts";
import { certificateReads } from "./certificate_ends.ts";
import { composeApplication } from "./composition.ts";
import { type Configuration, readConfiguration } from "./configuration.ts";
import { keepSecrets } from "./secrets.ts";
import { bookingExample } from "../demo/booking_example.ts";
import { type Demo, seedEmptyDatabase } from "../demo/seed_demo.ts";
import { reachableUrl } from "../http/listen.ts";
import { openDashboard } from "../http/dashboard_files/mod.ts";
import { announce, showDemo } from "./announce.ts";
import { warnOfConnections } from "./connection_needs.ts";
import { type Database, databaseName, openDatabase } from "./database.ts";
import { openMetrics, serveMetrics } from "./metrics.ts";
import { openTracing, traceWebhookTools } from "./tracing.ts";
import { createLog } from "./log.ts";
import { cleanRegularly } from "./background_work.ts";
import { startHttpProcesses } from "./http_processes.ts";
import { complain, say } from "./output.ts";
import { type HttpService, serveHttp } from "./serve_http.ts";
import { type StartedWith, startFaultMessage } from "./start_fault.ts";
import { listenForStop, maxStopMs, stopOnDefects, type StopSignals } from "./stop_signals.ts";
import { loadSurfaces } from "./surfaces.ts";
import { warnOfUnknownSettings } from "./unknown_settings.ts";
import { deliverWebhooks, openWebhookTools } from "./webhook_tools.ts";

/** Runs the service until it is stopped. Returns the exit code. */
export async function runService(environment: NodeJS.ProcessEnv): Promise<number> {
  const running: Running = { exitCode: 0, isServing: false };
  using stop = listenForStop({ onInsist: () => endNow(running) });
  let startedWith: StartedWith | undefined;
  let log: Logger | undefined;
  try {
    const configuration = readConfiguration(environment, { needsSecrets: true });
    startedWith = { databaseName: databaseName(configuration), dataDir: configuration.dataDir };
    log = createLog({ level: configuration.logLevel });
    warnOfUnknownSettings(environment, log);
    stopOnDefects(stop, { log, onDefect: () => running.exitCode = 1 });
    await serveUntilStopped(running, { configuration, log, stop });
  } catch (error) {
    if (running.isServing) {
      log?.error({ err: error }, "stopping the service failed");
      return 1;
    }
    // A start that was requested to stop may end with any error.
    if (!stop.signal.aborted) {
      log?.debug({ err: error }, "starting the service failed");
      complain(startFaultMessage(error, startedWith));
      return 1;
    }
  }
  return running.exitCode;
}

interface Running {
  exitCode: number;
  isServing: boolean;
  http?: HttpService;
  database?: Database;
}

interface RunOptions {
  configuration: Configuration;
  log: Logger;
  stop: StopSignals;
}

async function serveUntilStopped(running: Running, options: RunOptions): Promise<void> {
  const { configuration, log, stop } = options;
  // Created at the first start, even if unused, so that a backup of the folder contains them.
  const secrets = keepSecrets(configuration);
  const { sessionSecret } = secrets;
  await using opened = new AsyncDisposableStack();
  // Before anything that changes data: a port in use must not cost the demo's keys, which are shown only once.
  const metrics = await openMetrics(configuration);
  const tracing = opened.use(await openTracing(configuration, log));
  const isAlone = configuration.httpProcesses === 1;
  // A load holds up the process: in production no request waits for one, and no connection to the database (README 3).
  if (isAlone && configuration.isProduction) await loadSurfaces();
  const startHttp = isAlone ? serveHttp : startHttpProcesses;
  const http = running.http = opened.use(await startHttp({ configuration, log, metrics, tracing }));
  const others = () => http.metricValues();
  const scraped = metrics &&
    opened.use(await serveMetrics(metrics, { configuration, log, others }));
  const { url } = http;
  const { signal } = stop;
  // Concurrently with the start of the database. Without its pages the service still serves the APIs.
  const opening = openDashboard({ ...configuration, progress: say }).catch((error: unknown) => {
    log.error({ err: error }, "building the dashboard failed, its pages are not served");
    return undefined;
  });
  const database = await openDatabase({
    configuration,
    log,
    progress: say,
    signal,
    mode: "start",
    metrics,
    tracing,
  });
  running.database = database;
  opened.use(database);
  const { persistence, embeddedUrl } = database;
  const { publicUrl } = configuration;
  metrics?.addState({
    pools: () => persistence.pools(),
    waitingWork: () => persistence.waitingWork(),
    upkeep: () => persistence.upkeep(),
    certificates: certificateReads(configuration),
  });
  const webhookTools = traceWebhookTools(
    openWebhookTools({ ...configuration, ...secrets }),
    tracing,
  );
  opened.defer(() => webhookTools.close());
  const background = createBackground(log);
  const tools = { ...http.limits, ...webhookTools, background, sessionSecret, publicUrl };
  const application = composeApplication(persistence, tools, { metrics, tracing });
  const show = async (demo: Demo) => {
    const example = await bookingExample(application, { demo, url: reachableUrl(url) });
    return await showDemo(demo, { url: configuration.publicUrl ?? reachableUrl(url), example });
  };
  const hasShownDemo = configuration.makesDemoData &&
    await seedEmptyDatabase(application, { persistence, progress: say, show });
  const dashboard = await opening;
  await http.open({ application, persistence, sessionSecret, dashboard, embeddedUrl });
  running.isServing = true;
  persistence.keepUsageCompact();
  persistence.keepStatistics();
  persistence.keepSearchIndex();
  persistence.keepAuditSealed();
  persistence.keepReminders();
  const cleaning = cleanRegularly({
    application,
    persistence,
    warnOfConnections: () => warnOfConnections(configuration, persistence, log),
  }, log);
  opened.defer(() => cleaning.stop());
  if (configuration.deliversWebhooks) {
    const sendsMails = configuration.mail !== undefined;
    const delivery = deliverWebhooks({ application, persistence, sendsMails }, log);
    opened.defer(() => delivery.stop());
  }
  announce({ configuration, url, hasShownDemo, metricsUrl: scraped?.url });
  if (!signal.aborted) await once(signal, "abort");
  say("Stopping ...");
  setTimeout(() => endNow(running), configuration.drainMs + maxStopMs).unref();
  await http.stop();
}

function endNow({ http, database }: Running): void {
  http?.abandon();
  database?.abandon();
  process.exit(1);
}
