import { expect } from "vitest";
import { freshDatabase } from "./fresh_database.ts";
import { type ReceiverKind, startReceivers } from "./receivers.ts";
import { startWorker } from "./running_service.ts";
import { openService, seedOrganization } from "./seeded.ts";
import { commitEvents, secretsEnvironment, subscribe } from "./webhooks.ts";

/** Receivers that answer and receivers that hang, and how many events wait for each. */
export interface Neighbours {
  healthy: number;
  eventsOfHealthy: number;
  hung: number;
  eventsOfHung: number;
}

/** How the healthy ones fared. */
export interface Fared {
  /** Milliseconds from the commit of all events to each delivery, ascending. */
  delaysMs: number[];
  /** The most requests that any receiver had open at the same time. */
  maxAtOnce: number;
  /** Attempts that reached those that hang. */
  attemptsOfHung: number;
  /** In all, from before the commit until nothing more was looked at. */
  tookMs: number;
}

/** Commits all events at once next to an idle worker, and waits until the healthy receivers have theirs. */
export async function deliverBeside(
  { healthy, eventsOfHealthy, hung, eventsOfHung }: Neighbours,
): Promise<Fared> {
  const kinds: ReceiverKind[] = [
    ...Array<ReceiverKind>(hung).fill("hangs"),
    ...Array<ReceiverKind>(healthy).fill("answers"),
  ];
  const databaseUrl = await freshDatabase();
  await using service = await openService(databaseUrl);
  const scope = await seedOrganization(service);
  await using receivers = await startReceivers(kinds);
  const wanted: { webhookId: number; count: number }[] = [];
  for (const [i, url] of receivers.urls.entries()) {
    const { webhookId } = await subscribe(service, scope, { url });
    wanted.push({ webhookId, count: kinds[i] === "hangs" ? eventsOfHung : eventsOfHealthy });
  }
  await using worker = await startWorker(databaseUrl, {
    ...secretsEnvironment,
    ...receivers.environment,
    LOG_LEVEL: "warn",
  });
  const startedAt = performance.now();
  const committedAtMs = await commitEvents(databaseUrl, scope, wanted);
  const delaysMs: number[] = [];
  let attemptsOfHung = 0;
  await expect.poll(async () => {
    for (const { receiver, atMs } of await receivers.take()) {
      if (kinds[receiver] === "answers") delaysMs.push(atMs - committedAtMs);
      else attemptsOfHung += 1;
    }
    return delaysMs.length;
  }, { timeout: 120_000, interval: 100 }).toBeGreaterThanOrEqual(healthy * eventsOfHealthy);
  const { maxAtOnce } = await receivers.state();
  const tookMs = performance.now() - startedAt;
  await worker.stop("SIGKILL");
  return {
    delaysMs: delaysMs.toSorted((a, b) => a - b),
    maxAtOnce: Math.max(...maxAtOnce),
    attemptsOfHung,
    tookMs,
  };
}
