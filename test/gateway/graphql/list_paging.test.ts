import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Connection, ListName, ListRequest, Owners } from "../../../core/mod.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { type ListCase, listCases, type Names, type Row } from "./list_cases.ts";
import { type ListTable, openListRows } from "./list_rows.ts";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

const graphql = await perFile(openGraphql());
const rows = await perFile(openListRows(graphql.databaseUrl));

/** Makes an organization without departments. */
async function organization(): Promise<{ organizationId: number; names: Names }> {
  const { organizationId } = await seedOrganization(graphql, { credits: 0 });
  await rows.pool.query("delete from departments where organization_id = $1", [organizationId]);
  return { organizationId, names: {} };
}

async function relatedIn(organizationId: number, { list }: ListCase): Promise<Names> {
  const add = (table: ListTable, of: (i: number) => Row = () => ({})) =>
    rows.add(table, organizationId, [0, 1, 2].map(of));
  const names: Names = {};
  if (list === "workers" || list === "appointments" || list === "visits") {
    names["departments"] = await add("departments");
  }
  if (list === "appointments" || list === "visits") {
    names["workers"] = await add("workers", (i) => ({ department_id: names["departments"]![i] }));
  }
  if (list === "webhookDeliveries") names["webhooks"] = await add("webhooks");
  if (list === "usageLogs") names["keys"] = await add("api_keys");
  return names;
}

/** Reads a page of a list, or of the list of one owner together with those of other owners. */
async function read(
  organizationId: number,
  list: ListName,
  asked: ListRequest<ListName>,
  owner?: { by: string; ids: number[]; index: number },
): Promise<Connection<{ id: number }>> {
  const reports = graphql.application.openReports({ organizationId, timeZone: "UTC" });
  try {
    if (!owner) return await reports.page(list, asked as never) as Connection<{ id: number }>;
    const owners = { by: owner.by, ids: owner.ids } as unknown as Owners<ListName>;
    const pages = await reports.pagesOf(list, owners, asked as never);
    return pages[owner.index] as Connection<{ id: number }>;
  } finally {
    await reports.close();
  }
}

async function count(
  organizationId: number,
  list: ListName,
  request: ListRequest<ListName>,
  max: number,
): Promise<number> {
  const reports = graphql.application.openReports({ organizationId, timeZone: "UTC" });
  return await reports.count(list, request as never, max).finally(() => reports.close());
}

async function total(
  organizationId: number,
  list: ListName,
  request: ListRequest<ListName>,
): Promise<number | null> {
  const reports = graphql.application.openReports({ organizationId, timeZone: "UTC" });
  const page = reports.page(list, request as never);
  return await page.then(({ totalCount }) => totalCount!()).finally(() => reports.close());
}

/** The lists whose rows or calls are counted. `total_count.test.ts` has the totals of appointments. */
const counted = new Set<ListName>(["departments", "workers", "apiKeys", "webhooks", "usageLogs"]);

describe.each(listCases)("$list", (one) => {
  test("pages, their count and their total are those of the plain list, both ways, while rows are added", async () => {
    const { organizationId } = await organization();
    const stranger = await organization();
    const names = await relatedIn(organizationId, one);
    const strangers = await relatedIn(stranger.organizationId, one);
    const rowOf = one.row(names);
    await rows.add(one.table, organizationId, fc.sample(rowOf, { numRuns: 40, seed: 7 }));
    // Rows of another organization lie between, some with relations to rows of the first.
    await rows.add(one.table, stranger.organizationId, fc.sample(rowOf, { numRuns: 20, seed: 8 }));
    await rows.add(
      one.table,
      stranger.organizationId,
      fc.sample(one.row(strangers), { numRuns: 20, seed: 9 }),
    );
    await fc.assert(
      fc.asyncProperty(
        one.filter(names),
        fc.constantFrom(...one.orders),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        fc.option(fc.nat({ max: Math.max(0, one.owners.length * 3 - 1) }), { nil: undefined }),
        fc.array(fc.array(rowOf, { maxLength: 3 }), { maxLength: 6 }),
        async (filter, order, size, isFromEnd, ownerIndex, added) => {
          const chosen = ownerIndex === undefined || one.owners.length === 0
            ? undefined
            : one.owners[Math.floor(ownerIndex / 3)]!;
          const index = (ownerIndex ?? 0) % 3;
          const owner = chosen && { by: chosen.by, ids: names[chosen.names]!, index };
          const key = (row: Row) => order.by.map((column) => row[column]);
          const plain = async () =>
            (await rows.all(one.table, organizationId))
              .filter((row) => one.passes(row, filter))
              .filter((row) => !chosen || row[chosen.column] === names[chosen.names]![index])
              .sort((a, b) => compare(key(a), key(b)) * (order.isDescending ? -1 : 1))
              .map((row) => Number(row["id"]));
          const start = await plain();
          const seen: number[] = [];
          let cursor: string | undefined;
          // With one row per page there are as many pages as rows.
          const most = start.length + added.flat().length + 1;
          for (let turn = 0; turn < most; turn += 1) {
            const asked = isFromEnd
              ? { last: size, before: cursor }
              : { first: size, after: cursor };
            const now = await plain();
            const page = await read(
              organizationId,
              one.list,
              { ...asked, filter, orderBy: order.orderBy } as ListRequest<ListName>,
              owner,
            );
            const pageIds = page.edges.map(({ node }) => node.id);
            // The page follows the rows that were already read.
            const edge = isFromEnd ? seen.at(0) : seen.at(-1);
            const place = edge === undefined ? -1 : now.indexOf(edge);
            const expected = isFromEnd
              ? now.slice(0, edge === undefined ? now.length : place).slice(-size)
              : now.slice(place + 1).slice(0, size);
            expect(pageIds).toEqual(expected);
            expect(page.pageInfo).toEqual({
              hasPreviousPage: expected.length > 0
                ? expected[0] !== now[0]
                : !isFromEnd && edge !== undefined,
              hasNextPage: expected.length > 0
                ? expected.at(-1) !== now.at(-1)
                : isFromEnd && edge !== undefined,
              startCursor: page.edges.at(0)?.cursor ?? null,
              endCursor: page.edges.at(-1)?.cursor ?? null,
            });
            if (isFromEnd) seen.unshift(...pageIds);
            else seen.push(...pageIds);
            const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
            if (!(isFromEnd ? hasPreviousPage : hasNextPage)) break;
            cursor = (isFromEnd ? startCursor : endCursor)!;
            await rows.add(one.table, organizationId, added[turn] ?? []);
          }
          expect(seen.filter((id) => start.includes(id))).toEqual(start);
          if (owner) return;
          const { length } = await plain();
          const request = { filter, orderBy: order.orderBy } as ListRequest<ListName>;
          for (const max of [3, 1000]) {
            expect(await count(organizationId, one.list, request, max)).toBe(Math.min(max, length));
          }
          const first = { ...request, first: 3 };
          if (one.list === "appointments") return;
          expect(await total(organizationId, one.list, first))
            .toBe(counted.has(one.list) ? length : null);
        },
      ),
      { numRuns: 15 },
    );
  });

  test("what lies between two cursors is read from both of its ends", async () => {
    const { organizationId } = await organization();
    const names = await relatedIn(organizationId, one);
    await rows.add(one.table, organizationId, fc.sample(one.row(names), { numRuns: 40, seed: 5 }));
    const all = await read(organizationId, one.list, { first: 100 });
    const cursors = all.edges.map(({ cursor }) => cursor);
    const idsOf = ({ edges }: Connection<{ id: number }>) => edges.map(({ node }) => node.id);
    const between = idsOf(all).slice(3, 12);
    const asked = { after: cursors[2], before: cursors[12] };
    const first = await read(organizationId, one.list, { ...asked, first: 4 });
    expect(idsOf(first)).toEqual(between.slice(0, 4));
    expect(first.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
    expect(await count(organizationId, one.list, asked, 100)).toBe(between.length);
    const last = await read(organizationId, one.list, { ...asked, last: 4 });
    expect(idsOf(last)).toEqual(between.slice(-4));
    expect(last.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
    expect(idsOf(await read(organizationId, one.list, { ...asked, first: 9 }))).toEqual(between);
    const none = await read(organizationId, one.list, { after: cursors[2], before: cursors[3] });
    expect(none.edges).toEqual([]);
    expect(none.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
    // Removed rows are not counted as earlier or later pages.
    const gone = [...idsOf(all).slice(0, 3), ...idsOf(all).slice(12)];
    await rows.remove(one.table, organizationId, gone);
    const start = await read(organizationId, one.list, { after: cursors[2], first: 4 });
    expect(idsOf(start)).toEqual(between.slice(0, 4));
    expect(start.pageInfo).toMatchObject({ hasPreviousPage: false, hasNextPage: true });
    const end = await read(organizationId, one.list, { before: cursors[12], last: 4 });
    expect(idsOf(end)).toEqual(between.slice(-4));
    expect(end.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
    const zero = await read(organizationId, one.list, { first: 0 });
    expect(zero.edges).toEqual([]);
    expect(zero.pageInfo).toMatchObject({ hasPreviousPage: false, hasNextPage: true });
  });
});

function compare(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [i, value] of a.entries()) {
    const other = b[i];
    if (value === other) continue;
    const [mine, its] = typeof value === "number"
      ? [value, other as number]
      : [String(value).replace("+00:00", ""), String(other).replace("+00:00", "")];
    if (mine < its) return -1;
    if (mine > its) return 1;
  }
  return 0;
}

test("of calls at one millisecond each is on one page, narrowed down or not", async () => {
  const { organizationId } = await organization();
  const one = listCases.find(({ list }) => list === "usageLogs")!;
  const [call] = fc.sample(one.row(await relatedIn(organizationId, one)), { numRuns: 1, seed: 3 });
  const earlier = { ...call, timestamp: "2026-03-05T10:00:00.000Z" };
  const same = { ...call, timestamp: "2026-03-05T10:01:00.000Z" };
  await rows.add(one.table, organizationId, [earlier, same, same, same, same, same, same]);
  for (const filter of [{}, { environment: call!["environment"] }]) {
    const seen: number[] = [];
    let after: string | undefined;
    for (let page = 0; page < 4; page += 1) {
      const asked = { first: 2, after, filter } as ListRequest<"usageLogs">;
      const { edges, pageInfo } = await read(organizationId, "usageLogs", asked);
      seen.push(...edges.map(({ node }) => node.id));
      after = pageInfo.endCursor ?? undefined;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  }
});
