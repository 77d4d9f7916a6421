import type { Logger } from "pino";
import type { Application } from "../../core/mod.ts";
import type { Persistence } from "../persistence/mod.ts";
import type { Tracing } from "../tracing/mod.ts";
import type { Configuration } from "./configuration.ts";
import type { WebhookTools } from "./webhook_tools.ts";

/**
 * Begins to trace this process. Its end sends the spans that wait. Returns undefined without
 * OTEL_EXPORTER_OTLP_ENDPOINT, and then loads no library for traces.
 */
export async function openTracing(
  { tracing }: Pick<Configuration, "tracing">,
  log: Logger,
): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { openTracing } = await import("../tracing/mod.ts");
  return openTracing(tracing, log);
}

/** Returns the database, whose deliveries know the requests that caused them. */
export function tracePersistence(
  persistence: Persistence,
  { deliveries, detached }: Tracing,
): Persistence {
  const { usageLog, eventOrigins, deliveryQueue } = persistence;
  return {
    ...persistence,
    deliveryQueue: deliveries.observeQueue(
      deliveryQueue,
      (claimed) => eventOrigins.read(claimed),
    ),
    // They start timers, which write the entries of all requests.
    usageLog: {
      record: (entry) => detached(() => usageLog.record(entry)),
      noteUse: (call) => detached(() => usageLog.noteUse(call)),
    },
  };
}

/** Returns the use cases with spans. */
export function traceApplication(application: Application, tracing: Tracing): Application {
  return tracing.deliveries.observeAttempts(tracing.useCases(application));
}

/** Returns the webhook tools with a span for each attempt. */
export function traceWebhookTools(tools: WebhookTools, tracing: Tracing | undefined): WebhookTools {
  if (!tracing) return tools;
  return { ...tools, sendDelivery: tracing.deliveries.observeSender(tools.sendDelivery) };
}
