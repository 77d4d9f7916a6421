import { randomFrom } from "../random.ts";
import { seedOrganization, type TestService } from "../seeded.ts";
import { makeStaff, signIn } from "../staff_session.ts";
import type { Acknowledgement } from "./check.ts";
import type { ActKind, AppointmentHistory } from "./history.ts";
import { type RecordedTenant, RecordingCaller } from "./recording_caller.ts";

export type { RecordedTenant } from "./recording_caller.ts";

/** Clients of the service that note every request, and every success that they are answered. */
export interface RecordingClients {
  /** Creations, and the last changes of appointments. */
  acknowledgements: Acknowledgement[];
  histories: AppointmentHistory[];
  /** All successes, moves included. */
  acknowledged: number;
  /** Answers 503. Any other answer than a success, a refusal or 503 ends the run. */
  unavailable: number;
  /** Requests whose connection was lost. Without `losesConnections` the first one ends the run. */
  connectionsLost: number;
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

/** Makes organizations with plenty of room, a narrow department, a key and a staff session each. */
export function makeTenants(
  service: TestService,
  { count, url }: { count: number; url: string },
): Promise<RecordedTenant[]> {
  return Promise.all(Array.from({ length: count }, async () => {
    const seeded = await seedOrganization(service, { slotCapacity: 10_000, credits: 10_000_000 });
    const { organizationId, departmentId } = seeded;
    const { id: narrowDepartmentId } = await service.application.createDepartment(organizationId, {
      name: "Narrow",
      slotCapacity: 2,
    });
    const { key } = await service.application.createApiKey(organizationId, {
      name: "Recording clients",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
      rateLimitPerHour: 1_000_000,
    });
    const cookie = await signIn(url, await makeStaff(service, organizationId));
    return { organizationId, departmentId, narrowDepartmentId, key, cookie };
  }));
}

export interface RecordingClientsOptions {
  clients: number;
  /** Gives the service that a client calls next. */
  urlOf(client: number): string;
  /** Services are killed: a request whose connection is lost has an unknown outcome. */
  losesConnections?: boolean;
  /** The clients also move appointments, use the narrow departments, and try what must be refused. */
  hasMoves?: boolean;
  seed?: number;
}

/**
 * Starts clients that share the tenants. Half of their creations have an `Idempotency-Key` and are repeated
 * until they are answered, and now and then once more after it; the others are sent once. A part of the appointments
 * is archived, cancelled or completed.
 */
export function startRecordingClients(
  tenants: readonly RecordedTenant[],
  options: RecordingClientsOptions,
): RecordingClients {
  let isOver = false;
  let made = 0;
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const recorded: RecordingClients = {
    acknowledgements: [],
    histories: [],
    acknowledged: 0,
    unavailable: 0,
    connectionsLost: 0,
    maxWaitMs: 0,
    lastSuccessAt: 0,
    maxGapMs: 0,
    failed,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
  const { urlOf, hasMoves = false, losesConnections, seed = Math.random() * 2 ** 32 } = options;
  const running = Array.from({ length: options.clients }, async (_, client) => {
    const tenant = tenants[client % tenants.length]!;
    const caller = new RecordingCaller(tenant, () => urlOf(client), {
      onUnavailable: () => recorded.unavailable += 1,
      onConnectionLost: losesConnections ? () => recorded.connectionsLost += 1 : undefined,
    });
    const random = randomFrom(seed + client);
    const walk = new Walk({ tenant, caller, recorded, random, hasMoves });
    while (!isOver) await walk.book(made += 1, client);
  });
  // Met by `stop` and by who awaits `failed`; until then it must not end the process.
  failed.catch(() => isOver = true);
  Promise.all(running).catch(fail);
  return recorded;
}

/** What one client does, one appointment after the other. */
class Walk {
  readonly #tenant: RecordedTenant;
  readonly #caller: RecordingCaller;
  readonly #recorded: RecordingClients;
  readonly #random: () => number;
  readonly #hasMoves: boolean;

  constructor({ tenant, caller, recorded, random, hasMoves }: {
    tenant: RecordedTenant;
    caller: RecordingCaller;
    recorded: RecordingClients;
    random: () => number;
    hasMoves: boolean;
  }) {
    this.#tenant = tenant;
    this.#caller = caller;
    this.#recorded = recorded;
    this.#random = random;
    this.#hasMoves = hasMoves;
  }

  async book(number: number, client: number): Promise<void> {
    const { organizationId } = this.#tenant;
    const name = `client ${client}, appointment ${number}`;
    const history: AppointmentHistory = { organizationId, name, acts: [] };
    this.#recorded.histories.push(history);
    const hasKey = this.#random() < 0.5;
    const place = this.#place(number);
    const startedAt = Date.now();
    const outcome = await this.#caller.act(history, "created", { hasKey, repeats: hasKey, place });
    if (outcome !== "acknowledged") return;
    const { id, qrCode } = history as Required<AppointmentHistory>;
    this.#record({ kind: "created", organizationId, id, qrCode, name });
    if (hasKey) {
      this.#recorded.maxWaitMs = Math.max(this.#recorded.maxWaitMs, Date.now() - startedAt);
      if (this.#random() < 0.2) {
        const again = await this.#caller.repeatCreation(history, place);
        this.#record({ kind: "created", organizationId, ...again, name });
      }
    }
    if (this.#hasMoves) await this.#change(history);
    else if (this.#random() < 0.2) await this.#end(history, number);
  }

  /** Moves an appointment some times, perhaps ends it, and then perhaps tries to move it. */
  async #change(history: AppointmentHistory): Promise<void> {
    while (this.#random() < 0.5) {
      if (await this.#move(history) === "unknown") return;
    }
    if (this.#random() < 0.5) return;
    const number = Math.floor(this.#random() * 3);
    if (await this.#end(history, number) && this.#random() < 0.1) await this.#move(history);
  }

  async #move(history: AppointmentHistory) {
    const hasKey = this.#random() < 0.5;
    const place = this.#place(Math.floor(this.#random() * 10_080));
    const before = history.acts.findLast(({ outcome, place }) =>
      outcome === "acknowledged" && place !== undefined
    )!.place!;
    // A move to where it already is would change nothing.
    if (JSON.stringify(before) === JSON.stringify(place)) return "refused";
    const outcome = await this.#caller.act(history, "moved", { hasKey, repeats: hasKey, place });
    if (outcome === "acknowledged") this.#record();
    return outcome;
  }

  /** Archives, cancels or completes. Returns whether it was answered with success. */
  async #end(history: AppointmentHistory, number: number): Promise<boolean> {
    const kind: ActKind = (["archived", "cancelled", "completed"] as const)[number % 3]!;
    const hasKey = kind !== "archived" && this.#random() < 0.5;
    const repeats = !this.#hasMoves || hasKey || kind === "archived";
    const outcome = await this.#caller.act(history, kind, { hasKey, repeats });
    if (outcome !== "acknowledged") return false;
    const to = kind.toUpperCase() as "ARCHIVED" | "CANCELLED" | "COMPLETED";
    this.#record({ kind: "changed", id: history.id!, to });
    return true;
  }

  #record(acknowledgement?: Acknowledgement): void {
    const recorded = this.#recorded;
    const before = recorded.lastSuccessAt;
    recorded.lastSuccessAt = Date.now();
    recorded.acknowledged += 1;
    if (before > 0) {
      recorded.maxGapMs = Math.max(recorded.maxGapMs, recorded.lastSuccessAt - before);
    }
    if (acknowledgement) recorded.acknowledgements.push(acknowledgement);
  }

  /** Spreads the appointments over the minutes of a week, and those of a narrow department over a day. */
  #place(number: number): { departmentId: number; dateTime: string } {
    const { departmentId, narrowDepartmentId } = this.#tenant;
    const isNarrow = this.#hasMoves && this.#random() < 0.1;
    const dateTime = Temporal.PlainDateTime.from("2038-03-01T00:00")
      .add({ minutes: number % (isNarrow ? 1440 : 10_080) })
      .toString();
    return { departmentId: isNarrow ? narrowDepartmentId : departmentId, dateTime };
  }
}
