import type { QueryResultRow } from "pg";
import type {
  Entities,
  Listed,
  ListName,
  ListPage,
  ListQuery,
  ListReading,
} from "../../../core/ports.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import type { Statement } from "../database/statement.ts";
import { apiKeys, departments, workers } from "./department_lists.ts";
import { appointments } from "./appointment_lists.ts";
import { creditEntries, creditEntriesOf, creditEntryOf } from "./credit_lists.ts";
import type { ListSource } from "./list_source.ts";
import { countUpTo, pageOfEach, type PageOwners, type PageSource } from "./page_statement.ts";
import { totalsOf } from "./list_totals.ts";
import type { Reading } from "./reading.ts";
import { callOf, findCalls, usageLogs } from "./usage_lists.ts";
import { visits } from "./visit_lists.ts";
import { webhookDeliveries, webhooks } from "./webhook_lists.ts";

const sources = {
  departments,
  workers,
  appointments,
  visits,
  creditEntries,
  apiKeys,
  webhooks,
  webhookDeliveries,
  usageLogs,
};

/** Implements core's `ListReading` of one organization in Postgres. */
export function listReads(reading: Reading, organizationId: number): ListReading {
  const { rows } = reading;

  async function pageSourceOf<L extends ListName>(
    list: L,
    query: ListQuery<L>,
    owner?: string,
  ): Promise<PageSource> {
    const source = sourceOf(list);
    const values: unknown[] = [organizationId];
    const valueOf = (value: unknown) => `$${values.push(value)}`;
    const tools = { valueOf, owner, organizationId, rows };
    const { where, parts = ["true"] } = await source.conditions(query, tools);
    return {
      table: source.table,
      columns: source.columns,
      order: source.orders[query.order.by]!,
      where: ["a.organization_id = $1", ...where],
      parts,
      values,
    };
  }

  async function pages<L extends ListName>(
    list: L,
    query: ListQuery<L>,
    owners?: PageOwners,
  ): Promise<ListPage<Listed<L>>[]> {
    const source = sourceOf(list);
    const { order: { direction }, window } = query;
    const found = await pageOfEach<QueryResultRow>(
      reading,
      await pageSourceOf(list, query, owners?.column),
      { window, direction, owners },
    );
    return found.map(({ items, hasPreviousPage, hasNextPage }) => ({
      items: items.map((row) => source.item(row)),
      hasPreviousPage,
      hasNextPage,
    }));
  }

  return {
    async page(list, query) {
      return (await pages(list, query))[0]!;
    },
    async count(list, query, max) {
      const { order: { direction }, window } = query;
      const source = await pageSourceOf(list, query);
      return await countUpTo(reading, source, { window, direction, max });
    },
    totals: (list, query, owned) => {
      const owners = owned && { column: sourceOf(list).owners[owned.by], ids: owned.ids };
      const rows = () => pageSourceOf(list, query, owners?.column);
      return totalsOf(list, { reading, organizationId, query, owners, rows });
    },
    pagesOf: (list, { by, ids }, query) =>
      pages(list, query, { column: sourceOf(list).owners[by], ids }),
    async byIds(entity, ids) {
      const { table, columns, item, isKeyedByEnvironment } = sourceOf(entity);
      const inEnvironments = isKeyedByEnvironment ? "and a.environment in ('LIVE', 'TEST')" : "";
      const statement: Statement<QueryResultRow> = {
        text: `select ${columns} from ${table} a
        where a.organization_id = $1 ${inEnvironments} and a.id = any ($2::bigint[])`,
      };
      const found = await rows(statement, [organizationId, ids]);
      return found.map((row) => item(row) as Entities[typeof entity]);
    },
    async calls(refs) {
      const timestamps = refs.map(({ timestamp }) => instantValue(timestamp));
      const found = await rows(findCalls, [organizationId, timestamps, refs.map(({ id }) => id)]);
      return found.map(callOf);
    },
    async creditEntriesOf(appointmentIds) {
      const found = await rows(creditEntriesOf, [organizationId, appointmentIds]);
      const entries = Map.groupBy(found.map(creditEntryOf), (entry) => entry.appointmentId);
      return appointmentIds.map((id) => entries.get(id) ?? []);
    },
  };
}

function sourceOf<L extends ListName>(list: L): ListSource<L> {
  return sources[list] as unknown as ListSource<L>;
}
