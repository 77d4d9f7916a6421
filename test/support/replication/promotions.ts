import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { findViolations } from "../acknowledgements/check.ts";
import {
  makeTenants,
  type RecordedTenant,
  type RecordingClients,
  startRecordingClients,
} from "../acknowledgements/recording_clients.ts";
import { readStoredRows, receivedEvent } from "../acknowledgements/stored_rows.ts";
import { startReceivers } from "../receivers.ts";
import { startService } from "../running_service.ts";
import { openService } from "../seeded.ts";
import { secretsEnvironment, subscribe } from "../webhooks.ts";
import { type PostgresPair, startPostgresPair } from "./postgres_pair.ts";

/** Successes that each primary has given at least when it is lost. */
const answersBetween = 50;
/** So long commits wait in vain before something else happens. */
const maxCommitWaitMs = 3000;

/** How the primary is lost before its standby is promoted. */
export const losses = [
  // Its machine loses power.
  "primary killed",
  // Nobody reaches it, and nobody's connection to it ends.
  "primary cut off",
  // The service still reaches it and it still accepts writes, but it cannot confirm them.
  "standby cut off",
  // Commits wait for the standby when the machine loses power.
  "standby cut off, primary killed",
  // An operator's switchover: it comes back as the standby.
  "primary stopped",
] as const;
export type Loss = typeof losses[number];

/** Loses the primary. Its standby can be promoted then. */
export async function losePrimary({ primary }: PostgresPair, loss: Loss): Promise<void> {
  const hasStandby = loss === "primary killed" || loss === "primary stopped";
  if (!hasStandby) primary.forStandby.cut();
  if (loss === "primary cut off") primary.forService.cut();
  if (loss === "primary cut off") await delay(Math.random() * maxCommitWaitMs);
  // At least until the service loses patience with a commit.
  if (loss.startsWith("standby cut off")) await delay((1 + Math.random()) / 2 * maxCommitWaitMs);
  if (loss.endsWith("primary killed")) await primary.kill();
  if (loss === "primary stopped") await primary.stop();
}

export interface PromotionsOptions {
  losses: readonly Loss[];
  clients: number;
  tenants: number;
  /** Settings of both servers. */
  settings?: Record<string, string>;
  progress?(line: string): void;
}

/** What came of it. */
export interface PromotionsResult {
  created: number;
  changed: number;
  unavailable: number;
  /** Deliveries that a receiver got. */
  events: number;
  /** From the moment when each new primary accepted writes to the next 201. */
  outagesMs: number[];
  violations: string[];
}

/**
 * Loses the primary and promotes its standby, once for each loss, while recording clients use one service that
 * knows both hosts. Compares all that they were answered, and the events that a receiver got, with the last primary.
 */
export async function losePrimaries(options: PromotionsOptions): Promise<PromotionsResult> {
  await using pair = await startPostgresPair(options.settings);
  await using receivers = await startReceivers(["answers"]);
  await using service = await startService(pair.url, {
    ...secretsEnvironment,
    ...receivers.environment,
    LOG_LEVEL: "fatal",
    STAFF_REQUESTS_PER_MINUTE: "1000000",
  });
  const { url } = service;
  const tenants = await seedTenants(pair, {
    count: options.tenants,
    url,
    receiver: receivers.urls[0]!,
  });
  const recorded = startRecordingClients(tenants, { clients: options.clients, urlOf: () => url });
  const outagesMs: number[] = [];
  for (const [i, loss] of options.losses.entries()) {
    await waitForAnswers(recorded, answersBetween);
    await delay(Math.random() * 500);
    await losePrimary(pair, loss);
    await pair.promote();
    const promotedAt = Date.now();
    await waitForSuccess(recorded, promotedAt);
    outagesMs.push(recorded.lastSuccessAt - promotedAt);
    if (i < options.losses.length - 1) {
      await (loss === "primary stopped" ? pair.rejoinStandby() : pair.replaceStandby());
    }
    const answers = recorded.acknowledgements.length;
    options.progress?.(`${i + 1}: ${loss}, served after ${outagesMs[i]} ms, ${answers} answers`);
  }
  await recorded.stop();
  const { acknowledgements, unavailable } = recorded;
  const created = acknowledgements.filter(({ kind }) => kind === "created").length;
  const events = (await receivers.take()).map(receivedEvent);
  const stored = await readStoredRows(pair.primaryUrl());
  return {
    created,
    changed: acknowledgements.length - created,
    unavailable,
    events: events.length,
    outagesMs,
    violations: findViolations({ acknowledgements, events }, stored),
  };
}

async function seedTenants(
  pair: PostgresPair,
  { receiver, ...options }: { count: number; url: string; receiver: string },
): Promise<RecordedTenant[]> {
  await using seeding = await openService(pair.primaryUrl(), { poolSize: 2 });
  const tenants = await makeTenants(seeding, options);
  await subscribe(seeding, tenants[0]!, { url: receiver });
  return tenants;
}

async function waitForAnswers(
  { acknowledgements }: RecordingClients,
  count: number,
): Promise<void> {
  const before = acknowledgements.length;
  await expect.poll(() => acknowledgements.length - before, { timeout: 60_000, interval: 10 })
    .toBeGreaterThanOrEqual(count);
}

async function waitForSuccess(recorded: RecordingClients, afterMs: number): Promise<void> {
  await expect.poll(() => recorded.lastSuccessAt, { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(afterMs);
}
