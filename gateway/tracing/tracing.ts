import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { randomUUID } from "node:crypto";
import { traceDeliveries } from "./deliveries.ts";
import { createExport, type WarnLog } from "./export.ts";
import { traceRequests } from "./requests.ts";
import { createScopes } from "./scopes.ts";
import type { SamplerName, TracingSettings } from "./settings.ts";
import { traceSharedWork, traceStatements } from "./statements.ts";
import { traceUseCases } from "./use_cases.ts";

/** The tracing of this process. */
export type Tracing = ReturnType<typeof openTracing>;

/** Begins to trace and to send spans. */
export function openTracing(settings: TracingSettings, log: WarnLog) {
  const exporting = createExport(settings, log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": settings.serviceName,
      "service.instance.id": randomUUID(),
      "process.pid": process.pid,
    }),
    sampler: samplerOf(settings),
    spanProcessors: [exporting.processor],
  });
  const scopes = createScopes(provider.getTracer("appointment-booking"));
  return {
    request: traceRequests(scopes),
    useCases: traceUseCases(scopes),
    database: { onStatement: traceStatements(scopes), ...traceSharedWork(scopes) },
    deliveries: traceDeliveries(scopes),
    /** Runs work that belongs to no request. */
    detached: <T>(work: () => T) => scopes.run(undefined, work),
    [Symbol.asyncDispose]: () => exporting.stop(),
  };
}

function samplerOf({ sampler, samplerRatio }: TracingSettings): Sampler {
  const roots: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(samplerRatio),
  };
  const base = sampler.replace("parentbased_", "") as SamplerName;
  const root = roots[base]!();
  return sampler === base ? root : new ParentBasedSampler({ root });
}
