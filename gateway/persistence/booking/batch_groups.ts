import type { Pool, PoolClient } from "pg";
import type { EnterOrganization } from "../commit/settle_commit.ts";
import { mayBeDistributed } from "../database/connections.ts";
import { orUnavailable } from "../database/faults.ts";
import { enterPart } from "../distribution/part_session.ts";
import { holdParts } from "../distribution/hold_parts.ts";
import type { Part, Parts } from "../distribution/parts.ts";
import type { ScopeBatch } from "./batch_reads.ts";

/** Batches that the same statements lock, read and write. */
export interface BatchGroup {
  /** Undefined in a database that is not distributed. */
  part: Part | undefined;
  batches: readonly ScopeBatch[];
}

/** The groups of batches that share a transaction, and connections to their server. */
export interface BatchGroups {
  pool: Pool;
  groups: readonly BatchGroup[];
  /** The parts of a distributed database; empty otherwise. */
  shardIds: readonly string[];
}

/** Groups batches: all together in an ordinary database. In a distributed one by part, and without those of other nodes. */
export async function groupBatches(
  { pool, parts }: { pool: Pool; parts: Parts },
  batches: readonly ScopeBatch[],
): Promise<BatchGroups> {
  const usual = { pool, groups: [{ part: undefined, batches }], shardIds: [] };
  if (!mayBeDistributed(pool)) return usual;
  const found = await orUnavailable(() =>
    Promise.all(batches.map(async (batch) => ({
      batch,
      part: await parts.of(batch.scope.organizationId),
    })))
  );
  const node = found[0]?.part?.node;
  if (!node) return usual;
  const byPart = Map.groupBy(found.filter(({ part }) => part?.node === node), ({ part }) => part!);
  const groups = [...byPart].map(([part, here]) => ({
    part,
    batches: here.map(({ batch }) => batch),
  }));
  return { pool: node.pool, groups, shardIds: groups.map(({ part }) => part.shardId) };
}

/** Returns the end of a `begin` that keeps the parts on their node. */
export function holdGroups({ shardIds }: BatchGroups): string {
  return shardIds.length > 0 ? `; ${holdParts(shardIds)}` : "";
}

/** Sends statements of one group. */
export function withinGroup<T>(
  client: PoolClient,
  { part }: BatchGroup,
  send: () => Promise<T>,
): Promise<T> {
  if (!part) return send();
  return Promise.all([enterPart(client, part.shardId), send()]).then(([, sent]) => sent);
}

/** Returns what lets a settling session find the rows of an organization; undefined in an ordinary database. */
export function enterGroups({ groups, shardIds }: BatchGroups): EnterOrganization | undefined {
  if (shardIds.length === 0) return undefined;
  return async (client, organizationId) => {
    const group = groups.find(({ batches }) =>
      batches.some(({ scope }) => scope.organizationId === organizationId)
    )!;
    await enterPart(client, group.part!.shardId);
  };
}
