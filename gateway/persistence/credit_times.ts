import type { CreditEntryQuery } from "../../core/mod.ts";
import { instantValue } from "./mapping/temporal_types.ts";

/** Clocks of several machines are not further apart: entries stand in the order of the gate, not of them. */
const apart = "interval '10 minutes'";
const maxId = "9223372036854775807";

/**
 * Conditions on entries `alias` of the ledger that `ofScope` names, made between two times; null leaves a side
 * open. Times are turned into ids first, those of entries that are surely before and after, so that the entries of
 * a month long ago are found, in the ledger's order, without reading all that came after it.
 */
export function entriesBetween(
  alias: string,
  { from, to }: Pick<CreditEntryQuery, "from" | "to">,
  { ofScope, valueOf }: { ofScope: string; valueOf(value: unknown): string },
): string[] {
  const conditions: string[] = [];
  if (from) {
    const start = `${valueOf(instantValue(from))}::timestamptz`;
    conditions.push(
      `${alias}.created_at >= ${start}`,
      `${alias}.id > coalesce((select id from credit_entries
        where ${ofScope} and created_at < ${start} - ${apart}
        order by created_at desc, id desc limit 1), 0)`,
    );
  }
  if (to) {
    const end = `${valueOf(instantValue(to))}::timestamptz`;
    conditions.push(
      `${alias}.created_at < ${end}`,
      `${alias}.id < coalesce((select id from credit_entries
        where ${ofScope} and created_at >= ${end} + ${apart}
        order by created_at, id limit 1), ${maxId})`,
    );
  }
  return conditions;
}
