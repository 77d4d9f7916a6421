import { once } from "node:events";
import { composeApplication } from "./composition.ts";
import { workerSizeOf } from "./connection_needs.ts";
import { readConfiguration } from "./configuration.ts";
import { keepSecrets } from "./secrets.ts";
import { databaseName, openDatabase } from "./database.ts";
import { openMetrics, serveMetrics } from "./metrics.ts";
import { openTracing, traceWebhookTools } from "./tracing.ts";
import { createLog } from "./log.ts";
import { complain, say } from "./output.ts";
import { type StartedWith, startFaultMessage } from "./start_fault.ts";
import { listenForStop, stopOnDefects } from "./stop_signals.ts";
import { warnOfUnknownSettings } from "./unknown_settings.ts";
import { deliverWebhooks, openWebhookTools } from "./webhook_tools.ts";

/** Runs a process that only delivers webhooks, until it is stopped. Returns the exit code. */
export async function runWorker(environment: NodeJS.ProcessEnv): Promise<number> {
  using stop = listenForStop({ onInsist: () => process.exit(1) });
  const { signal } = stop;
  let exitCode = 0;
  let startedWith: StartedWith | undefined;
  try {
    const configuration = readConfiguration(environment, { needsSecrets: true });
    startedWith = { databaseName: databaseName(configuration), dataDir: configuration.dataDir };
    const log = createLog({ level: configuration.logLevel });
    warnOfUnknownSettings(environment, log);
    stopOnDefects(stop, { log, onDefect: () => exitCode = 1 });
    await using opened = new AsyncDisposableStack();
    const metrics = await openMetrics(configuration);
    const tracing = opened.use(await openTracing(configuration, log));
    const scraped = metrics && opened.use(await serveMetrics(metrics, { configuration, log }));
    const database = await openDatabase({
      configuration,
      log,
      progress: say,
      signal,
      mode: "connect",
      metrics,
      tracing,
    });
    opened.use(database);
    const { persistence } = database;
    // Deliveries do not wait for it.
    void persistence.followWrites(workerSizeOf(configuration));
    const secrets = keepSecrets(configuration);
    const tools = traceWebhookTools(openWebhookTools({ ...configuration, ...secrets }), tracing);
    opened.defer(() => tools.close());
    metrics?.addState({
      pools: () => persistence.pools(),
      waitingWork: () => persistence.waitingWork(),
    });
    // For the links of people in mails.
    const links = { sessionSecret: secrets.sessionSecret, publicUrl: configuration.publicUrl };
    const application = composeApplication(persistence, { ...tools, ...links }, {
      metrics,
      tracing,
    });
    const sendsMails = configuration.mail !== undefined;
    const delivery = deliverWebhooks({ application, persistence, sendsMails }, log);
    opened.defer(() => delivery.stop());
    if (scraped) say(`Metrics on ${scraped.url}`);
    say(`Delivering webhooks from ${startedWith.databaseName}. Stop with Ctrl-C`);
    if (!signal.aborted) await once(signal, "abort");
    say("Stopping ...");
    return exitCode;
  } catch (error) {
    if (signal.aborted) return exitCode;
    complain(startFaultMessage(error, startedWith));
    return 1;
  }
}
