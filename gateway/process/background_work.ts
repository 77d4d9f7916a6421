import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Application } from "../../core/mod.ts";
import { createJumpCheck, type Persistence } from "../persistence/mod.ts";

const hourMs = 3_600_000;
/** Not at once: a service that has just started has requests to answer. */
const firstAfterMs = 60_000;

/** A run of retention rests so many times as long as it works, so bookings get most of the gate. */
const restFactor = 4;

/**
 * Does the regular work, a minute after the start and then every hour. Warns if all services may open too many
 * connections, deletes expired rows, offers free places to waiting lists, enters the next public holidays, and removes
 * the personal data that is no longer kept. After a failure it retries in the next hour.
 *
 * The removal can take hours, and the other work does not wait for it. After a forward jump of the database's clock,
 * waiting lists and the removal are left out until the next hour.
 */
export function cleanRegularly(
  { application, persistence, warnOfConnections }: {
    application: Pick<Application, "renewHolidays" | "applyRetention">;
    persistence: Pick<Persistence, "clean" | "now"> & {
      waitlistPasses: Pick<Persistence["waitlistPasses"], "refresh">;
    };
    warnOfConnections(): Promise<void>;
  },
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (workedMs: number) =>
    sleep(workedMs * restFactor, undefined, { signal }).catch(() => undefined);
  const isSteady = createJumpCheck();
  function isClockSteady(): boolean {
    const steady = isSteady(persistence.now().epochMilliseconds, performance.now());
    if (!steady) {
      log.warn(
        "no personal data is removed and no waiting ends: the clock of the database has jumped",
      );
    }
    return steady;
  }
  // A jump before the first removal is found by this first look.
  isClockSteady();
  let running = Promise.resolve();
  let removing: Promise<void> | undefined;
  const warn = (what: string) => (error: unknown) =>
    log.warn({ err: error }, `${what} failed, will retry in an hour`);
  let timer = setTimeout(start, firstAfterMs);
  function start(): void {
    timer = setTimeout(start, hourMs);
    running = running
      .then(warnOfConnections)
      .catch(warn("comparing the connections of all services with those of the server"))
      .then(() => persistence.clean())
      .catch(warn("deleting expired rows"))
      .then(async () => {
        // In a wrong time, the last date of an entry is past.
        if (isClockSteady()) await persistence.waitlistPasses.refresh();
      })
      .catch(warn("offering places to waiting lists"))
      .then(() => application.renewHolidays())
      .catch(warn("entering public holidays"));
    removing ??= application.applyRetention({ signal, rest, isClockSteady })
      .then(() => undefined, warn("removing personal data"))
      .finally(() => removing = undefined);
  }
  return {
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await removing;
      await running;
    },
  };
}

const pauseMs = 1000;

/**
 * Publishes an event for each slot that changed settings affect, and passes on the ended offers of waiting lists, about
 * a second after the change or the end, until stopped. After a failure it retries in the next round.
 */
export function publishSlotChangesRegularly(
  { publishSlotChanges, waitlistPasses }: Pick<Persistence, "publishSlotChanges"> & {
    waitlistPasses: Pick<Persistence["waitlistPasses"], "offerEnded">;
  },
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void>;

  async function publish(): Promise<void> {
    try {
      await waitlistPasses.offerEnded();
    } catch (error) {
      log.warn({ err: error }, "passing on ended offers failed, will retry");
    }
    try {
      await publishSlotChanges(stopping.signal);
    } catch (error) {
      log.warn({ err: error }, "publishing slot changes failed, will retry");
    }
    if (!stopping.signal.aborted) timer = setTimeout(start, pauseMs);
  }
  function start(): void {
    working = publish();
  }

  start();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await working;
    },
  };
}
