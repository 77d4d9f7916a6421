import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { RecordingClients } from "../../../support/acknowledgements/recording_clients.ts";
import {
  missingWrites,
  type PersistentWriters,
  startPersistentWriters,
  type WriteOutcomes,
} from "../../../support/replication/persistent_writers.ts";
import { withClient } from "../../../support/replication/with_client.ts";
import { openPatroniStage } from "./patroni_stage.ts";
import type { PatroniCluster } from "./patroni_cluster.ts";
import type { PatroniNode } from "./patroni_node.ts";

/** How the leader is lost. */
export const faults = ["killed", "frozen", "cut off"] as const;
export type Step = (typeof faults)[number] | "switchover" | "standby frozen";

type LeaderStep = Exclude<Step, "standby frozen">;

/** Of a server that is in recovery. */
const readOnlyServer = "25006";

export interface FailoversOptions {
  steps: readonly Step[];
  clients: number;
  tenants: number;
  progress(line: string): void;
}

/** What came of it. */
export interface FailoversResult {
  created: number;
  changed: number;
  unavailable: number;
  /** The longest time until a caller who repeats a creation got its 201. */
  maxWaitMs: number;
  /** From the moment when each new leader accepted writes to the next success. */
  outagesMs: number[];
  /** From each fault to that moment. */
  promotionsMs: number[];
  /** The longest time without a success that each step caused. */
  gapsMs: { step: Step; ms: number }[];
  /** What sessions on each old leader got after it was lost, until it was a standby. */
  oldLeaders: WriteOutcomes[];
  violations: string[];
}

/**
 * Loses or switches the leader of a Patroni cluster, once for each step, while recording clients use one service that
 * knows the three hosts, and while sessions that were opened before keep writing to the leader directly. Patroni
 * promotes. Compares every success with the last leader, and every write that an old leader acknowledged with the new
 * one. Throws the first answer that is neither a success nor 503.
 */
export async function loseLeaders(options: FailoversOptions): Promise<FailoversResult> {
  await using stage = await openPatroniStage(options);
  const { cluster, recorded } = stage;
  const result = {
    outagesMs: [] as number[],
    promotionsMs: [] as number[],
    gapsMs: [] as { step: Step; ms: number }[],
    oldLeaders: [] as WriteOutcomes[],
    violations: [] as string[],
  };
  for (const [i, step] of options.steps.entries()) {
    if (step === "standby frozen") {
      const ms = await Promise.race([freezeStandby(cluster, recorded), recorded.failed]);
      result.gapsMs.push({ step, ms });
      options.progress(`${i + 1}: ${step}, no success for ${ms} ms`);
      continue;
    }
    const one = await Promise.race([loseOneLeader(cluster, { step, recorded }), recorded.failed]);
    result.outagesMs.push(one.outageMs);
    result.promotionsMs.push(one.promotionMs);
    result.gapsMs.push({ step, ms: one.gapMs });
    result.oldLeaders.push(one.oldLeader);
    result.violations.push(...one.violations.map((line) => `${i + 1}, ${step}: ${line}`));
    options.progress(
      `${i + 1}: ${step}, promoted after ${one.promotionMs} ms, served ${one.outageMs} ms later, ` +
        `no success for ${one.gapMs} ms, ${recorded.acknowledgements.length} answers; old leader: ${
          outcomesText(one.oldLeader)
        }`,
    );
  }
  const { violations, ...counts } = await stage.end();
  result.violations.push(...violations);
  return { ...result, ...counts, maxWaitMs: recorded.maxWaitMs };
}

interface LostLeader {
  promotionMs: number;
  outageMs: number;
  gapMs: number;
  oldLeader: WriteOutcomes;
  violations: string[];
}

async function loseOneLeader(
  cluster: PatroniCluster,
  { step, recorded }: { step: LeaderStep; recorded: RecordingClients },
): Promise<LostLeader> {
  const { leader, synchronous } = await cluster.waitUntilWhole();
  await using writers = await startPersistentWriters(cluster.urlOf(leader), { sessions: 4 });
  await waitForAnswers(recorded, 50);
  await delay(Math.random() * 500);
  recorded.maxGapMs = 0;
  const startedAt = Date.now();
  // Side by side: the command of a switchover returns up to a second after the promotion.
  const [{ promotedAt, outageMs }] = await Promise.all([
    waitForSuccess(cluster, { old: leader, recorded }),
    loseLeader(cluster, { step, leader, synchronous }),
  ]);
  const gapMs = recorded.maxGapMs;
  if (step === "killed") leader.start();
  if (step === "cut off") leader.heal();
  if (step === "frozen") leader.thaw();
  const whole = await cluster.waitUntilWhole();
  await waitForRefusal(writers, Date.now());
  await writers.stop();
  const oldLeader = writers.outcomesSince(startedAt);
  const missing = await missingWrites(cluster.urlOf(whole.leader), writers.acknowledged);
  const violations = missing.map(({ atMs }) =>
    `the old leader acknowledged a write ${
      atMs - promotedAt
    } ms after the promotion, and it is lost`
  );
  // Otherwise nothing has tried to write while the old leader could not confirm it.
  const mustWait = step === "frozen" || step === "cut off";
  if (mustWait && oldLeader.waited === 0) violations.push("no write waited for the old leader");
  if (whole.leader === leader) violations.push("the old leader leads again");
  return { promotionMs: promotedAt - startedAt, outageMs, gapMs, oldLeader, violations };
}

/** Freezes the synchronous standby until bookings succeed without it. Returns the longest time without a success. */
async function freezeStandby(cluster: PatroniCluster, recorded: RecordingClients): Promise<number> {
  const { leader, synchronous } = await cluster.waitUntilWhole();
  await waitForAnswers(recorded, 50);
  recorded.maxGapMs = 0;
  await synchronous.freeze();
  await waitForAnswers(recorded, 200);
  const gapMs = recorded.maxGapMs;
  synchronous.thaw();
  if ((await cluster.waitUntilWhole()).leader !== leader) throw new Error("The leader has changed");
  return gapMs;
}

async function loseLeader(
  cluster: PatroniCluster,
  { step, leader, synchronous }: {
    step: LeaderStep;
    leader: PatroniNode;
    synchronous: PatroniNode;
  },
): Promise<void> {
  if (step === "killed") return await leader.kill();
  if (step === "frozen") return await leader.freeze();
  if (step === "cut off") return leader.cut();
  await cluster.switchOver(leader, synchronous);
}

/** Waits for a new leader, and then for the next success. */
async function waitForSuccess(
  cluster: PatroniCluster,
  { old, recorded }: { old: PatroniNode; recorded: RecordingClients },
): Promise<{ promotedAt: number; outageMs: number }> {
  const promotedAt = await waitForPromotion(cluster, old);
  await expect.poll(() => recorded.lastSuccessAt, { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(promotedAt);
  return { promotedAt, outageMs: recorded.lastSuccessAt - promotedAt };
}

/** Resolves with the time when a node other than the old leader accepts writes. */
async function waitForPromotion(cluster: PatroniCluster, old: PatroniNode): Promise<number> {
  const others = cluster.nodes.filter((node) => node !== old);
  for (const deadline = Date.now() + 120_000; Date.now() < deadline;) {
    const inRecovery = await Promise.all(others.map((node) => isInRecovery(cluster, node)));
    if (inRecovery.includes(false)) return Date.now();
    await delay(20);
  }
  throw new Error("Patroni promoted no node within 120 s");
}

/** Undefined if the node does not answer. */
async function isInRecovery(
  cluster: PatroniCluster,
  node: PatroniNode,
): Promise<boolean | undefined> {
  const config = {
    connectionString: cluster.urlOf(node),
    connectionTimeoutMillis: 2000,
    query_timeout: 10_000,
  };
  try {
    return await withClient(config, async (client) => {
      const sql = "select pg_is_in_recovery() as answer";
      return (await client.query<{ answer: boolean }>(sql)).rows[0]!.answer;
    });
  } catch {
    return undefined;
  }
}

/** Waits until the old leader, which is a standby now, refuses writes for this reason. */
async function waitForRefusal(writers: PersistentWriters, fromMs: number): Promise<void> {
  await expect.poll(() => writers.outcomesSince(fromMs).refused[readOnlyServer] ?? 0, {
    timeout: 60_000,
    interval: 50,
  }).toBeGreaterThan(0);
}

async function waitForAnswers(recorded: RecordingClients, count: number): Promise<void> {
  const before = recorded.acknowledgements.length;
  await expect.poll(() => recorded.acknowledgements.length - before, {
    timeout: 60_000,
    interval: 10,
  }).toBeGreaterThanOrEqual(count);
}

function outcomesText(outcomes: WriteOutcomes): string {
  const { acknowledged, refused, timedOut, broken, unconfirmed, waited } = outcomes;
  const states = Object.entries(refused).map(([state, count]) => `${count} × ${state}`).join(", ");
  return `${acknowledged} acknowledged, ${waited} waited, refused ${states}, ` +
    `${timedOut} timed out, ${broken} broken, ${unconfirmed} unconfirmed`;
}
