import type { Logger } from "pino";
import type { Application, ClaimedAttempt, DeliveryQueue, SettledAttempt } from "../../core/mod.ts";
import { createSettler } from "./settler.ts";

/** Delivers webhooks until it is stopped. */
export interface DeliveryWorker {
  /** Claims deliveries now. Without it the worker claims every second. */
  wake(): void;
  /** Claims nothing more, finishes the attempts in flight (at most 5 s, mails 25 s), and releases the others. */
  stop(): Promise<void>;
}

/** Options of a worker. */
export interface DeliveryWorkerOptions {
  queue: DeliveryQueue;
  application: Pick<Application, "attemptDelivery">;
  log: Pick<Logger, "warn">;
  /** The mails that the worker sends at once; 0 without a mail server, and then it claims none. */
  maxMails?: number;
  /** How often the worker claims without `wake`. Retries are attempted at these moments. */
  pollMs?: number;
}

/** Enough for others while a hundred receivers hang with 8 attempts each. */
const maxInFlight = 1024;
const maxAtOnce = 256;
const abandonEveryMs = 10_000;

/** Starts a worker. Any number of workers and processes may run: the queue shares the work. */
export function startDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { queue, application, log, maxMails = 0, pollMs = 1000 } = options;
  const inFlight = new Set<Promise<void>>();
  /** Those of them that are mails. Each has a connection of its own, so none waits with a lease. */
  let mailsInFlight = 0;
  const settler = createSettler({ queue, log, onSettled: wake });
  let isStopping = false;
  let isWoken = false;
  let claiming: Promise<void> | undefined;

  function wake(): void {
    isWoken = true;
    claiming ??= claimAll().finally(() => {
      claiming = undefined;
      // Woken after the last claim had ended.
      if (isWoken && !isStopping) wake();
    });
  }

  async function claimAll(): Promise<void> {
    while (isWoken && !isStopping) {
      isWoken = false;
      const places = Math.min(maxAtOnce, maxInFlight - inFlight.size);
      const mails = maxMails - mailsInFlight;
      // The attempts in flight wake the worker when they are settled.
      if (places <= 0) return;
      try {
        const claimed = await queue.claim(places);
        if (mails > 0) claimed.push(...await queue.claim(mails, "EMAIL"));
        if (isStopping) return await queue.release(claimed);
        for (const one of claimed) start(one);
        // There may be more due attempts.
        if (claimed.length > 0) isWoken = true;
      } catch (error) {
        log.warn({ err: error }, "claiming deliveries failed, will retry");
        return;
      }
    }
  }

  function start(claimed: ClaimedAttempt): void {
    const isMail = claimed.channel === "EMAIL";
    if (isMail) mailsInFlight += 1;
    const work: Promise<void> = deliver(claimed).finally(() => {
      inFlight.delete(work);
      if (isMail) mailsInFlight -= 1;
    });
    inFlight.add(work);
  }

  async function deliver(claimed: ClaimedAttempt): Promise<void> {
    let settled: SettledAttempt;
    try {
      settled = await application.attemptDelivery(claimed);
    } catch (error) {
      // The secret cannot be decrypted, or a defect. The lease expires, and the attempt is repeated.
      const { webhookId, deliveryId } = claimed;
      log.warn(
        { err: error, webhookId, deliveryId },
        "attempting a delivery failed, will retry after its lease",
      );
      return;
    }
    await settler.settle(settled);
  }

  async function abandon(): Promise<void> {
    try {
      const attempts = await queue.abandonOverdue();
      if (attempts > 0) log.warn({ attempts }, "deliveries were abandoned after 24 hours");
    } catch (error) {
      log.warn({ err: error }, "abandoning overdue deliveries failed, will retry");
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
