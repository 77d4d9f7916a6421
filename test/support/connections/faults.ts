import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { expect } from "vitest";
import type { Case } from "./cases.ts";
import type { Stage } from "./stage.ts";

/**
 * What happens to connections: `pg_terminate_backend`; kill -9 of their backend, after which Postgres restarts
 * all others; their backends frozen; the whole server frozen.
 */
export const faults = ["terminated", "killed", "frozen", "frozen with their server"] as const;
export type Fault = (typeof faults)[number];

/** Longer than the service waits for an answer. */
const frozenMs = 17_000;

/** What came of it. */
export interface FaultFigures {
  /** Status by case. */
  answers: Record<string, number>;
  /** Until the last caller had an answer. */
  answeredMs: number;
  /** From the end of the fault until everything was as ever. */
  recoveredMs: number;
}

/**
 * Brings connections of these kinds into their states, all at the same time, and has the fault happen to them.
 * Throws unless the process lives, each caller gets one of the answers of its case, and everything works
 * afterwards.
 */
export async function expectSurvival(
  kind: Fault,
  kinds: readonly Case[],
  stage: Stage,
): Promise<FaultFigures> {
  const observer = await stage.postgres.connect();
  const holders = new Map<string, Client>();
  const answers: Record<string, number> = {};
  const calls: Promise<void>[] = [];
  const processIds: number[] = [];
  for (const { name, hold, call, is } of kinds) {
    if (hold !== undefined && !holders.has(hold)) holders.set(hold, await begin(stage, hold));
    if (call) calls.push(call(stage).then((status) => void (answers[name] = status)));
    processIds.push(...await waiting(observer, is));
  }
  const startedAt = performance.now();
  const fault = await start(kind, { processIds, observer, stage });
  for (const holder of holders.values()) cut(holder);
  const outlasted = kind.startsWith("frozen") ? delay(frozenMs) : undefined;
  await Promise.all(calls);
  const answeredMs = performance.now() - startedAt;
  await outlasted;
  fault.end();
  const recoveredMs = await stage.recover();
  await observer.end();
  expect(stage.service.errors()).not.toContain("uncaught exception");
  for (const { name, answers: expected } of kinds) {
    if (expected) expect(expected, `${name}, ${kind}`).toContain(answers[name]);
  }
  return { answers, answeredMs, recoveredMs };
}

async function begin({ postgres }: Stage, hold: string): Promise<Client> {
  const holder = await postgres.connect();
  await holder.query(`begin; ${hold}`);
  return holder;
}

/** Closes everything. It does not wait for a server, which may be frozen. */
function cut(holder: Client): void {
  (holder.connection as unknown as { stream: Socket }).stream.destroy();
}

async function waiting(observer: Client, is: string): Promise<number[]> {
  let found: number[] = [];
  await expect.poll(async () => {
    const { rows } = await observer.query(`select pid from pg_stat_activity where ${is}`);
    found = rows.map(({ pid }) => pid as number);
    return found.length;
  }, { timeout: 60_000, interval: 20, message: `no connection is where ${is}` }).toBeGreaterThan(0);
  return found;
}

async function start(
  kind: Fault,
  { processIds, observer, stage }: { processIds: number[]; observer: Client; stage: Stage },
): Promise<{ end(): void }> {
  if (kind === "terminated") {
    await observer.query("select pg_terminate_backend(pid) from unnest($1::int[]) pid", [
      processIds,
    ]);
    return { end: () => {} };
  }
  if (kind === "killed") {
    // The first one takes all others with it, and some of them are gone before their turn.
    processIds.find((id) => isSent(id, "SIGKILL"));
    return { end: () => {} };
  }
  const found = kind === "frozen" ? processIds : stage.postgres.processIds();
  const frozen = found.filter((id) => isSent(id, "SIGSTOP"));
  return { end: () => frozen.forEach((id) => isSent(id, "SIGCONT")) };
}

/** Sends a signal. Returns false if the process has ended by itself, as a parallel worker of a query does. */
function isSent(processId: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(processId, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}
