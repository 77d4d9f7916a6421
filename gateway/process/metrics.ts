import type { Logger } from "pino";
import type { Metrics, MetricValues } from "../metrics/mod.ts";
import type { Persistence } from "../persistence/mod.ts";
import type { Configuration } from "./configuration.ts";

/** Creates the metrics of this process. Returns undefined without METRICS_PORT, and then loads no library for them. */
export async function openMetrics(
  { metricsPort }: Pick<Configuration, "metricsPort">,
): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createMetrics } = await import("../metrics/mod.ts");
  return createMetrics();
}

/** Serves the metrics on METRICS_PORT. `others` returns those of other processes of this service. */
export async function serveMetrics(
  metrics: Metrics,
  { configuration, log, others }: {
    configuration: Configuration;
    log: Logger;
    others?: () => Promise<MetricValues[]>;
  },
): Promise<AsyncDisposable & { url: string }> {
  const { startMetricsServer } = await import("../metrics/mod.ts");
  const server = await startMetricsServer({
    host: configuration.metricsHost,
    port: configuration.metricsPort!,
    log,
    contentType: metrics.contentType,
    read: async () => await metrics.text(await others?.() ?? []),
  });
  return { url: server.url, [Symbol.asyncDispose]: () => server.stop() };
}

/** Returns the database, whose bookings and deliveries are counted. */
export function observePersistence(persistence: Persistence, metrics: Metrics): Persistence {
  return {
    ...persistence,
    gate: metrics.bookings.observe(persistence.gate),
    deliveryQueue: metrics.deliveries.observe(persistence.deliveryQueue),
  };
}

const maxAnswerMs = 2000;

/** Asks other processes for their metrics. */
export interface MetricsCollector {
  /** Returns the metrics of one process, or none if it does not answer in 2 s. `ask` sends it the id. */
  collect(ask: (id: number) => void): Promise<MetricValues[]>;
  /** Passes on an answer. */
  receive(id: number, values: MetricValues): void;
}

export function createMetricsCollector(): MetricsCollector {
  const waiting = new Map<number, (values: MetricValues[]) => void>();
  let lastId = 0;
  return {
    async collect(ask) {
      const id = lastId += 1;
      const { promise, resolve } = Promise.withResolvers<MetricValues[]>();
      waiting.set(id, resolve);
      const timer = setTimeout(() => resolve([]), maxAnswerMs);
      ask(id);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    receive: (id, values) => waiting.get(id)?.([values]),
  };
}
