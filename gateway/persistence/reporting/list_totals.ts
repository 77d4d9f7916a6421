import {
  environments,
  type ListFilter,
  type ListName,
  type ListQuery,
  maxCounted,
} from "../../../core/ports.ts";
import type { Statement } from "../database/statement.ts";
import { given } from "./list_source.ts";
import { countUpTo, type PageOwners, type PageSource } from "./page_statement.ts";
import type { Reading } from "./reading.ts";
import { countCalls } from "./usage_ranges_of_page.ts";

type Total = number | null;

/** What a total is read from. */
interface TotalOf<L extends ListName> {
  reading: Reading;
  organizationId: number;
  query: ListQuery<L>;
  owners: PageOwners | undefined;
  /** Makes the source of the list's rows. */
  rows(): Promise<PageSource>;
}

/**
 * Returns the size of a list, or the sizes of the lists of several owners. Null where no count is kept and
 * the list has no maximum: counting its rows would cost more with each row.
 */
export async function totalsOf<L extends ListName>(list: L, of: TotalOf<L>): Promise<Total[]> {
  const totals: { [Name in ListName]?: (of: TotalOf<Name>) => Promise<Total[] | null> } = {
    departments: countRows,
    workers: countRows,
    apiKeys: countRows,
    webhooks: countRows,
    appointments: sumMonths,
    usageLogs: async ({ reading, organizationId, query }) => [
      await countCalls(reading.rows, organizationId, query.filter),
    ],
  };
  const read = totals[list] as ((of: TotalOf<L>) => Promise<Total[] | null>) | undefined;
  return await read?.(of) ?? (of.owners?.ids ?? [0]).map(() => null);
}

/** Counts the rows of a list that an organization has few of. Null above `maxCounted`. */
async function countRows(
  { reading, query, owners, rows }: TotalOf<ListName>,
): Promise<Total[]> {
  const source = await rows();
  if (owners) {
    const { table, where, parts, values } = source;
    return await sumByOwner(reading, owners, {
      table,
      sum: "count(*)",
      where: [...where, `(${parts.join(" or ")})`],
      values,
    });
  }
  const window = { after: null, before: null, limit: 0, isFromEnd: false };
  const { direction } = query.order;
  const count = await countUpTo(reading, source, { window, direction, max: maxCounted + 1 });
  return [count > maxCounted ? null : count];
}

/** Adds up the counts of months. Null if the filter selects more or less than whole months of listed appointments. */
async function sumMonths(
  { reading, organizationId, query: { filter }, owners }: TotalOf<"appointments">,
): Promise<Total[] | null> {
  if (!isOfMonths(filter) || (owners && owners.column !== "department_id")) return null;
  const values: unknown[] = [organizationId];
  const valueOf = (value: unknown) => `$${values.push(value)}`;
  const { environment, departmentId, status, dateTimeFrom, dateTimeTo } = filter;
  const month = (time: Temporal.PlainDateTime) => `${valueOf(time.toPlainDate().toString())}::date`;
  const where = [
    "a.organization_id = $1",
    `a.environment = any(${valueOf(environment ? [environment] : environments)}::text[])`,
    ...given(departmentId, (id) => `a.department_id = ${valueOf(id)}::bigint`),
    ...given(status, (status) => `a.status = any(${valueOf(status)}::text[])`),
    ...given(dateTimeFrom, (from) => `a.month >= ${month(from)}`),
    ...given(dateTimeTo, (to) => `a.month < ${month(to)}`),
  ];
  const counts = { table: "appointment_counts", sum: "coalesce(sum(a.count), 0)", where, values };
  if (owners) return await sumByOwner(reading, owners, counts);
  const statement: Statement<{ total: string }> = {
    text: `select ${counts.sum} as total from ${counts.table} a where ${where.join(" and ")}`,
  };
  return [Number((await reading.rows(statement, values))[0]!.total)];
}

/** Whether the counts of months add up to a list: they have neither archived appointments nor parts of a month. */
function isOfMonths(filter: ListFilter<"appointments">): boolean {
  const { archived, workerId, createdFrom, createdTo, externalUserId, qrCode } = filter;
  const others = [workerId, createdFrom, createdTo, externalUserId, qrCode];
  const isStart = (time: Temporal.PlainDateTime | null | undefined) =>
    !time ||
    time.equals(time.with({ day: 1 }).round({ smallestUnit: "day", roundingMode: "floor" }));
  return archived === false && others.every((value) => (value ?? null) === null) &&
    isStart(filter.dateTimeFrom) && isStart(filter.dateTimeTo);
}

/** Adds up rows of each owner, in the order of the owners. */
async function sumByOwner(
  { rows }: Reading,
  { column, ids }: PageOwners,
  { table, sum, where, values }: {
    table: string;
    sum: string;
    where: readonly string[];
    values: readonly unknown[];
  },
): Promise<Total[]> {
  const ofOwners = `a.${column} = any($${values.length + 1}::bigint[])`;
  const statement: Statement<{ owner: number; total: string }> = {
    text: `select a.${column} as owner, ${sum} as total from ${table} a
      where ${[...where, ofOwners].join(" and ")} group by 1`,
  };
  const found = await rows(statement, [...values, ids]);
  const totals = new Map(found.map(({ owner, total }) => [Number(owner), Number(total)]));
  return ids.map((id) => totals.get(id) ?? 0);
}
