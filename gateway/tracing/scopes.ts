import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from "@opentelemetry/api";
import { parseTraceParent, TraceState } from "@opentelemetry/core";
import { AsyncLocalStorage } from "node:async_hooks";

/** What runs now: a span, and the request that it belongs to. */
export interface Scope {
  span: Span;
  requestId: string | undefined;
  /** Further requests for which the work runs. */
  links?: Link[];
  /** Of an attempt to deliver a webhook, for the span of its request. */
  attributes?: Attributes;
}

/** The scope of the work that runs now, and spans in it. */
export interface Scopes {
  current(): Scope | undefined;
  /** Runs work in a scope, or in none. */
  run<T>(scope: Scope | undefined, work: () => T): T;
  /** Begins a span in a scope. Without one, the span begins a trace. */
  start(
    name: string,
    options: { kind?: SpanKind; attributes?: Attributes; links?: Link[]; parent?: Context },
  ): Span;
}

/** Keeps scopes through `await`, timers and events. */
export function createScopes(tracer: Tracer): Scopes {
  const storage = new AsyncLocalStorage<Scope | undefined>();
  return {
    current: () => storage.getStore(),
    run: (scope, work) => storage.run(scope, work),
    start: (
      name,
      { parent = ROOT_CONTEXT, kind = SpanKind.INTERNAL, attributes = {}, links = [] },
    ) => tracer.startSpan(name, { kind, attributes, links }, parent),
  };
}

/** Returns the context of a span that begins in a scope. */
export function contextOf({ span }: Pick<Scope, "span">): Context {
  return trace.setSpan(ROOT_CONTEXT, span);
}

/** Whether spans in this scope are recorded. Not after its end: what a request leaves running is not part of it. */
export function isLive(scope: Scope | undefined): scope is Scope {
  return scope !== undefined && scope.span.isRecording();
}

/** Ends a span. A message of an error may have personal data, so only its kind is recorded. */
export function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined) {
    span.setAttribute("error.type", kindOf(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** The headers of W3C Trace Context. */
export interface TraceHeaders {
  traceparent: string;
  tracestate: string | null;
}

/** Returns the headers that continue a span; undefined if it is not sampled. */
export function toHeaders(span: Span): TraceHeaders | undefined {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  if ((traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  const flags = traceFlags.toString(16).padStart(2, "0");
  const tracestate = traceState?.serialize();
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, tracestate: tracestate || null };
}

/** Returns the span of another process as the context of a new span. Headers that are malformed begin a new trace. */
export function fromHeaders(
  { traceparent, tracestate }: { traceparent: string | null; tracestate: string | null },
): Context {
  const parent = traceparent === null ? null : parseTraceParent(traceparent);
  if (!parent) return ROOT_CONTEXT;
  const traceState = tracestate === null ? undefined : new TraceState(tracestate);
  const spanContext = { ...parent, isRemote: true, ...(traceState && { traceState }) };
  return trace.setSpanContext(ROOT_CONTEXT, spanContext);
}
