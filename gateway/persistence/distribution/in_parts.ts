import type { PoolClient, QueryResultRow } from "pg";
import { inTransaction } from "../commit/run_transaction.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { together } from "../database/together.ts";
import { enterPart } from "./part_session.ts";
import { holdParts, type Part, type PartNode, type Parts, requireParts } from "./parts.ts";

/** Rows of the organizations of a part. */
interface Group<T> {
  part: Part;
  rows: T[];
}

/**
 * Runs work on the parts of some rows: one transaction for each node. A fault of a node does not skip the others. Returns false
 * if the tables are not distributed. The work may be repeated, as after a lost connection.
 */
export async function inParts<T extends { organizationId: number }>(
  parts: Parts,
  rows: readonly T[],
  work: (client: PoolClient, rows: readonly T[]) => Promise<unknown>,
): Promise<boolean> {
  const groups = new Map<Part, Group<T>>();
  for (const row of rows) {
    const part = await parts.of(row.organizationId);
    if (!part) return false;
    const group = groups.get(part);
    if (group) group.rows.push(row);
    else groups.set(part, { part, rows: [row] });
  }
  const byNode = Map.groupBy(groups.values(), ({ part }) => part.node);
  const ended = await Promise.allSettled(
    [...byNode].map(([node, found]) => onNode(parts, node, found, work)),
  );
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  return true;
}

/** Runs work on one part in a transaction that keeps it on its node. */
export function onPart(
  parts: Parts,
  part: Part,
  work: (client: PoolClient) => Promise<unknown>,
): Promise<void> {
  return onNode(parts, part.node, [{ part, rows: [] }], work);
}

function onNode<T>(
  parts: Parts,
  node: PartNode,
  groups: readonly Group<T>[],
  work: (client: PoolClient, rows: readonly T[]) => Promise<unknown>,
): Promise<void> {
  const shardIds = groups.map(({ part }) => part.shardId);
  return inTransaction(node.pool, async ({ client }) => {
    await together(
      client,
      () => [client.query(holdParts(shardIds)), requireParts(client, parts, shardIds)],
    );
    await together(
      client,
      () =>
        groups.flatMap(({ part, rows }) => [enterPart(client, part.shardId), work(client, rows)]),
    );
  });
}

/** Asks each part a question by a named statement, and returns all rows: one packet for each node. */
export async function askParts<Row extends QueryResultRow>(
  parts: Parts,
  statement: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  const byNode = Map.groupBy(await parts.all(), ({ node }) => node);
  const found = await Promise.all(
    [...byNode].map(async ([node, here]) => {
      const shardIds = here.map(({ shardId }) => shardId);
      const rows: Row[] = [];
      await inTransaction(node.pool, async ({ client }) => {
        await requireParts(client, parts, shardIds);
        await together(client, () =>
          here.flatMap(({ shardId }) => [
            enterPart(client, shardId),
            rowsIn(client, statement, values).then((some) => rows.push(...some)),
          ]));
      });
      return rows;
    }),
  );
  return found.flat();
}
