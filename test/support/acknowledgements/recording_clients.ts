import { setTimeout as delay } from "node:timers/promises";
import { seedOrganization, type TestService } from "../seeded.ts";
import { makeStaff, signIn } from "../staff_session.ts";
import type { AcknowledgedCreation, Acknowledgement } from "./check.ts";

/** An organization that recording clients work in. */
export interface RecordedTenant {
  organizationId: number;
  departmentId: number;
  key: string;
  /** Of a staff session. */
  cookie: string;
}

/** Clients of the service that note every success that they are answered. */
export interface RecordingClients {
  acknowledgements: Acknowledgement[];
  /** Answers 503. Any other answer than a success or 503 ends the run, and so does a lost connection. */
  unavailable: number;
  /** The longest time from the first request to the success, of clients that repeat a creation. */
  maxWaitMs: number;
  /** Milliseconds since the epoch of the last success. */
  lastSuccessAt: number;
  /** The longest time between two successes. The caller may set it to 0. */
  maxGapMs: number;
  /** Rejects with the first unexpected answer. */
  failed: Promise<never>;
  /** Stops after each client has the answer to its current call. Throws the first unexpected answer. */
  stop(): Promise<void>;
}

/** Makes organizations with plenty of room, a key and a staff session each. */
export function makeTenants(
  service: TestService,
  { count, url }: { count: number; url: string },
): Promise<RecordedTenant[]> {
  return Promise.all(Array.from({ length: count }, async () => {
    const seeded = await seedOrganization(service, { slotCapacity: 10_000, credits: 10_000_000 });
    const { organizationId, departmentId } = seeded;
    const { key } = await service.application.createApiKey(organizationId, {
      name: "Recording clients",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
      rateLimitPerHour: 1_000_000,
    });
    const cookie = await signIn(url, await makeStaff(service, organizationId));
    return { organizationId, departmentId, key, cookie };
  }));
}

/**
 * Starts clients that share the tenants. Half of their creations have an `Idempotency-Key` and are repeated
 * until they are answered 201, and now and then once more after it; the others are sent once. A fifth of the
 * appointments are archived, cancelled or completed. `urlOf` gives the service that a client calls next.
 */
export function startRecordingClients(
  tenants: readonly RecordedTenant[],
  { clients, urlOf }: { clients: number; urlOf: (client: number) => string },
): RecordingClients {
  let isOver = false;
  let made = 0;
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const recorded: RecordingClients = {
    acknowledgements: [],
    unavailable: 0,
    maxWaitMs: 0,
    lastSuccessAt: 0,
    maxGapMs: 0,
    failed,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
  const record = (acknowledgement: Acknowledgement) => {
    const before = recorded.lastSuccessAt;
    recorded.lastSuccessAt = Date.now();
    if (before > 0) {
      recorded.maxGapMs = Math.max(recorded.maxGapMs, recorded.lastSuccessAt - before);
    }
    recorded.acknowledgements.push(acknowledgement);
  };
  const running = Array.from({ length: clients }, async (_, client) => {
    const tenant = tenants[client % tenants.length]!;
    const caller = new Caller(tenant, () => urlOf(client), () => recorded.unavailable += 1);
    while (!isOver) {
      const name = `client ${client}, appointment ${made += 1}`;
      const hasKey = Math.random() < 0.5;
      const startedAt = Date.now();
      const created = await caller.create(name, { hasKey });
      if (!created) continue;
      record(created);
      if (hasKey) recorded.maxWaitMs = Math.max(recorded.maxWaitMs, Date.now() - startedAt);
      if (hasKey && Math.random() < 0.2) record((await caller.create(name, { hasKey }))!);
      if (Math.random() < 0.2) {
        const to = (["ARCHIVED", "CANCELLED", "COMPLETED"] as const)[made % 3]!;
        if (await caller.change(created.id, to)) record({ kind: "changed", id: created.id, to });
      }
    }
  });
  // Met by `stop` and by who awaits `failed`; until then it must not end the process.
  failed.catch(() => isOver = true);
  Promise.all(running).catch(fail);
  return recorded;
}

/** One client's requests; each is repeated while it may be. */
class Caller {
  readonly #tenant: RecordedTenant;
  readonly #url: () => string;
  readonly #onUnavailable: () => void;

  constructor(tenant: RecordedTenant, url: () => string, onUnavailable: () => void) {
    this.#tenant = tenant;
    this.#url = url;
    this.#onUnavailable = onUnavailable;
  }

  /** Without a key undefined after a 503, since a second request might book twice. */
  async create(
    name: string,
    { hasKey }: { hasKey: boolean },
  ): Promise<AcknowledgedCreation | undefined> {
    const { organizationId, departmentId, key } = this.#tenant;
    const answer = await this.#send("/api/v1/appointments", {
      headers: { "X-API-Key": key, ...(hasKey && { "Idempotency-Key": name }) },
      body: { departmentId, dateTime: dateTimeOf(name), name },
      repeats: hasKey,
    });
    if (!answer) return undefined;
    if (answer.status !== 201) throw unexpected("a creation", answer);
    const { id, qrCode } = answer.body as { id: number; qrCode: string };
    return { kind: "created", organizationId, id, qrCode, name };
  }

  /** Whether it was answered 200; not when an attempt before it, whose answer was lost, made the change. */
  async change(id: number, to: "ARCHIVED" | "CANCELLED" | "COMPLETED"): Promise<boolean> {
    const { key, cookie } = this.#tenant;
    const answer = to === "ARCHIVED"
      ? await this.#send(`/api/v1/appointments/${id}`, {
        method: "DELETE",
        headers: { "X-API-Key": key },
        repeats: true,
      })
      : await this.#send(`/trpc/appointments.${to === "CANCELLED" ? "cancel" : "complete"}`, {
        headers: { Cookie: cookie },
        // The appointments are of future days, which are completed with a reason.
        body: { id, ...(to === "COMPLETED" && { overrideReason: "Came early" }) },
        repeats: true,
      });
    if (answer!.status === 200) return true;
    if (answer!.status === 409 && answer!.isRepeated) return false;
    throw unexpected(`${id} to be ${to}`, answer!);
  }

  async #send(path: string, { method = "POST", headers, body, repeats }: {
    method?: string;
    headers: Record<string, string>;
    body?: unknown;
    repeats: boolean;
  }): Promise<ClientAnswer | undefined> {
    for (let attempt = 0;; attempt += 1) {
      const answer = await post(`${this.#url()}${path}`, { method, headers, body });
      if (answer) return { ...answer, isRepeated: attempt > 0 };
      this.#onUnavailable();
      if (!repeats) return undefined;
      await delay(20);
    }
  }
}

interface ClientAnswer {
  status: number;
  body: unknown;
  isRepeated: boolean;
}

/** Undefined for 503. Throws if there is no answer: the service runs all the time. */
async function post(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
): Promise<{ status: number; body: unknown } | undefined> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (response.status === 503) return undefined;
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

function unexpected(request: string, { status, body }: ClientAnswer): Error {
  return new Error(`${request} was answered ${status}: ${JSON.stringify(body)}`);
}

/** Spreads the appointments over the minutes of a week. */
function dateTimeOf(name: string): string {
  const number = Number(/\d+$/.exec(name)![0]);
  return Temporal.PlainDateTime.from("2027-03-01T00:00")
    .add({ minutes: number % 10_080 })
    .toString();
}
