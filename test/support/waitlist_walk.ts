import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { expect } from "vitest";
import { type OwnPostgres, startOwnPostgres } from "./acknowledgements/own_postgres.ts";
import { type Api, startApi, type Tenant } from "./api.ts";
import { checkLedger } from "./ledger_audit.ts";
import { pick, randomFrom } from "./random.ts";

const date = "2031-03-04";
const slotMinutes = 30;
const slotCapacity = 3;
const starts = Array.from({ length: 16 }, (_, i) => 9 * 60 + i * slotMinutes);
const openEntries = 40;

/** What came of a walk. */
export interface WaitlistResult {
  /** Cancellations that were acknowledged. */
  freed: number;
  offers: number;
  accepted: number;
  declined: number;
  expired: number;
  /** Bookings of places that nobody waited for. */
  strangers: number;
  kills: number;
  databaseKills: number;
}

/**
 * Frees places of a full day again and again while entries join, accept, decline, leave and let offers end, strangers try
 * to book, and processes are killed. Then checks the tables: who was offered what, when, and who was passed over.
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

/** Waits until something is true. */
async function until(isTrue: () => Promise<boolean>, timeout: number): Promise<void> {
  await expect.poll(isTrue, { timeout, interval: 50 }).toBe(true);
}

interface StoredEntry {
  id: number;
  state: string;
  from: number;
  to: number;
  created: number;
  /** In the order of their holds. */
  offers: { hold: number; slot: number; at: number; end: number | null; outcome: string | null }[];
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
    const { status } = await this.#call("POST", "/waitlist", {
      departmentId: this.#tenant.departmentId,
      fromDate: date,
      toDate: date,
      fromTime: clock(from),
      toTime: clock(to),
    });
    requireSame(status, 201);
  }

  async answerOffers(): Promise<void> {
    const { body } = await this.#call("GET", "/waitlist?state=OFFERED");
    for (const { id, offer } of body.entries) {
      const choice = this.#random();
      if (choice < 0.6) {
        const booking = { ...this.#booking(0), dateTime: offer.slotTime, holdId: offer.holdId };
        const made = await this.#call("POST", "/appointments", booking);
        // The offer may have ended meanwhile.
        if (made.status === 400) requireSame(made.body.error.details[0].field, "holdId");
        else this.#accepted.set(offer.holdId, this.#keep(made).body.id);
      } else if (choice < 0.75) {
        await this.#call("DELETE", `/holds/${offer.holdId}`);
      } else if (choice < 0.8) {
        await this.#call("DELETE", `/waitlist/${id}`);
      }
    }
  }

  async bookAsStranger(): Promise<void> {
    const booking = this.#booking(pick(starts, this.#random));
    const made = await this.#call("POST", "/appointments", booking);
    if (made.status !== 400) this.#keep(made);
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
    const unfinished =
      "select 1 from waitlist_offers where outcome is null and expires_at <= now()";
    await until(async () => (await this.#rows(unfinished)).length === 0, 60_000);
    await checkLedger(this.#api.databaseUrl);
    const entries = await this.#entries();
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
    const places = offers.map(({ entry, slot }) => `${entry.id} ${slot}`);
    requireSame(new Set(places).size, places.length);
    const ofOffers = offers.map(({ entry, ...one }) => ({ ...one, before: entry.id }));
    requireSame(passedOver(entries, ofOffers), []);
    const strangers = await this.#strangers();
    requireSame(passedOver(entries, strangers), []);
    await this.#checkFreePlaces(entries);
    const count = (outcome: string) => offers.filter((one) => one.outcome === outcome).length;
    return {
      offers: offers.length,
      accepted: accepted.length,
      declined: count("DECLINED"),
      expired: count("EXPIRED"),
      strangers: strangers.length,
    };
  }

  async #entries(): Promise<StoredEntry[]> {
    const rows = await this.#rows(
      `select e.id::int, e.state, e.from_time, e.to_time, e.created_at as created, coalesce((
         select json_agg(json_build_object('hold', o.hold_id, 'slot', o.slot_start,
           'at', o.offered_at, 'end', o.ended_at, 'outcome', o.outcome) order by o.hold_id)
         from waitlist_offers o where o.entry_id = e.id
       ), '[]') as offers
       from waitlist_entries e order by e.id`,
    );
    return rows.map((row) => ({
      id: row.id,
      state: row.state,
      from: minuteOf(row.from_time),
      to: minuteOf(row.to_time),
      created: row.created.getTime(),
      offers: row.offers.map((
        { slot, at, end, ...offer }: { slot: string; at: string; end: string | null },
      ) => ({
        ...offer,
        slot: minuteOf(slot.slice(11)),
        at: Date.parse(at),
        end: end && Date.parse(end),
      })),
    }));
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
        entry.state === "WAITING" && wants(entry, slot) &&
        !entry.offers.some((offer) => offer.slot === slot)
      );
      requireSame([slot, waiting.map(({ id }) => id)], [slot, []]);
    }
  }
}

/**
 * Returns the entries that waited for the slot of an offer or a booking at its time, were earlier than `before`, and did not
 * get it. What happened in the same millisecond may have been before or after it. The time at which an entry left is not
 * stored, so entries that left are not looked at.
 */
function passedOver(
  entries: readonly StoredEntry[],
  acts: readonly { slot: number; at: number; hold: number; before: number }[],
): string[] {
  return acts.flatMap(({ slot, at, hold, before }) =>
    entries.filter((entry) =>
      entry.id < before && entry.created < at && entry.state !== "CANCELLED" &&
      wants(entry, slot) &&
      !entry.offers.some((offer) => offer.slot === slot && (offer.hold < hold && offer.at <= at)) &&
      !entry.offers.some((offer) =>
        offer.at <= at && offer.hold < hold &&
        (offer.outcome === "ACCEPTED" || offer.end === null || offer.end >= at)
      )
    ).map(({ id }) => `entry ${id} at ${timeOf(slot)}, before ${before}, at ${at}`)
  );
}

function wants({ from, to }: StoredEntry, slot: number): boolean {
  return from <= slot && slot + slotMinutes <= to;
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${
    String(minute % 60).padStart(2, "0")
  }`;
}

function timeOf(minute: number): string {
  return `${date}T${clock(minute)}:00`;
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
