import { ROOT_CONTEXT, TraceFlags } from "@opentelemetry/api";
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace";
import type { TracingSettings } from "./settings.ts";

/** Spans that wait for the collector. Further ones are dropped. */
const maxWaiting = 4096;
const timeoutMillis = 5000;
const scheduledDelayMillis = 1000;
const maxStopMs = 3000;

/** The log of what is lost. */
export interface WarnLog {
  warn(fields: object, message: string): void;
}

/** Sends spans in the background. Requests never wait for it. */
export interface SpanExport {
  processor: SpanProcessor;
  /** Sends what waits, for at most 3 s. */
  stop(): Promise<void>;
}

/** Creates the processor that sends spans to the collector. */
export function createExport(
  { endpoint, headers }: Pick<TracingSettings, "endpoint" | "headers">,
  log: WarnLog,
): SpanExport {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis });
  let waiting = 0;
  let dropped = 0;
  let isFailing = false;

  function drop(count: number, reason: string): void {
    dropped += count;
    if (isFailing) return;
    isFailing = true;
    log.warn({ reason }, "sending spans failed, dropping spans until the collector accepts them");
  }

  const counting: SpanExporter = {
    export(spans, done) {
      exporter.export(spans, ({ code, error }: ExportResult) => {
        waiting -= spans.length;
        if (code === ExportResultCode.SUCCESS) reportRecovery();
        else drop(spans.length, reasonOf(error));
        // The processor would report the error once more.
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  function reportRecovery(): void {
    if (!isFailing) return;
    log.warn({ dropped }, "the collector accepts spans again");
    isFailing = false;
    dropped = 0;
  }

  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: maxWaiting,
    scheduledDelayMillis,
  });
  const processor: SpanProcessor = {
    onStart: (span) => batches.onStart(span, ROOT_CONTEXT),
    onEnd(span: ReadableSpan) {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
      if (waiting >= maxWaiting) return drop(1, "too many spans wait");
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  return {
    processor,
    async stop() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, maxStopMs);
      await Promise.race([processor.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
      dropped += waiting;
      if (dropped > 0) log.warn({ dropped }, "spans were not sent to the collector");
    },
  };
}

/** Returns a short reason. No URL and no header, which may have secrets. */
function reasonOf(error: (Error & { code?: unknown }) | undefined): string {
  return typeof error?.code === "string" || typeof error?.code === "number"
    ? String(error.code)
    : error?.message ?? "unknown";
}
