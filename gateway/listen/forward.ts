import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type EventType, signDelivery } from "../../core/mod.ts";
import { hmacSha256 } from "../security/crypto.ts";

/** An event that was sent, or given up. */
export interface Forwarded {
  type: string;
  /** The id of the appointment, or the time of the slot. */
  subject: string;
  /** The last status, or why there was none. */
  outcome: string;
  isDelivered: boolean;
  durationMs: number;
}

interface Event {
  id: string;
  type: EventType;
  data: { object: { id?: number; slotTime?: string } };
}

/** How long the address may take, as for a webhook. */
const maxAnswerMs = 5000;
/** A developer restarts the receiver often, so a failed event is tried again soon, and then given up. */
const pausesMs = [0, 1000, 5000];

/** Sends an event as a webhook would, up to three times. Never throws. */
export async function forwardEvent(
  event: object,
  { forwardTo, secret, environment, signal }: {
    forwardTo: string;
    secret: string;
    environment: "LIVE" | "TEST";
    signal: AbortSignal;
  },
): Promise<Forwarded> {
  const { id: eventId, type, data: { object } } = event as Event;
  // The same bytes as the service signs: it made them in the same way.
  const body = JSON.stringify(event);
  const delivery = { eventId, type, environment, body, deliveryId: randomUUID() };
  let outcome = "";
  let isDelivered = false;
  let startedAt = performance.now();
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    if (signal.aborted && pauseMs > 0) break;
    const sentAt = Temporal.Now.instant();
    const headers = await signDelivery({ hmacSha256 }, { ...delivery, secrets: [secret], sentAt });
    startedAt = performance.now();
    ({ outcome, isDelivered } = await send(forwardTo, { headers, body }));
    if (isDelivered) break;
  }
  return {
    type,
    subject: String(object.id ?? object.slotTime ?? ""),
    outcome: isDelivered ? outcome : `${outcome}, given up`,
    isDelivered,
    durationMs: Math.round(performance.now() - startedAt),
  };
}

async function send(
  url: string,
  request: { headers: Record<string, string>; body: string },
): Promise<{ outcome: string; isDelivered: boolean }> {
  try {
    const { ok, status, body } = await fetch(url, {
      ...request,
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(maxAnswerMs),
    });
    await body?.cancel();
    return { outcome: String(status), isDelivered: ok };
  } catch (error) {
    const isLate = (error as Error).name === "TimeoutError";
    return { outcome: isLate ? "no answer in 5 s" : "no connection", isDelivered: false };
  }
}
