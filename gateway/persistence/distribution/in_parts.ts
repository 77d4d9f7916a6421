import type { ClientBase, Pool, PoolClient } from "pg";
import { inTransaction } from "../commit/run_transaction.ts";
import { isLockTimeout, RolledBackError } from "../database/faults.ts";
import { together } from "../database/together.ts";
import { drawAttemptIds, setAttemptIds } from "./part_ids.ts";
import { enterPart } from "./part_session.ts";
import { holdParts, requireParts } from "./hold_parts.ts";
import type { Part, PartNode, Parts } from "./parts.ts";

/** Rows of the organizations of a part. */
interface Group<T> {
  part: Part;
  rows: T[];
  /** The id of the first attempt that the work adds. */
  attemptId?: string;
}

/** Work on rows of several organizations. It may be repeated, as after a lost connection. */
interface RowsWork<T> {
  organizationOf(row: T): number;
  /** Sends statements about rows. In a distributed database they are of one part. */
  work(database: Pool | ClientBase, rows: readonly T[]): Promise<unknown>;
  /** How many attempts the work adds: the coordinator gives their ids. None if left out. */
  newAttempts?(rows: readonly T[]): number;
}

/**
 * Runs work on rows: all together in an ordinary database, and in a distributed one on the parts of their organizations, with
 * one transaction for each node. A fault of a node does not skip the others.
 */
export async function withRows<T>(
  { pool, parts }: { pool: Pool; parts: Parts | undefined },
  rows: readonly T[],
  { organizationOf, work, newAttempts }: RowsWork<T>,
): Promise<void> {
  const groups = new Map<Part, Group<T>>();
  for (const row of rows) {
    const part = await parts?.of(organizationOf(row));
    if (!part) return void await work(pool, rows);
    const group = groups.get(part);
    if (group) group.rows.push(row);
    else groups.set(part, { part, rows: [row] });
  }
  if (newAttempts) await giveAttemptIds(pool, [...groups.values()], newAttempts);
  // Two transactions that lock rows of the same parts do it in the same order.
  const inOrder = [...groups.values()].toSorted((a, b) => orderOf(a.part) - orderOf(b.part));
  const byNode = Map.groupBy(inOrder, ({ part }) => part.node);
  const ended = await Promise.allSettled(
    [...byNode].map(([node, found]) => onNode(parts!, node, { groups: found, work })),
  );
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

async function giveAttemptIds<T>(
  pool: Pool,
  groups: readonly Group<T>[],
  newAttempts: (rows: readonly T[]) => number,
): Promise<void> {
  const counts = groups.map(({ rows }) => newAttempts(rows));
  const count = counts.reduce((sum, one) => sum + one, 0);
  if (count === 0) return;
  let next = BigInt(await drawAttemptIds(pool, count));
  for (const [i, group] of groups.entries()) {
    group.attemptId = String(next);
    next += BigInt(counts[i]!);
  }
}

/** Returns the place of a part in the order of all parts. */
export function orderOf({ shardId }: Part): number {
  return Number(shardId);
}

/** Runs work on one part in a transaction that keeps it on its node. */
export function onPart(
  parts: Parts,
  part: Part,
  work: (client: PoolClient) => Promise<unknown>,
): Promise<void> {
  return onNode(parts, part.node, { groups: [{ part, rows: [] }], work });
}

async function onNode<T>(
  parts: Parts,
  node: PartNode,
  { groups, work }: {
    groups: readonly Group<T>[];
    work(client: PoolClient, rows: readonly T[]): Promise<unknown>;
  },
): Promise<void> {
  const shardIds = groups.map(({ part }) => part.shardId);
  await inTransaction(node.pool, async ({ client }) => {
    await together(
      client,
      () => [holdBriefly(client, shardIds), requireParts(client, parts, shardIds)],
    );
    await together(
      client,
      () =>
        groups.flatMap(({ part, rows, attemptId }) => [
          enterPart(client, part.shardId),
          attemptId === undefined ? Promise.resolve() : setAttemptIds(client, attemptId),
          work(client, rows),
        ]),
    );
  }).catch((error: unknown) => {
    // The node may have been replaced.
    parts.doubt();
    throw error;
  });
}

/** Keeps parts on their node. It waits only for the end of a move, because the work of other parts waits for it. */
async function holdBriefly(client: PoolClient, shardIds: readonly string[]): Promise<void> {
  try {
    await client.query(
      `set local lock_timeout = '1s'; ${holdParts(shardIds)};
        set local lock_timeout = 0; set local plan_cache_mode = force_generic_plan`,
    );
  } catch (error) {
    throw isLockTimeout(error)
      ? new RolledBackError("A part is moving to another node", { cause: error })
      : error;
  }
}
