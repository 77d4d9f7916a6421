import type { GraphQLResolveInfo } from "graphql";
import type { GraphqlContext } from "../context.ts";
import { isSelected } from "./selection.ts";

/** What a row names by its id, as `department` does by `departmentId`. */
interface Relation<Row> {
  field: string;
  idOf(row: Row): number | null;
  type: {
    getDataloader(context: GraphqlContext): { loadMany(ids: number[]): Promise<unknown> };
  };
}

/**
 * Rows that are given one by one, with pauses: the executor completes as many as it is given without a pause. What
 * they name is loaded before the first, in one statement and not in one for each piece.
 */
export async function rowsAtPace<Row>(
  rows: Row[],
  context: GraphqlContext,
  { info, relations = [] }: { info: GraphQLResolveInfo; relations?: Relation<Row>[] },
): Promise<Row[]> {
  const named = relations.filter(({ field }) => isSelected(info, [field]));
  await Promise.all(named.map(({ idOf, type }) => {
    const ids = new Set(rows.map(idOf).filter((id) => id !== null));
    return type.getDataloader(context).loadMany([...ids]);
  }));
  // The executor takes what is iterable asynchronously, which the types do not say.
  return inPieces(rows, context) as unknown as Row[];
}

async function* inPieces<Row>(rows: Row[], { pace }: GraphqlContext) {
  for (const row of rows) {
    yield row;
    if (pace.isDue()) await pace.pause();
  }
}
