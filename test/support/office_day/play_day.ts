import { setTimeout as delay } from "node:timers/promises";
import { type Clerk, openClerk } from "../clerk.ts";
import { bookAppointments, type Entrance, visit } from "./arrivals.ts";
import { workAtCounter } from "./counter.ts";
import type { Announcements, Day } from "./day.ts";
import type { Office } from "./office.ts";
import { createVisitors } from "./visitors.ts";

const clerksAtReception = 3;
const progressEveryMs = 20_000;

/** The parts of a day that browsers play. */
export interface Browsers {
  /** Clerks with a browser, by the index of their counter. */
  desks: ReadonlyMap<number, () => Promise<void>>;
  kioskPage: Entrance["kioskPage"];
  /** Runs next to the day. */
  alongside: readonly (() => Promise<unknown>)[];
}

const noBrowsers: Browsers = { desks: new Map(), kioskPage: undefined, alongside: [] };

/** Prepares a day: books the appointments by the public API. */
export async function prepareDay(
  office: Office,
  announcements: Announcements,
): Promise<{ day: Day; booked: number }> {
  const visitors = createVisitors(office.plan.people);
  const booked = await bookAppointments(office, visitors.all);
  const day: Day = {
    office,
    visitors,
    announcements,
    calls: [],
    latenciesMs: new Map(),
    repeated: 0,
    newClerk: async (first) =>
      await openClerk(office.api, await office.newStaff(), {
        first,
        onAnswer(procedure, { ms, attempts }) {
          const known = day.latenciesMs.get(procedure) ?? [];
          day.latenciesMs.set(procedure, known);
          known.push(ms);
          day.repeated += attempts - 1;
        },
      }),
    isOver: () => visitors.remaining() === 0,
  };
  return { day, booked };
}

/**
 * Plays a day until everybody has gone. In the middle one process is killed and started again. Rejects with the first
 * fault of anybody.
 */
export async function playDay(
  day: Day,
  { browsers = noBrowsers, kill, progress = () => {} }: {
    browsers?: Browsers;
    /** Which process is killed, and when, in minutes after midnight. */
    kill: { process: number; minute: number };
    progress?(line: string): void;
  },
): Promise<void> {
  const { office, visitors } = day;
  const { clock, plan, api } = office;
  const reception = await newClerks(day, clerksAtReception);
  const indexes = plan.counters.map((_, index) => index)
    .filter((index) => !browsers.desks.has(index));
  const clerks = await newClerks(day, indexes.length);
  await clock.start();
  const reporting = setInterval(() => progress(stateOf(day)), progressEveryMs);
  const killAndStart = async () => {
    await clock.until(kill.minute);
    await api.services[kill.process]!.stop("SIGKILL");
    progress("one process is killed");
    await delay(1000);
    await api.startAgain(kill.process);
    progress("it is started again");
  };
  const entrance = { reception, kioskPage: browsers.kioskPage };
  try {
    await Promise.all([
      ...visitors.all.map((visitor) => visit(day, visitor, entrance)),
      ...indexes.map((index, i) => workAtCounter(day, { index, clerk: clerks[i]! })),
      ...[...browsers.desks.values(), ...browsers.alongside].map((play) => play()),
      killAndStart(),
    ]);
  } finally {
    clearInterval(reporting);
  }
}

/** Makes clerks one after the other: a process checks only some passwords at once. */
async function newClerks(day: Day, count: number): Promise<Clerk[]> {
  const clerks: Clerk[] = [];
  for (let i = 0; i < count; i += 1) clerks.push(await day.newClerk(i));
  return clerks;
}

function stateOf({ office, visitors, calls }: Day): string {
  const minute = Math.floor(office.clock.minute());
  const time = `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
  const arrived = visitors.all.filter(({ number }) => number !== null).length;
  return `${time}, ${arrived} arrived, ${calls.length} calls, ${visitors.remaining()} to go`;
}
