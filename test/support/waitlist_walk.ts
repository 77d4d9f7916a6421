import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { expect } from "vitest";
import { type OwnPostgres, startOwnPostgres } from "./acknowledgements/own_postgres.ts";
import { type Api, startApi, type Tenant } from "./api.ts";
import { checkLedger } from "./ledger_audit.ts";
import { pick, randomFrom } from "./random.ts";
import {
  clock,
  date,
  hadOffer,
  minuteOf,
  passedOver,
  readEntries,
  slotMinutes,
  type StoredEntry,
  timeOf,
  type TimeSpan,
  wants,
} from "./waitlist_history.ts";

const slotCapacity = 3;
const starts = Array.from({ length: 16 }, (_, i) => 9 * 60 + i * slotMinutes);
const openEntries = 40;

/** What the office changes for a while. Each change may end offers. */
const officeChanges = ["a lower capacity", "a closed day", "no bookings", "no worker"] as const;
type OfficeChange = (typeof officeChanges)[number];

/** What came of a walk. */
export interface WaitlistResult {
  /** Cancellations that were acknowledged. */
  freed: number;
  offers: number;
  accepted: number;
  declined: number;
  expired: number;
  /** Offers that the office has ended. */
  withdrawn: number;
  /** Changes of the office, with their ends. */
  changes: number;
  /** Bookings of places that nobody waited for. */
  strangers: number;
  kills: number;
  databaseKills: number;
}

/**
 * Frees places of a full day again and again while entries join, accept, decline, leave and let offers end, strangers try
 * to book, the office changes its settings, and processes are killed. Then checks the tables: who was offered what, when, and who was passed over.
 */
export async function waitlistWalk(
  { seed, freed, processes, kills, databaseKills = 0, progress = () => {} }: {
    seed: number;
    freed: number;
    processes: number;
    kills: number;
    databaseKills?: number;
    progress?(line: string): void;
  },
): Promise<WaitlistResult> {
  await using stack = new AsyncDisposableStack();
  const postgres = databaseKills > 0 ? stack.use(await startOwnPostgres()) : undefined;
  const api = stack.use(
    await startApi({
      processes,
      environment: { LOG_LEVEL: "fatal" },
      ...(postgres && { database: () => Promise.resolve(postgres.url) }),
    }),
  );
  const tenant = await api.organization({ slotCapacity, slotInterval: slotMinutes, credits: 1e6 });
  const office = new Office(api, tenant, randomFrom(seed));
  await office.fill();
  const result = { kills: 0, databaseKills: 0 };
  const actors = [
    office.repeat(() => office.free(freed)),
    office.repeat(() => office.join()),
    office.repeat(() => office.answerOffers()),
    office.repeat(() => office.bookAsStranger()),
    office.repeat(() => office.endSomeOffers(), 300),
    office.repeat(() => office.changeForAWhile(), 500),
  ];
  const steps = kills + databaseKills;
  for (let step = 1; step <= steps; step += 1) {
    await office.reached(Math.floor(freed * step / (steps + 1)));
    if (postgres && step % Math.ceil(steps / databaseKills) === 0) {
      await crash(postgres);
      result.databaseKills += 1;
    } else {
      const process = step % processes;
      await api.services[process]!.stop("SIGKILL");
      await api.startAgain(process);
      result.kills += 1;
    }
    progress(`${office.freed} places freed, ${step} of ${steps} kills`);
  }
  await office.reached(freed);
  office.isOver = true;
  await Promise.all(actors);
  return { ...await office.check(), ...result, freed: office.freed };
}

async function crash(postgres: OwnPostgres): Promise<void> {
  await postgres.crash("SIGKILL");
}

function requireSame(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(expected);
}

/** Waits until something is true. The database may be away meanwhile. */
async function until(isTrue: () => Promise<boolean>, timeout: number): Promise<void> {
  const orFalse = () => isTrue().catch(() => false);
  await expect.poll(orFalse, { timeout, interval: 50 }).toBe(true);
}

class Office {
  freed = 0;
  isOver = false;
  readonly #api: Api;
  readonly #tenant: Tenant;
  readonly #random: () => number;
  /** Ids of appointments that nobody has cancelled. */
  readonly #booked: number[] = [];
  /** The acknowledged acceptances: the appointment of each hold. */
  readonly #accepted = new Map<number, number>();
  #made = 0;
  #workerId = 0;
  #changes = 0;
  /** While the office changes something, a place may be free that is not offered yet. So no stranger books then. */
  #isChanging = false;
  #isStrangerBooking = false;
  /** When the worker could not be booked, or could not surely. */
  readonly #away: TimeSpan[] = [];

  constructor(api: Api, tenant: Tenant, random: () => number) {
    this.#api = api;
    this.#tenant = tenant;
    this.#random = random;
  }

  /** Calls a random process until it answers with something else than 503. */
  async #call(method: string, path: string, body?: object) {
    const headers = { "Idempotency-Key": randomUUID() };
    for (;;) {
      const process = Math.floor(this.#random() * this.#api.services.length);
      try {
        const { key } = this.#tenant;
        const sent = { key, process, headers, ...(body && { body }) };
        const answer = await this.#api.call(method, `/api/v1${path}`, sent);
        if (answer.status !== 503) return answer;
      } catch (error) {
        // The process was killed.
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      }
      await delay(20);
    }
  }

  async repeat(act: () => Promise<void>, pauseMs = 5): Promise<void> {
    while (!this.isOver) {
      await act();
      await delay(pauseMs);
    }
  }

  async reached(freed: number): Promise<void> {
    await until(() => Promise.resolve(this.freed >= freed), 300_000);
  }

  #booking(minute: number) {
    this.#made += 1;
    const { departmentId } = this.#tenant;
    return { departmentId, dateTime: timeOf(minute), name: `Person ${this.#made}` };
  }

  async fill(): Promise<void> {
    const { application } = this.#api.seeding;
    const worker = { name: "Amira" };
    this.#workerId = (await application.createWorker(this.#tenant.departmentId, worker)).id;
    await Promise.all(starts.flatMap((minute) =>
      Array.from({ length: slotCapacity }, async () => {
        const { body } = await this.#call("POST", "/appointments", this.#booking(minute));
        this.#booked.push(body.id);
      })
    ));
  }

  /** Cancels an appointment, until enough were cancelled. */
  async free(enough: number): Promise<void> {
    const [id] = this.#booked.splice(Math.floor(this.#random() * this.#booked.length), 1);
    if (id === undefined || this.freed >= enough) return;
    requireSame((await this.#call("DELETE", `/appointments/${id}`)).status, 200);
    this.freed += 1;
  }

  async join(): Promise<void> {
    const { body } = await this.#call("GET", "/waitlist?state=WAITING");
    if (body.entries.length >= openEntries) return;
    const from = pick(starts, this.#random);
    const to = Math.min(17 * 60, from + slotMinutes * (1 + Math.floor(this.#random() * 5)));
    const { status, changed } = await this.#callWhileChanging("/waitlist", {
      departmentId: this.#tenant.departmentId,
      fromDate: date,
      toDate: date,
      fromTime: clock(from),
      toTime: clock(to),
      ...(this.#random() < 0.25 && { workerId: this.#workerId }),
    });
    if (!changed || ![400, 404].includes(status)) requireSame(status, 201);
  }

  async answerOffers(): Promise<void> {
    const { body } = await this.#call("GET", "/waitlist?state=OFFERED");
    for (const { id, offer } of body.entries) {
      const choice = this.#random();
      if (choice < 0.6) {
        const booking = { ...this.#booking(0), dateTime: offer.slotTime, holdId: offer.holdId };
        const made = await this.#callWhileChanging("/appointments", booking);
        // The offer may have ended meanwhile, or the office has changed and will end it.
        const fields = ["holdId", ...(made.changed ? ["dateTime", "workerId"] : [])];
        if (made.changed && made.status === 404) continue;
        if (made.status === 400) {
          requireSame([fields, fields.includes(made.body.error.details[0].field)], [fields, true]);
        } else this.#accepted.set(offer.holdId, this.#keep(made).body.id);
      } else if (choice < 0.75) {
        await this.#call("DELETE", `/holds/${offer.holdId}`);
      } else if (choice < 0.8) {
        await this.#call("DELETE", `/waitlist/${id}`);
      }
    }
  }

  /** Calls, and returns also whether the office was changed meanwhile. */
  async #callWhileChanging(path: string, body: object) {
    const [wasChanging, changes] = [this.#isChanging, this.#changes];
    const made = await this.#call("POST", path, body);
    return { ...made, changed: wasChanging || this.#isChanging || changes !== this.#changes };
  }

  async bookAsStranger(): Promise<void> {
    if (this.#isChanging) return;
    this.#isStrangerBooking = true;
    const booking = this.#booking(pick(starts, this.#random));
    const made = await this.#call("POST", "/appointments", booking);
    if (made.status !== 400) this.#keep(made);
    this.#isStrangerBooking = false;
  }

  /** Changes something in the office, checks that no offer is left that it refuses, and changes it back. */
  async changeForAWhile(): Promise<void> {
    const change = officeChanges[this.#changes % officeChanges.length]!;
    this.#isChanging = true;
    await until(() => Promise.resolve(!this.#isStrangerBooking), 60_000);
    const from = Date.now();
    await this.#change(change, true);
    let refused: unknown[] = [];
    await until(async () => {
      refused = await this.#rows(this.#refusedBy(change));
      return true;
    }, 60_000);
    requireSame([change, refused], [change, []]);
    await delay(300);
    await this.#change(change, false);
    if (change === "no worker") this.#away.push([from, Date.now()]);
    this.#changes += 1;
    this.#isChanging = false;
  }

  /** Makes a change or takes it back, and waits until its jobs are done. */
  async #change(change: OfficeChange, isOn: boolean): Promise<void> {
    const { application } = this.#api.seeding;
    const { departmentId } = this.#tenant;
    const settings = {
      "a lower capacity": { slotCapacity: isOn ? slotCapacity - 1 : slotCapacity },
      "a closed day": { closures: isOn ? [{ from: date, to: date, reason: "" }] : [] },
      "no bookings": { isActive: !isOn },
      "no worker": null,
    }[change];
    const save = () =>
      settings
        ? application.updateDepartment(departmentId, settings)
        : application.updateWorker(this.#workerId, { isActive: !isOn });
    await until(async () => await save() !== undefined, 60_000);
    const jobs = "select from slot_change_jobs";
    await until(async () => (await this.#rows(jobs)).length === 0, 60_000);
  }

  /** Returns a statement that finds live offers that a change refuses. */
  #refusedBy(change: OfficeChange): string {
    const live = `select o.hold_id from waitlist_offers o
      where o.outcome is null and o.expires_at > now()`;
    if (change === "no worker") return `${live} and o.worker_id is not null`;
    if (change !== "a lower capacity") return live;
    return `${live} and ${slotCapacity - 1} < (
      select count(*) from (
        select from appointments a where a.slot_start = o.slot_start and a.status <> 'CANCELLED'
          and not a.is_archived
        union all select from holds h where h.slot_start = o.slot_start
      ) taken
    )`;
  }

  #keep<A extends { status: number; body: { id: number } }>(made: A): A {
    requireSame(made.status, 201);
    this.#booked.push(made.body.id);
    return made;
  }

  /** Lets some offers end, as if their time had passed. */
  async endSomeOffers(): Promise<void> {
    await this.#rows(
      `with ended as (
         update waitlist_offers set expires_at = now()
         where outcome is null and expires_at > now() and hold_id % 4 = 0
         returning hold_id
       )
       update holds set expires_at = now() from ended where id = ended.hold_id`,
    ).catch(() => []);
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  async #rows(text: string): Promise<any[]> {
    const client = new Client({ connectionString: this.#api.databaseUrl });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Waits until nothing is left to pass on, and checks the tables. */
  async check() {
    const unfinished = `select from waitlist_offers where outcome is null and expires_at <= now()
      union all select from slot_change_jobs`;
    await until(async () => (await this.#rows(unfinished)).length === 0, 60_000);
    await checkLedger(this.#api.databaseUrl);
    const entries = await readEntries((text) => this.#rows(text));
    const offers = entries.flatMap((entry) => entry.offers.map((offer) => ({ entry, ...offer })));
    for (const [hold, appointment] of this.#accepted) {
      const entry = offers.find((one) => one.hold === hold)!.entry;
      requireSame([hold, entry.state], [hold, "BOOKED"]);
      const [stored] = await this.#rows(
        `select appointment_id::int as id from waitlist_entries where id = ${entry.id}`,
      );
      requireSame(stored, { id: appointment });
    }
    const booked = entries.filter(({ state }) => state === "BOOKED");
    requireSame(booked.length, this.#accepted.size);
    const accepted = offers.filter(({ outcome }) => outcome === "ACCEPTED");
    const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);
    requireSame(sorted(accepted.map(({ entry }) => entry.id)), sorted(booked.map(({ id }) => id)));
    const places = offers.filter(({ outcome }) => outcome !== "WITHDRAWN")
      .map(({ entry, slot }) => `${entry.id} ${slot}`);
    requireSame(new Set(places).size, places.length);
    const ofOffers = offers.map(({ entry, ...one }) => ({ ...one, before: entry.id }));
    const spans = { away: this.#away };
    requireSame(passedOver(entries, ofOffers, spans), []);
    const strangers = await this.#strangers();
    requireSame(passedOver(entries, strangers, spans), []);
    await this.#checkFreePlaces(entries);
    const count = (outcome: string) => offers.filter((one) => one.outcome === outcome).length;
    return {
      offers: offers.length,
      accepted: accepted.length,
      declined: count("DECLINED"),
      expired: count("EXPIRED"),
      withdrawn: count("WITHDRAWN"),
      changes: this.#changes,
      strangers: strangers.length,
    };
  }

  /** The bookings that accepted no offer, after the day was filled. */
  async #strangers() {
    const rows = await this.#rows(
      `select id::int, slot_start::text as slot, created_at as at from appointments a
       where not exists (select from waitlist_entries e where e.appointment_id = a.id) order by id`,
    );
    return rows.slice(starts.length * slotCapacity).map(({ slot, at }) => ({
      slot: minuteOf(slot.slice(11)),
      at: at.getTime(),
      hold: Infinity,
      before: Infinity,
    }));
  }

  /** Checks that nobody waits for a place that is free, and that no slot has more than its places. */
  async #checkFreePlaces(entries: readonly StoredEntry[]): Promise<void> {
    const rows = await this.#rows(
      `select slot::text, count(*)::int as taken from (
         select slot_start as slot from appointments where status <> 'CANCELLED' and not is_archived
         union all select slot_start from holds
       ) taken group by slot`,
    );
    const taken = new Map(rows.map(({ slot, taken }) => [minuteOf(slot.slice(11)), taken]));
    for (const slot of starts) {
      const count = taken.get(slot) ?? 0;
      requireSame([slot, Math.max(0, count - slotCapacity)], [slot, 0]);
      if (count === slotCapacity) continue;
      const waiting = entries.filter((entry) =>
        entry.state === "WAITING" && wants(entry, slot) && !hadOffer(entry, slot)
      );
      requireSame([slot, waiting.map(({ id }) => id)], [slot, []]);
    }
  }
}
