import { createHmac } from "node:crypto";
import { Client } from "pg";
import { expect } from "vitest";
import { type Api, startApi } from "./api.ts";
import { checkLedger } from "./ledger_audit.ts";
import { type Received, type Receivers, startReceivers } from "./receivers.ts";
import { type RunningWorker, startService, startWorker } from "./running_service.ts";
import { secretsEnvironment, subscribe } from "./webhooks.ts";

const receiverCount = 2;
/** Two seconds' worth. */
const maxUnderWay = 200;
/** A living process takes over the deliveries of a killed one within this time. */
const takeoverMs = 30_000;

export interface Killing {
  kills: number;
  /** A random time up to this passes between a restart and the next kill. */
  maxPauseMs: number;
  /** At the end all leases are made to run out, instead of waiting for it. */
  endsLeases?: boolean;
  progress?(line: string): void;
}

/** What came of it; everything else was checked. */
export interface Survived {
  killsOfService: number;
  killsOfWorker: number;
  bookings: number;
  deliveries: number;
  duplicates: number;
  /** Attempts whose process was killed while it held them, and the longest until another did or it was written. */
  takenOver: number;
  maxTakeoverMs: number;
}

/**
 * Kills a serving process and a worker in random order under 100 creations a second, and checks that every
 * 201 has its appointment, its credit entry, its event, and a delivery with a right signature at each of two
 * receivers; and that repetitions are the same delivery of the same bytes.
 */
export async function killWhileDelivering(killing: Killing): Promise<Survived> {
  await using receivers = await startReceivers(Array(receiverCount).fill("answers"), {
    answersAfterMs: 30,
  });
  const environment = { ...secretsEnvironment, ...receivers.environment, LOG_LEVEL: "error" };
  await using api = await startApi({ environment });
  const tenant = await api.organization({ slotCapacity: 10_000, credits: 10_000_000 });
  const secrets: string[] = [];
  for (const url of receivers.urls) {
    secrets.push((await subscribe(api.seeding, tenant, { url })).secret);
  }
  const client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    const victims = new Victims(api, environment);
    await victims.start();
    await using callers = startCallers(api, tenant);
    const leases = new LeaseWatch(client);
    for (let kill = 1; kill <= killing.kills; kill += 1) {
      await delay(Math.random() * killing.maxPauseMs);
      await victims.kill(() => leases.note());
      if (kill % 5 === 0) killing.progress?.(`${kill} kills, ${callers.made.size} bookings`);
    }
    await callers.stop();
    if (killing.endsLeases) await client.query(endLeases);
    killing.progress?.("no more kills; waiting for what is left to be delivered");
    await expect.poll(() => countOf(client, pending), { timeout: 180_000, interval: 200 }).toBe(0);
    await leases.stop();
    expect(leases.maxMs).toBeLessThan(takeoverMs);
    await victims.stop();
    const checked = await checkDeliveries({ api, client, receivers, secrets, made: callers.made });
    return {
      killsOfService: victims.killsOfService,
      killsOfWorker: victims.killsOfWorker,
      bookings: callers.made.size,
      ...checked,
      takenOver: leases.count,
      maxTakeoverMs: Math.round(leases.maxMs),
    };
  } finally {
    await client.end();
  }
}

const pending = "select count(*)::int from webhook_attempts where status = 'PENDING'";
const endLeases = "update webhook_attempts set leased_until = now() where leased_until is not null";

async function countOf(client: Client, text: string): Promise<number> {
  return (await client.query<{ count: number }>(text)).rows[0]!.count;
}

/** The serving process, which delivers as well, and the worker. */
class Victims {
  killsOfService = 0;
  killsOfWorker = 0;
  readonly #api: Api;
  readonly #environment: Record<string, string>;
  #worker: RunningWorker | undefined;

  constructor(api: Api, environment: Record<string, string>) {
    this.#api = api;
    this.#environment = environment;
  }

  async start(): Promise<void> {
    this.#worker = await startWorker(this.#api.databaseUrl, this.#environment);
  }

  /** Kills one of the two, and starts it again. */
  async kill(onKilled: () => Promise<void>): Promise<void> {
    const { services, databaseUrl } = this.#api;
    if (Math.random() < 0.5) {
      await services[0]!.stop("SIGKILL");
      await onKilled();
      services[0] = await startService(databaseUrl, this.#environment);
      this.killsOfService += 1;
    } else {
      await this.#worker!.stop("SIGKILL");
      await onKilled();
      await this.start();
      this.killsOfWorker += 1;
    }
  }

  async stop(): Promise<void> {
    await this.#worker!.stop();
  }
}

/** Watches the attempts that are leased at a kill until another worker claims or settles them. */
class LeaseWatch {
  count = 0;
  maxMs = 0;
  readonly #client: Client;
  readonly #since = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();

  constructor(client: Client) {
    this.#client = client;
    this.#timer = setInterval(() => this.#looking = this.#look(), 250);
  }

  async note(): Promise<void> {
    const now = performance.now();
    // Some of them are the survivor's, which writes them within moments.
    for (const lease of await this.#leased()) {
      if (!this.#since.has(lease)) this.#since.set(lease, now);
    }
  }

  async #look(): Promise<void> {
    if (this.#since.size === 0) return;
    const leased = new Set(await this.#leased());
    for (const [lease, since] of this.#since) {
      const elapsedMs = performance.now() - since;
      this.maxMs = Math.max(this.maxMs, elapsedMs);
      if (leased.has(lease)) continue;
      this.#since.delete(lease);
      if (elapsedMs > 5000) this.count += 1;
    }
  }

  async #leased(): Promise<string[]> {
    const { rows } = await this.#client.query<{ name: string }>(
      "select id || ' ' || lease as name from webhook_attempts where status = 'PENDING' and lease is not null",
    );
    return rows.map(({ name }) => name);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#look();
  }
}

/** Books a hundred times a second, unless too many are under way; each is repeated under its key until it is answered. */
function startCallers(api: Api, { departmentId, key }: { departmentId: number; key: string }) {
  const made = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  let number = 0;
  let isOver = false;

  async function book(name: string): Promise<void> {
    const minute = String(number % 60).padStart(2, "0");
    const body = JSON.stringify({ departmentId, dateTime: `2038-03-01T10:${minute}`, name });
    const headers = {
      "X-API-Key": key,
      "Content-Type": "application/json",
      "Idempotency-Key": name,
    };
    for (;;) {
      const id = await post(`${api.services[0]!.url}/api/v1/appointments`, { headers, body });
      if (id !== undefined) return void made.set(name, id);
      await delay(20);
    }
  }

  const startedAt = performance.now();
  let missed = 0;
  const timer = setInterval(() => {
    const due = (performance.now() - startedAt) / 10 - missed;
    while (number < due && !isOver) {
      // Where the machine makes fewer, more and more of them would only stop it altogether.
      if (underWay.size >= maxUnderWay) return void (missed += due - number);
      number += 1;
      const call: Promise<void> = book(`booking ${number}`).finally(() => underWay.delete(call));
      underWay.add(call);
    }
  }, 10);

  async function stop(): Promise<void> {
    isOver = true;
    clearInterval(timer);
    await Promise.all(underWay);
  }
  return { made, stop, [Symbol.asyncDispose]: stop };
}

async function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<number | undefined> {
  try {
    const response = await fetch(url, { method: "POST", headers, body });
    const answer = await response.json() as { id?: number };
    if (response.status !== 201 && response.status !== 503) throw new Error(JSON.stringify(answer));
    return answer.id;
  } catch (error) {
    // The connection was lost, or the answer was cut short.
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function checkDeliveries(
  { api, client, receivers, secrets, made }: {
    api: Api;
    client: Client;
    receivers: Receivers;
    secrets: string[];
    made: ReadonlyMap<string, number>;
  },
): Promise<{ deliveries: number; duplicates: number }> {
  const books = await checkLedger(api.databaseUrl);
  expect(books.names.toSorted()).toEqual([...made.keys()].toSorted());
  const { rows: events } = await client.query<{ id: string; appointment: number; body: string }>(
    "select id, appointment_id::int as appointment, body from webhook_events",
  );
  expect(sorted(events.map(({ appointment }) => appointment))).toEqual(sorted([...made.values()]));
  const received = await receivers.take();
  const byDelivery = Map.groupBy(received, ({ receiver, eventId }) => `${receiver} ${eventId}`);
  for (const [receiver, secret] of secrets.entries()) {
    for (const event of events) {
      const [first, ...again] = byDelivery.get(`${receiver} ${event.id}`) ?? [];
      // Plain comparisons: there are tens of thousands of them.
      if (first === undefined) throw new Error(`Event ${event.id} did not reach ${receiver}`);
      if (first.body !== event.body) throw new Error(`Event ${event.id} has other bytes`);
      if (first.signature !== signatureOf(event.body, secret)) {
        throw new Error(`Event ${event.id} has a wrong signature at ${receiver}`);
      }
      const fault = again.find((one) => !isSame(one, first));
      if (fault) throw new Error(`Event ${event.id} came differently: ${JSON.stringify(fault)}`);
    }
  }
  const distinct = secrets.length * events.length;
  expect(byDelivery.size).toBe(distinct);
  return { deliveries: distinct, duplicates: received.length - distinct };
}

function isSame(one: Received, other: Received): boolean {
  return one.deliveryId === other.deliveryId && one.body === other.body &&
    one.signature === other.signature;
}

function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

function sorted(numbers: number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
