import type { PoolClient } from "pg";
import { inTransaction } from "../commit/run_transaction.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { together } from "../database/together.ts";
import { requireParts } from "./hold_parts.ts";
import { onPart } from "./in_parts.ts";
import { enterPart } from "./part_session.ts";
import type { FoundParts, Part, PartNode, Parts } from "./parts.ts";

/** Runs work on each part in a transaction of its own. Throws the first fault after the others have had their turn. */
export async function onEachPart(
  parts: Parts,
  { found, faults }: FoundParts,
  work: (client: PoolClient) => Promise<unknown>,
): Promise<void> {
  const all = [...faults];
  for (const part of found) {
    await onPart(parts, part, work).catch((error: unknown) => all.push(error));
  }
  if (all.length > 0) throw all[0];
}

/** Asks each part a question by a named statement, in one packet for each node. Returns the parts that have a row for it. */
export async function askParts(
  parts: Parts,
  statement: Statement<object>,
  values: unknown[],
): Promise<FoundParts> {
  const { found, faults } = await parts.all();
  const byNode = Map.groupBy(found, ({ node }) => node);
  const answers = await Promise.allSettled(
    [...byNode].map(([node, here]) => askNode(parts, node, { here, statement, values })),
  );
  return {
    found: answers.flatMap((one) => one.status === "fulfilled" ? one.value : []),
    faults: [
      ...faults,
      ...answers.flatMap((one) => one.status === "rejected" ? [one.reason] : []),
    ],
  };
}

async function askNode(
  parts: Parts,
  node: PartNode,
  { here, statement, values }: {
    here: readonly Part[];
    statement: Statement<object>;
    values: unknown[];
  },
): Promise<Part[]> {
  const found: Part[] = [];
  await inTransaction(node.pool, async ({ client }) => {
    await requireParts(client, parts, here.map(({ shardId }) => shardId));
    await together(client, () =>
      here.flatMap((part) => [
        enterPart(client, part.shardId),
        rowsIn(client, statement, values).then((rows) => rows.length > 0 && found.push(part)),
      ]));
  });
  return found;
}
