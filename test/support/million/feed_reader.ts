import { setTimeout as delay } from "node:timers/promises";
import type { FeedEvent } from "../acknowledgements/check_history.ts";
import type { RecordedTenant } from "../acknowledgements/recording_caller.ts";

interface Page {
  events: { id: string; type: string; data: { object: { id: number } } }[];
  nextCursor: string;
  isLast: boolean;
}

/** A reader of the feed of an organization. It keeps its cursor, and every fifth request it loses the answer. */
export class FeedReader {
  readonly events: FeedEvent[] = [];
  readonly #tenant: RecordedTenant;
  readonly #urlOf: () => string;
  #cursor: string | undefined;
  #requests = 0;
  #isOver = false;
  readonly #reading: Promise<void>;

  constructor(tenant: RecordedTenant, urlOf: () => string) {
    this.#tenant = tenant;
    this.#urlOf = urlOf;
    this.#reading = this.#follow();
    // `finish` throws it.
    this.#reading.catch(() => {});
  }

  /** Reads to the end. No event is written any more. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await this.#reading;
    for (;;) {
      const page = await this.#read();
      if (page?.isLast) return;
      if (!page) await delay(100);
    }
  }

  async #follow(): Promise<void> {
    while (!this.#isOver) {
      const page = await this.#read();
      if (page?.isLast !== false) await delay(300);
    }
  }

  /** Reads a page. Undefined if the request failed, and then the cursor stays where it was. */
  async #read(): Promise<Page | undefined> {
    const { organizationId, key } = this.#tenant;
    const query = new URLSearchParams({
      limit: "1000",
      types: "appointment.created,appointment.updated,appointment.cancelled,appointment.completed",
      ...(this.#cursor !== undefined && { after: this.#cursor }),
    });
    const page = await getPage(`${this.#urlOf()}/api/v1/events?${query}`, key);
    this.#requests += 1;
    if (!page || this.#requests % 5 === 0) return undefined;
    for (const event of page.events) {
      this.events.push({
        organizationId,
        id: event.id,
        type: event.type,
        appointmentId: event.data.object.id,
        body: JSON.stringify(event),
      });
    }
    this.#cursor = page.nextCursor;
    return page;
  }
}

async function getPage(url: string, key: string): Promise<Page | undefined> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, {
      headers: { "X-API-Key": key },
      signal: AbortSignal.timeout(10_000),
    });
    status = response.status;
    text = await response.text();
  } catch {
    return undefined;
  }
  if (status === 503) return undefined;
  if (status !== 200) throw new Error(`The feed was answered ${status}: ${text}`);
  return JSON.parse(text);
}
