import { setTimeout as delay } from "node:timers/promises";
import { clientOf } from "./arrivals.ts";
import type { Office } from "./office.ts";

/** An event of a visit, as an integrator gets it. */
export interface VisitEvent {
  id: string;
  type: string;
  number: number;
}

/** What integrators read along with a day. */
export interface EventRecords extends AsyncDisposable {
  /** The events of the feed, in its order. */
  feed: readonly VisitEvent[];
  /** The events that the webhook received, each as often as it came. */
  webhook: readonly VisitEvent[];
  /** Waits until both have this many different events. */
  complete(count: number): Promise<void>;
}

const types = ["visit.arrived", "visit.called", "visit.finished"] as const;
const maxWaitMs = 120_000;

/** Reads the feed and the deliveries of an office from now on. */
export async function recordEvents(office: Office): Promise<EventRecords> {
  const { api, apiKey, receivers } = office;
  const client = clientOf(api, 1, apiKey);
  const { nextCursor: after } = await client.events.list();
  const stopping = new AbortController();
  const { signal } = stopping;
  const feed: VisitEvent[] = [];
  const webhook: VisitEvent[] = [];
  const reading = (async () => {
    for await (const { event } of client.events.subscribe({ after, types, signal })) {
      feed.push(toVisitEvent(event));
    }
  })();
  const takeDeliveries = async () => {
    for (const { body } of await receivers.take()) webhook.push(toVisitEvent(JSON.parse(body)));
  };
  const idsOf = (events: readonly VisitEvent[]) => new Set(events.map(({ id }) => id));
  return {
    feed,
    webhook,
    async complete(count) {
      for (const deadline = performance.now() + maxWaitMs; performance.now() < deadline;) {
        await takeDeliveries();
        if (idsOf(feed).size >= count && idsOf(webhook).size >= count) return;
        await delay(200);
      }
      const found = `${idsOf(feed).size} in the feed, ${idsOf(webhook).size} delivered`;
      throw new Error(`Of ${count} events of visits only ${found}`);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await reading;
    },
  };
}

function toVisitEvent({ id, type, data }: { id: string; type: string; data: object }): VisitEvent {
  return { id, type, number: (data as { object: { number: number } }).object.number };
}
