import { type Attributes, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ClaimedAttempt, DeliveryQueue, Ports } from "../../core/ports.ts";
import { contextOf, fromHeaders, isLive, type Scope, type Scopes, toHeaders } from "./scopes.ts";

/** The traced request that caused an event. */
interface EventOrigin {
  traceparent: string;
  tracestate: string | null;
  requestId: string | null;
}

type SendDelivery = Ports["sendDelivery"];

/** Traces attempts to deliver webhooks as parts of the requests that caused their events. */
export function traceDeliveries(scopes: Scopes) {
  const origins = new WeakMap<ClaimedAttempt, EventOrigin>();

  /** The queue, which looks for the origin of what it claims. Its own statements belong to no request. */
  function observeQueue(
    queue: DeliveryQueue,
    read: (claimed: readonly ClaimedAttempt[]) => Promise<Map<string, EventOrigin>>,
  ): DeliveryQueue {
    const detached = <T>(work: () => T) => scopes.run(undefined, work);
    return {
      claim: (limit, channel) =>
        detached(async () => {
          const claimed = await queue.claim(limit, channel);
          if (claimed.length === 0) return claimed;
          // Without the origins, the events are still delivered.
          const found = await read(claimed).catch(() => undefined);
          for (const one of claimed) {
            const origin = found?.get(one.eventId);
            if (origin) origins.set(one, origin);
          }
          return claimed;
        }),
      settle: (settled) => detached(() => queue.settle(settled)),
      release: (claimed) => detached(() => queue.release(claimed)),
      abandonOverdue: () => detached(() => queue.abandonOverdue()),
    };
  }

  /** Makes attempts of the queue in the scope of their request. */
  function observeAttempts<A extends { attemptDelivery(claimed: ClaimedAttempt): unknown }>(
    application: A,
  ): A {
    const attemptDelivery = (claimed: ClaimedAttempt) =>
      scopes.run(scopeOf(claimed), () => application.attemptDelivery(claimed));
    return { ...application, attemptDelivery } as A;
  }

  function scopeOf(claimed: ClaimedAttempt): Scope | undefined {
    const origin = origins.get(claimed);
    const span = origin && trace.getSpan(fromHeaders(origin));
    if (!span) return undefined;
    return { span, requestId: origin.requestId ?? undefined, attributes: attributesOf(claimed) };
  }

  /** Sends with the headers of the trace. No part of the URL but host and port: receivers put secrets into it. */
  function observeSender(send: SendDelivery): SendDelivery {
    return async (delivery) => {
      const scope = scopes.current();
      // A test is sent while its request is served. Other attempts have the span of an earlier request.
      const isTraced = scope && (scope.attributes !== undefined || isLive(scope));
      if (!isTraced) return await send(delivery);
      const { hostname, port } = new URL(delivery.url);
      const span = scopes.start("POST", {
        kind: SpanKind.CLIENT,
        parent: contextOf(scope),
        attributes: {
          ...scope.attributes,
          "http.request.method": "POST",
          "server.address": hostname,
          "server.port": Number(port || 443),
        },
      });
      const headers = { ...delivery.headers, ...headersOf({ span, requestId: scope.requestId }) };
      const result = await scopes.run(undefined, () => send({ ...delivery, headers }));
      if (result.statusCode !== null) {
        span.setAttribute("http.response.status_code", result.statusCode);
      }
      if (!result.isDelivered) {
        span.setAttribute("error.type", String(result.statusCode ?? "_OTHER"));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
      return result;
    };
  }
  return { observeQueue, observeAttempts, observeSender };
}

function attributesOf({ attempt, webhookId, eventId, eventType }: ClaimedAttempt): Attributes {
  return {
    "appointment.webhook.id": webhookId,
    "appointment.event.id": eventId,
    "appointment.event.type": eventType,
    ...(attempt > 1 && { "http.request.resend_count": attempt - 1 }),
  };
}

function headersOf({ span, requestId }: Scope): Record<string, string> {
  const headers = toHeaders(span);
  return {
    ...(headers && { traceparent: headers.traceparent }),
    ...(headers?.tracestate && { tracestate: headers.tracestate }),
    ...(requestId !== undefined && { "X-Request-Id": requestId }),
  };
}
