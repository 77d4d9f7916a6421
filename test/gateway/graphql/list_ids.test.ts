import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seedOrganization } from "../../support/seeded.ts";
import { type ListTable, openListRows } from "./list_rows.ts";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

type Ids = Record<string, string>;
/** The id of one node of each type, without the type. */

const graphql = await perFile(openGraphql());
const rows = await perFile(openListRows(graphql.databaseUrl));
const { organizationId } = await seedOrganization(graphql);
const own = await oneOfEach(graphql.own.organizationId);
const strangers = await oneOfEach(organizationId);

async function oneOfEach(organizationId: number): Promise<Ids> {
  const add = async (table: ListTable, row: Record<string, unknown> = {}) =>
    (await rows.add(table, organizationId, [row]))[0]!;
  const department = await add("departments");
  const worker = await add("workers", { department_id: department });
  const appointment = await add("appointments", { department_id: department, worker_id: worker });
  const apiKey = await add("api_keys");
  const webhook = await add("webhooks");
  const timestamp = "2026-03-01T10:00:00.123Z";
  const call = await add("usage_entries", { api_key_id: apiKey, timestamp });
  return {
    Department: String(department),
    Worker: String(worker),
    Appointment: String(appointment),
    Visit: String(await add("visits", { department_id: department, worker_id: worker })),
    CreditEntry: String(await add("credit_entries")),
    ApiKey: String(apiKey),
    Webhook: String(webhook),
    WebhookDelivery: String(await add("webhook_attempts", { webhook_id: webhook })),
    UsageLog: `${Date.parse(timestamp)}-${call}`,
  };
}

const globalIds = (ids: Ids) => Object.entries(ids).map(([type, id]) => btoa(`${type}:${id}`));

async function ask(query: string, variables: Record<string, unknown>) {
  const { body } = await graphql.ask(query, variables);
  expect(graphql.defects).toEqual([]);
  expect(body.errors).toBeUndefined();
  return body.data!;
}

const node = "query ($id: ID!) { node(id: $id) { __typename id } }";
const nodes = "query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }";

test("node() and nodes() find one of each type", async () => {
  const ids = globalIds(own);
  const expected = Object.keys(own).map((type, i) => ({ __typename: type, id: ids[i] }));
  for (const [i, id] of ids.entries()) {
    expect(await ask(node, { id })).toEqual({ node: expected[i] });
  }
  expect(await ask(nodes, { ids })).toEqual({ nodes: expected });
  const again = [...ids, btoa("Department:0"), ...ids.toReversed()];
  expect(await ask(nodes, { ids: again })).toEqual({
    nodes: [...expected, null, ...expected.toReversed()],
  });
});

const noIds = ["", "0", "-1", "01", "x", " 1", "1.5", "1e3", "2147483648", "9".repeat(40)];

/** Returns texts that are not the id of a node of the organization. */
const nothing = () => [
  ...globalIds(strangers),
  ...Object.keys(own).flatMap((type) => noIds.map((id) => btoa(`${type}:${id}`))),
  ...noIds,
  ...["-", "1-", "-1", "1-1-1", "999999999999999-1", `${Date.now()}-99999999999999999999`]
    .map((id) => btoa(`UsageLog:${id}`)),
  ...["Query:1", "Node:1", "Environment:LIVE", "AppointmentConnection:1", "__Schema:1", "Int:1"]
    .map((text) => btoa(text)),
  btoa("constructor:1"),
  btoa("Department"),
  "\0",
  "🙂",
  btoa("Department:1\0"),
];

test("what names nothing of the organization is null, in any mixture", async () => {
  const all = nothing();
  for (let i = 0; i < all.length; i += 99) {
    const ids = [...all.slice(i, i + 99), globalIds(own)[0]!];
    const found = await ask(nodes, { ids }) as { nodes: unknown[] };
    expect(found.nodes.slice(0, -1)).toEqual(ids.slice(1).map(() => null));
    expect(found.nodes.at(-1)).not.toBeNull();
  }
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: "binary" }), fc.base64String()), async (id) => {
      expect(await ask(node, { id: id.toWellFormed() })).toEqual({ node: null });
    }),
    { numRuns: 30 },
  );
});

describe.each(["Department", "Appointment"])("%s", (type) => {
  const field = type.toLowerCase();
  const query = `query ($id: ID!) { found: ${field}(id: $id) { id restId } }`;

  test("is found by both of its ids", async () => {
    const found = { id: btoa(`${type}:${own[type]}`), restId: own[type] };
    expect(await ask(query, { id: found.id })).toEqual({ found });
    expect(await ask(query, { id: found.restId })).toEqual({ found });
  });

  test("is null by what names another's, another type's or nothing", async () => {
    const others = [strangers[type]!, ...globalIds({ ...own, [type]: "0" })];
    const texts = [...others, ...noIds, ...noIds.map((id) => btoa(`${type}:${id}`))];
    for (const id of texts) expect(await ask(query, { id })).toEqual({ found: null });
  });
});

const filters = [
  { list: "workers", filter: "departmentId", type: "Department" },
  { list: "appointments", filter: "departmentId", type: "Department" },
  { list: "appointments", filter: "workerId", type: "Worker" },
  { list: "visits", filter: "departmentId", type: "Department" },
  { list: "visits", filter: "workerId", type: "Worker" },
  { list: "webhookDeliveries", filter: "webhookId", type: "Webhook" },
  { list: "usageLogs", filter: "apiKeyId", type: "ApiKey" },
];

test.each(filters)("$list by $filter", async ({ list, filter, type }) => {
  const query = `query ($id: ID!) { ${list}(filter: { ${filter}: $id }) {
    edges { node { id } } pageInfo { hasNextPage hasPreviousPage }
  } }`;
  for (const id of [own[type]!, btoa(`${type}:${own[type]}`)]) {
    const found = await ask(query, { id }) as Record<string, { edges: unknown[] }>;
    expect(found[list]!.edges).toHaveLength(1);
  }
  const others = globalIds({ ...own, [type]: "0" });
  for (const id of [strangers[type]!, btoa(`${type}:${strangers[type]}`), ...others, "", "1.5"]) {
    expect(await ask(query, { id })).toEqual({
      [list]: { edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
    });
  }
});

test("ids above the largest Int are read, and are numbers in a file", async () => {
  const seeded = await seedOrganization(graphql);
  const { organizationId, departmentId } = seeded;
  const { token } = await graphql.application.createReportingToken(organizationId, { name: "T" });
  const id = Number.MAX_SAFE_INTEGER;
  const inDepartment = { id, department_id: departmentId };
  await rows.add("appointments", organizationId, [{ ...inDepartment, worker_id: null }]);
  await rows.add("visits", organizationId, [{ ...inDepartment, appointment_id: id }]);
  const consumed = { kind: "CONSUMED", amount: -1, appointment_id: id };
  await rows.add("credit_entries", organizationId, [{ id, ...consumed, balance_after: id - 1 }]);
  const headers = { authorization: `Bearer ${token}` };
  const query = `{
    creditEntries(filter: { kind: CONSUMED }) { edges { node { restId balanceAfter appointment { restId } } } }
    visits { edges { node { restId appointment { restId } } } }
    appointment(id: "${id}") { restId }
    node(id: "${btoa(`CreditEntry:${id}`)}") { ... on CreditEntry { restId } }
  }`;
  const { body } = await graphql.ask(query, {}, headers);
  const found = { restId: String(id) };
  expect(body).toEqual({
    data: {
      creditEntries: { edges: [{ node: { ...found, balanceAfter: id - 1, appointment: found } }] },
      visits: { edges: [{ node: { ...found, appointment: found } }] },
      appointment: found,
      node: found,
    },
  });
  const list = "{ creditEntries(filter: { kind: CONSUMED }) { edges { node { restId } } } }";
  const file = await graphql.send(
    { headers },
    `http://reports.test/graphql?format=csv&query=${list}`,
  );
  expect(await file.text()).toBe(`restId\r\n${id}\r\n`);
});

test("texts that no row can have find nothing or are refused, never a defect", async () => {
  for (const text of ["\0", "\ud800", "x".repeat(3000), "%", "'"]) {
    for (
      const query of [
        "query ($text: String!) { appointments(filter: { externalUserId: $text }) { edges { node { id } } } }",
        "query ($text: String!) { appointments(filter: { qrCode: $text }) { edges { node { id } } } }",
        "query ($text: String!) { webhookDeliveries(filter: { eventType: $text }) { edges { node { id } } } }",
        "query ($text: String!) { usageLogs(filter: { endpoint: $text }) { edges { node { id } } } }",
      ]
    ) {
      const { body } = await graphql.ask<Record<string, { edges: unknown[] }>>(query, { text });
      expect(graphql.defects).toEqual([]);
      const found = body.data && Object.values(body.data)[0]!.edges;
      expect(found ?? body.errors![0]!.extensions!["code"])
        .toEqual(
          /^.$/.test(text) && text !== "\0" && text.isWellFormed() ? [] : "VALIDATION_ERROR",
        );
    }
  }
});
