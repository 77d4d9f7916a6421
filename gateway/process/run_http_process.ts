import { once } from "node:events";
import type { Logger } from "pino";
import { openDashboard } from "../http/dashboard_files/mod.ts";
import { createRemoteCounters } from "../limits/mod.ts";
import { createBackground } from "./background.ts";
import { composeApplication } from "./composition.ts";
import { type Configuration, readConfiguration } from "./configuration.ts";
import { connectDatabase, databaseName } from "./database.ts";
import type { FromHttpProcess, ToHttpProcess } from "./http_process_messages.ts";
import { createLog } from "./log.ts";
import { keepSecrets } from "./secrets.ts";
import { openMetrics } from "./metrics.ts";
import { openTracing, traceWebhookTools } from "./tracing.ts";
import type { Metrics } from "../metrics/mod.ts";
import { serveHttp } from "./serve_http.ts";
import { startFaultMessage } from "./start_fault.ts";
import { listenForStop, stopOnDefects, type StopSignals } from "./stop_signals.ts";
import { loadSurfaces } from "./surfaces.ts";
import { openWebhookTools } from "./webhook_tools.ts";

/**
 * Runs one of several HTTP processes until it is stopped (gateway/process/README.md 4). Returns the exit code. If the
 * first process dies, Node ends this one.
 */
export async function runHttpProcess(environment: NodeJS.ProcessEnv): Promise<number> {
  using stop = listenForStop({ onInsist: () => process.exit(1) });
  let exitCode = 0;
  const configuration = readConfiguration(environment, { needsSecrets: true });
  const log = createLog({ level: configuration.logLevel });
  stopOnDefects(stop, { log, onDefect: () => exitCode = 1 });
  try {
    await serveUntilStopped({ configuration, log, stop });
  } catch (error) {
    if (stop.signal.aborted) return exitCode;
    log.debug({ err: error }, "starting an HTTP process failed");
    const { dataDir } = configuration;
    const startedWith = { databaseName: databaseName(configuration), dataDir };
    await send({ kind: "failed", message: startFaultMessage(error, startedWith) });
    return 1;
  }
  return exitCode;
}

async function serveUntilStopped(
  { configuration, log, stop }: { configuration: Configuration; log: Logger; stop: StopSignals },
): Promise<void> {
  const { signal } = stop;
  const metrics = await openMetrics(configuration);
  const remoteCounters = createRemoteCounters((asked) => void send({ kind: "count", asked }));
  const { promise: serve, resolve, reject } = Promise.withResolvers<
    Extract<ToHttpProcess, { kind: "serve" }>
  >();
  let allServe = false;
  process.on("message", (message: ToHttpProcess) => {
    if (message.kind === "serve") resolve(message);
    else if (message.kind === "all-serving") allServe = true;
    else if (message.kind === "counted") remoteCounters.receive(message.answers);
    else if (message.kind === "measure") void answerScrape(message.id, metrics);
    else stop.request("stop");
  });
  signal.addEventListener("abort", () => reject(signal.reason));
  serve.catch(() => {});

  await using opened = new AsyncDisposableStack();
  const tracing = opened.use(await openTracing(configuration, log));
  // Before the port is open: while other processes serve, requests would wait for the load of a replacement.
  await loadSurfaces();
  const http = opened.use(
    await serveHttp({ configuration, log, metrics, tracing, remoteCounters }),
  );
  await send({ kind: "listening" });
  const { embeddedUrl, hasDashboard } = await serve;
  const connecting = connectDatabase({ configuration, log, metrics, tracing, embeddedUrl });
  const { persistence } = opened.use(await connecting);
  metrics?.addState({ pools: () => persistence.pools() });
  const secrets = keepSecrets(configuration);
  const webhookTools = traceWebhookTools(
    openWebhookTools({ ...configuration, ...secrets }),
    tracing,
  );
  opened.defer(() => webhookTools.close());
  const { sessionSecret } = secrets;
  const { publicUrl } = configuration;
  const background = createBackground(log);
  const tools = { ...http.limits, ...webhookTools, background, sessionSecret, publicUrl };
  const application = composeApplication(persistence, tools, { metrics, tracing });
  // The first process has built it.
  const dashboard = hasDashboard
    ? await openDashboard({ ...configuration, progress: () => {} })
    : undefined;
  await http.open({
    application,
    persistence,
    sessionSecret,
    dashboard,
    embeddedUrl,
    allServe: () => allServe,
  });
  await send({ kind: "serving" });
  if (!signal.aborted) await once(signal, "abort");
  await http.stop();
}

async function answerScrape(id: number, metrics: Metrics | undefined): Promise<void> {
  if (metrics) await send({ kind: "measured", id, values: await metrics.values() });
}

/** Sends a message and waits until it is written. A lost channel ends this process, so nobody misses the message. */
function send(message: FromHttpProcess): Promise<void> {
  return new Promise((resolve) => process.send!(message, undefined, {}, () => resolve()));
}
