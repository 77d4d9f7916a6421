import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { expect } from "vitest";
import { findViolations } from "../acknowledgements/check.ts";
import {
  makeTenants,
  type RecordingClients,
  startRecordingClients,
} from "../acknowledgements/recording_clients.ts";
import { readStoredRows } from "../acknowledgements/stored_rows.ts";
import { startService } from "../running_service.ts";
import { openService } from "../seeded.ts";
import { secretsEnvironment } from "../webhooks.ts";
import { type PatroniCluster, type PatroniNode, startPatroniCluster } from "./patroni_cluster.ts";

/** How the leader is lost. */
export const faults = ["killed", "frozen", "cut off"] as const;
export type Fault = typeof faults[number];
export type Step = Fault | "switchover";

export interface FailoversOptions {
  steps: readonly Step[];
  clients: number;
  tenants: number;
  progress?(line: string): void;
}

/** What came of it. */
export interface FailoversResult {
  created: number;
  changed: number;
  unavailable: number;
  /** From the moment when each new leader accepted writes to the next success. */
  outagesMs: number[];
  violations: string[];
}

/**
 * Loses or switches the leader of a Patroni cluster, once for each step, while recording clients use one service that
 * knows the three hosts. Patroni promotes. Compares every success with the last leader. Throws the first answer that
 * is neither a success nor 503.
 */
export async function loseLeaders(options: FailoversOptions): Promise<FailoversResult> {
  await using cluster = await startPatroniCluster();
  await using service = await startService(cluster.url, {
    ...secretsEnvironment,
    LOG_LEVEL: "fatal",
    STAFF_REQUESTS_PER_MINUTE: "1000000",
  });
  const { leader: first } = await cluster.waitUntilWhole();
  await using seeding = await openService(cluster.urlOf(first), { poolSize: 2 });
  const tenants = await makeTenants(seeding, { count: options.tenants, url: service.url });
  const recorded = startRecordingClients(tenants, {
    clients: options.clients,
    urlOf: () => service.url,
  });
  const outagesMs: number[] = [];
  const violations: string[] = [];
  for (const [i, step] of options.steps.entries()) {
    const { leader, synchronous } = await cluster.waitUntilWhole();
    await waitForAnswers(recorded, 50);
    await delay(Math.random() * 500);
    const startedAt = Date.now();
    const promotion = waitForPromotion(cluster, leader);
    await Promise.all([loseLeader(leader, { step, synchronous }), promotion]);
    const promotedAt = await promotion;
    await expect.poll(() => recorded.lastSuccessAt, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(promotedAt);
    const outageMs = recorded.lastSuccessAt - promotedAt;
    outagesMs.push(outageMs);
    if (step === "killed") leader.start();
    if (step === "cut off") leader.heal();
    if (step === "frozen") {
      leader.thaw();
      if (await confirmsWrite(cluster, leader)) violations.push(`${i + 1}: old leader wrote`);
    }
    const answers = recorded.acknowledgements.length;
    const waited = `promoted after ${promotedAt - startedAt} ms`;
    options.progress?.(`${i + 1}: ${step}, ${waited}, served ${outageMs} ms later, ${answers}`);
  }
  await recorded.stop();
  const { leader } = await cluster.waitUntilWhole();
  const { acknowledgements, unavailable } = recorded;
  const created = acknowledgements.filter(({ kind }) => kind === "created").length;
  const stored = await readStoredRows(cluster.urlOf(leader));
  violations.push(...findViolations({ acknowledgements, events: [] }, stored));
  const changed = acknowledgements.length - created;
  return { created, changed, unavailable, outagesMs, violations };
}

async function loseLeader(
  leader: PatroniNode,
  { step, synchronous }: { step: Step; synchronous: PatroniNode },
): Promise<void> {
  if (step === "killed") return await leader.kill();
  if (step === "frozen") return leader.freeze();
  if (step === "cut off") return leader.cut();
  const answer = await fetch(`${leader.api}/switchover`, {
    method: "POST",
    body: JSON.stringify({ leader: leader.name, candidate: synchronous.name }),
  });
  if (!answer.ok) throw new Error(`The switchover failed: ${await answer.text()}`);
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
async function isInRecovery(cluster: PatroniCluster, node: PatroniNode) {
  const sql = "select pg_is_in_recovery() as answer";
  return await ask<boolean>(cluster.urlOf(node), sql).catch(() => undefined);
}

/** Whether a server confirms a write that others would have to know. */
async function confirmsWrite(cluster: PatroniCluster, node: PatroniNode): Promise<boolean> {
  const sql = "select pg_logical_emit_message(true, 'test', 'old leader')::text as answer";
  return await ask(cluster.urlOf(node), sql).then(() => true, () => false);
}

/** The `answer` of a statement. Rejects if it does not come within 10 s. */
async function ask<T>(connectionString: string, sql: string): Promise<T> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: 2000,
    query_timeout: 10_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<{ answer: T }>(sql)).rows[0]!.answer;
  } finally {
    await client.end().catch(() => {});
  }
}

async function waitForAnswers(recorded: RecordingClients, count: number): Promise<void> {
  const before = recorded.acknowledgements.length;
  await expect.poll(() => recorded.acknowledgements.length - before, {
    timeout: 60_000,
    interval: 10,
  }).toBeGreaterThanOrEqual(count);
}
