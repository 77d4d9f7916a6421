import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type EventType, signDelivery } from "../../core/mod.ts";
import { hmacSha256 } from "../security/crypto.ts";

/** The last attempt to send an event. */
export interface Forwarded {
  type: string;
  /** The id of the appointment, or the time of the slot. */
  subject: string;
  /** The status, or why there was none, and what happens then. */
  outcome: string;
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

/** Sends an event as a webhook would, up to three times. `onAttempt` gets each attempt. Never throws. */
export async function forwardEvent(
  event: object,
  { forwardTo, secret, environment, signal, onAttempt }: {
    forwardTo: string;
    secret: string;
    environment: "LIVE" | "TEST";
    signal: AbortSignal;
    onAttempt(forwarded: Forwarded): void;
  },
): Promise<{ isDelivered: boolean }> {
  const { id: eventId, type, data: { object } } = event as Event;
  // The same bytes as the service signs: it made them in the same way.
  const body = JSON.stringify(event);
  const delivery = { eventId, type, environment, body, deliveryId: randomUUID() };
  const subject = String(object.id ?? object.slotTime ?? "");
  for (const [i, pauseMs] of pausesMs.entries()) {
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    if (signal.aborted && pauseMs > 0) break;
    const sentAt = Temporal.Now.instant();
    const headers = await signDelivery({ hmacSha256 }, { ...delivery, secrets: [secret], sentAt });
    const startedAt = performance.now();
    const { outcome, isDelivered } = await send(forwardTo, { headers, body });
    const durationMs = Math.round(performance.now() - startedAt);
    const nextPauseMs = pausesMs[i + 1];
    const then = nextPauseMs === undefined ? "given up" : `trying again in ${nextPauseMs / 1000} s`;
    onAttempt({
      type,
      subject,
      outcome: isDelivered ? outcome : `${outcome}, ${then}`,
      durationMs,
    });
    if (isDelivered) return { isDelivered };
  }
  return { isDelivered: false };
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
