import type { Logger } from "pino";
import type { Application, ClaimedAttempt, DeliveryQueue, SettledAttempt } from "../../core/mod.ts";
import { createSettler } from "./settler.ts";

/** Delivers webhooks until it is stopped. */
export interface DeliveryWorker {
  /** Says that there is something to deliver now; without it the worker looks each second. */
  wake(): void;
  /** Takes nothing more, finishes what is in flight (5 s at most), and hands back the rest. */
  stop(): Promise<void>;
}

/** What a worker needs. */
export interface DeliveryWorkerOptions {
  queue: DeliveryQueue;
  application: Pick<Application, "attemptDelivery">;
  log: Pick<Logger, "warn">;
  /** How often it looks without being woken; retries are due at such moments. */
  pollMs?: number;
}

/** So many that a hundred hung receivers, at 8 attempts each, leave room for the others. */
const maxInFlight = 1024;
const maxAtOnce = 256;
const abandonEveryMs = 10_000;

/** Starts delivering. Any number of workers may, in any number of processes: the queue shares the work. */
export function startDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { queue, application, log, pollMs = 1000 } = options;
  const inFlight = new Set<Promise<void>>();
  const settler = createSettler({ queue, log, onSettled: wake });
  let isStopping = false;
  let isWoken = false;
  let claiming: Promise<void> | undefined;

  function wake(): void {
    isWoken = true;
    claiming ??= claimAll().finally(() => {
      claiming = undefined;
      // Woken when the last look was over already.
      if (isWoken && !isStopping) wake();
    });
  }

  async function claimAll(): Promise<void> {
    while (isWoken && !isStopping) {
      isWoken = false;
      const places = Math.min(maxAtOnce, maxInFlight - inFlight.size);
      // What is in flight wakes it again when it has been settled.
      if (places <= 0) return;
      try {
        const claimed = await queue.claim(places);
        if (isStopping) return await queue.release(claimed);
        for (const one of claimed) start(one);
        // There may be more than the places of this turn.
        if (claimed.length > 0) isWoken = true;
      } catch (error) {
        log.warn({ err: error }, "webhooks cannot be delivered just now");
        return;
      }
    }
  }

  function start(claimed: ClaimedAttempt): void {
    const work: Promise<void> = deliver(claimed).finally(() => inFlight.delete(work));
    inFlight.add(work);
  }

  async function deliver(claimed: ClaimedAttempt): Promise<void> {
    let settled: SettledAttempt;
    try {
      settled = await application.attemptDelivery(claimed);
    } catch (error) {
      // A secret that cannot be opened, or a defect: its lease runs out, and it is tried again.
      const { webhookId, deliveryId } = claimed;
      log.warn({ err: error, webhookId, deliveryId }, "a delivery could not be made");
      return;
    }
    await settler.settle(settled);
  }

  async function abandon(): Promise<void> {
    try {
      const attempts = await queue.abandonOverdue();
      if (attempts > 0) log.warn({ attempts }, "deliveries were abandoned after 24 hours");
    } catch (error) {
      log.warn({ err: error }, "deliveries that are overdue wait");
    }
  }

  const polling = setInterval(wake, pollMs);
  const abandoning = setInterval(() => void abandon(), abandonEveryMs);
  wake();
  return {
    wake,
    async stop() {
      isStopping = true;
      clearInterval(polling);
      clearInterval(abandoning);
      await claiming;
      await Promise.all(inFlight);
    },
  };
}
