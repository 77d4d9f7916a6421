import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection, ListAsked, ListName, ListOrder, Owners } from "../../../core/mod.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { type ListRows, type ListTable, openListRows } from "./list_rows.ts";
import { openGraphql } from "./support.ts";

type Row = Record<string, unknown>;
type Names = Record<string, number[]>;

/** A list as it is tested: its rows, what it may be asked, and both once more without any SQL. */
interface ListCase {
  list: ListName;
  table: ListTable;
  /** Rows with few different values, so that many of them tie. */
  row(names: Names): fc.Arbitrary<Row>;
  /** A filter, and whether a row passes it. */
  filter(names: Names): fc.Arbitrary<Row>;
  passes(row: Row, filter: Row): boolean;
  orders: { orderBy: ListOrder | undefined; by: string[]; isDescending: boolean }[];
  /** The relations by which it is read besides. */
  owners: { by: string; column: string; names: keyof Names }[];
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const filterOf = (arbitraries: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(
    Object.fromEntries(Object.entries(arbitraries).map(([name, one]) => [name, maybe(one)])),
  ) as fc.Arbitrary<Row>;
const environment = fc.constantFrom("LIVE", "TEST");
const minutes = (most: number) =>
  fc.integer({ min: 0, max: most }).map((n) => `2026-03-05T1${Math.floor(n / 6)}:${n % 6}0:00`);
const time = fc.integer({ min: 0, max: 5 }).map((n) => `2026-03-05T10:0${n}:00`);
const instant = time.map((text) => `${text}.00${text.at(-4)}Z`);
const at = instant.map((text) => Temporal.Instant.from(text));
const local = time.map((text) => Temporal.PlainDateTime.from(text));
const isActive = fc.boolean();
const ids = [{ orderBy: undefined, by: ["id"], isDescending: false }];
const is = (asked: unknown, actual: unknown) => asked === undefined || asked === actual;
const isBetween = (actual: unknown, from: unknown, to: unknown) => {
  const ms = Date.parse(actual as string);
  return (!from || (from as Temporal.Instant).epochMilliseconds <= ms) &&
    (!to || ms < (to as Temporal.Instant).epochMilliseconds);
};

const cases: ListCase[] = [
  {
    list: "departments",
    table: "departments",
    row: () => fc.record({ is_active: isActive }),
    filter: () => filterOf({ isActive }),
    passes: (row, filter) => is(filter["isActive"], row["is_active"]),
    orders: ids,
    owners: [],
  },
  {
    list: "workers",
    table: "workers",
    row: ({ departments }) =>
      fc.record({ is_active: isActive, department_id: fc.constantFrom(...departments!) }),
    filter: ({ departments }) =>
      filterOf({ isActive, departmentId: fc.constantFrom(...departments!) }),
    passes: (row, filter) =>
      is(filter["isActive"], row["is_active"]) &&
      is(filter["departmentId"], row["department_id"]),
    orders: ids,
    owners: [{ by: "departmentId", column: "department_id", names: "departments" }],
  },
  {
    list: "appointments",
    table: "appointments",
    row: ({ departments, workers }) =>
      fc.record({
        environment,
        department_id: fc.constantFrom(...departments!),
        worker_id: fc.option(fc.constantFrom(...workers!)),
        status: fc.constantFrom("SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"),
        archived_at: fc.option(fc.constant("2026-03-05T10:00:00Z"), { freq: 2 }),
        date_time: time,
        created_at: instant,
        external_user_id: fc.option(fc.constantFrom("a", "b")),
      }),
    filter: ({ departments, workers }) =>
      filterOf({
        environment,
        departmentId: fc.constantFrom(...departments!),
        workerId: fc.constantFrom(...workers!),
        status: fc.subarray(["SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"]),
        archived: fc.boolean(),
        dateTimeFrom: local,
        dateTimeTo: local,
        createdFrom: at,
        createdTo: at,
        externalUserId: fc.constantFrom("a", "b", "c"),
      }),
    passes: (row, filter) =>
      is(filter["environment"], row["environment"]) &&
      is(filter["departmentId"], row["department_id"]) &&
      is(filter["workerId"], row["worker_id"]) &&
      is(filter["externalUserId"], row["external_user_id"]) &&
      is(filter["archived"], row["archived_at"] !== null) &&
      (filter["status"] as string[] | undefined ?? [row["status"]]).includes(
        row["status"] as string,
      ) &&
      isBetween(row["created_at"], filter["createdFrom"], filter["createdTo"]) &&
      !(String(row["date_time"]) < String(filter["dateTimeFrom"] ?? "")) &&
      !(String(row["date_time"]) >= String(filter["dateTimeTo"] ?? "9")),
    orders: (["DATE_TIME", "CREATED_AT"] as const).flatMap((by) =>
      (["ASC", "DESC"] as const).map((direction) => ({
        orderBy: { by, direction },
        by: by === "DATE_TIME" ? ["date_time", "id"] : ["created_at", "date_time", "id"],
        isDescending: direction === "DESC",
      }))
    ).concat({ orderBy: undefined as never, by: ["date_time", "id"], isDescending: false }),
    owners: [
      { by: "departmentId", column: "department_id", names: "departments" },
      { by: "workerId", column: "worker_id", names: "workers" },
    ],
  },
  {
    list: "creditEntries",
    table: "credit_entries",
    row: () =>
      fc.oneof(
        fc.record({ environment, created_at: instant, amount: fc.constant(1) }),
        fc.record({
          environment,
          created_at: instant,
          amount: fc.constant(-1),
          kind: fc.constant("CONSUMED"),
          appointment_id: fc.constant(0),
        }),
      ),
    filter: () =>
      filterOf({
        environment,
        kind: fc.constantFrom("GRANTED", "CONSUMED", "REFUNDED"),
        from: at,
        to: at,
      }),
    passes: (row, filter) =>
      is(filter["environment"], row["environment"]) && is(filter["kind"], row["kind"]) &&
      isBetween(row["created_at"], filter["from"], filter["to"]),
    orders: [{ orderBy: undefined, by: ["id"], isDescending: true }],
    owners: [],
  },
  {
    list: "apiKeys",
    table: "api_keys",
    row: () => fc.record({ environment, revoked_at: fc.option(instant, { freq: 2 }) }),
    filter: () => filterOf({ environment, isActive }),
    passes: (row, filter) =>
      is(filter["environment"], row["environment"]) &&
      is(filter["isActive"], row["revoked_at"] === null),
    orders: ids,
    owners: [],
  },
  {
    list: "webhooks",
    table: "webhooks",
    row: () => fc.record({ is_active: isActive, deleted_at: fc.option(instant, { freq: 2 }) }),
    filter: () => filterOf({ isActive }),
    passes: (row, filter) => row["deleted_at"] === null && is(filter["isActive"], row["is_active"]),
    orders: ids,
    owners: [],
  },
  {
    list: "webhookDeliveries",
    table: "webhook_attempts",
    row: ({ webhooks }) =>
      fc.record({
        environment,
        webhook_id: fc.constantFrom(...webhooks!),
        status: fc.constantFrom("DELIVERED", "FAILED"),
        event_type: fc.constantFrom("appointment.created", "webhook.test"),
        created_at: instant,
      }),
    filter: ({ webhooks }) =>
      filterOf({
        environment,
        webhookId: fc.constantFrom(...webhooks!),
        status: fc.constantFrom("DELIVERED", "FAILED", "PENDING"),
        eventType: fc.constantFrom("appointment.created", "webhook.test"),
        from: at,
        to: at,
      }),
    passes: (row, filter) =>
      is(filter["environment"], row["environment"]) &&
      is(filter["webhookId"], row["webhook_id"]) && is(filter["status"], row["status"]) &&
      is(filter["eventType"], row["event_type"]) &&
      isBetween(row["created_at"], filter["from"], filter["to"]),
    orders: [{ orderBy: undefined, by: ["created_at", "id"], isDescending: true }],
    owners: [{ by: "webhookId", column: "webhook_id", names: "webhooks" }],
  },
  {
    list: "usageLogs",
    table: "usage_entries",
    row: ({ keys }) =>
      fc.record({
        environment,
        api_key_id: fc.constantFrom(...keys!),
        status_code: fc.constantFrom(200, 404),
        // Over some quarters of an hour and some days, as the log is looked up by those.
        timestamp: fc.tuple(
          fc.integer({ min: 1, max: 4 }),
          minutes(24),
          fc.integer({ max: 2, min: 0 }),
        )
          .map(([day, text, ms]) => `${text.replace("03-05", `03-0${day}`)}.00${ms}Z`),
      }).chain((row) =>
        fc.constantFrom(
          { endpoint: "/api/v1/appointments", route_template: "GET /api/v1/appointments" },
          { endpoint: "/api/v1/appointments", route_template: "POST /api/v1/appointments" },
          { endpoint: "/api/v1/appointments/7", route_template: "GET /api/v1/appointments/{id}" },
        ).map((route) => ({ ...row, ...route }))
      ),
    filter: ({ keys }) =>
      filterOf({
        environment,
        apiKeyId: fc.constantFrom(...keys!),
        statusCode: fc.constantFrom(200, 404),
        endpoint: fc.constantFrom(
          "POST /api/v1/appointments",
          "/api/v1/appointments",
          "/api/v1/appointments/{id}",
          "/api/v1/appointments/7",
        ),
        from: fc.constant(Temporal.Instant.from("2026-03-02T11:20:00.001Z")),
        to: fc.constant(Temporal.Instant.from("2026-03-04T11:20:00.001Z")),
      }),
    passes: (row, filter) =>
      is(filter["environment"], row["environment"]) &&
      is(filter["apiKeyId"], row["api_key_id"]) &&
      is(filter["statusCode"], row["status_code"]) &&
      isBetween(row["timestamp"], filter["from"], filter["to"]) &&
      [
        undefined,
        row["endpoint"],
        row["route_template"],
        String(row["route_template"]).split(" ")[1],
      ]
        .includes(filter["endpoint"] as string | undefined),
    orders: [{ orderBy: undefined, by: ["timestamp", "id"], isDescending: true }],
    owners: [],
  },
];

let graphql: Awaited<ReturnType<typeof openGraphql>>;
let rows: ListRows;
beforeAll(async () => {
  graphql = await openGraphql();
  rows = openListRows(graphql.databaseUrl);
});
afterAll(async () => {
  await rows[Symbol.asyncDispose]();
  await graphql[Symbol.asyncDispose]();
});

/** An organization with some of everything that rows are related to, and as much of another's. */
async function organization(): Promise<{ organizationId: number; names: Names }> {
  const { organizationId } = await seedOrganization(graphql, { credits: 0 });
  await rows.pool.query("delete from departments where organization_id = $1", [organizationId]);
  return { organizationId, names: {} };
}

async function relatedIn(organizationId: number, { list }: ListCase): Promise<Names> {
  const add = (table: ListTable, of: (i: number) => Row = () => ({})) =>
    rows.add(table, organizationId, [0, 1, 2].map(of));
  const names: Names = {};
  if (list === "workers" || list === "appointments") {
    names["departments"] = await add("departments");
  }
  if (list === "appointments") {
    names["workers"] = await add("workers", (i) => ({ department_id: names["departments"]![i] }));
  }
  if (list === "webhookDeliveries") names["webhooks"] = await add("webhooks");
  if (list === "usageLogs") names["keys"] = await add("api_keys");
  return names;
}

/** Reads a page as of now: of a list, or of one owner's beside another's. */
async function read(
  organizationId: number,
  list: ListName,
  asked: ListAsked<ListName>,
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

describe.each(cases)("$list", (one) => {
  test("pages are those of the plain list, both ways, while rows are added", async () => {
    const { organizationId } = await organization();
    const stranger = await organization();
    const names = await relatedIn(organizationId, one);
    const strangers = await relatedIn(stranger.organizationId, one);
    const rowOf = one.row(names);
    await rows.add(one.table, organizationId, fc.sample(rowOf, { numRuns: 40, seed: 7 }));
    // Another's rows lie between, some of them even with the organization's own relations.
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
          for (let turn = 0; turn < 200; turn += 1) {
            const asked = isFromEnd
              ? { last: size, before: cursor }
              : { first: size, after: cursor };
            const now = await plain();
            const page = await read(
              organizationId,
              one.list,
              { ...asked, filter, orderBy: order.orderBy } as ListAsked<ListName>,
              owner,
            );
            const pageIds = page.edges.map(({ node }) => node.id);
            // The page itself is what lies next to what was seen, as of now.
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
        },
      ),
      { numRuns: 40 },
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
    const last = await read(organizationId, one.list, { ...asked, last: 4 });
    expect(idsOf(last)).toEqual(between.slice(-4));
    expect(last.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
    expect(idsOf(await read(organizationId, one.list, { ...asked, first: 9 }))).toEqual(between);
    const none = await read(organizationId, one.list, { after: cursors[2], before: cursors[3] });
    expect(none.edges).toEqual([]);
    expect(none.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
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
