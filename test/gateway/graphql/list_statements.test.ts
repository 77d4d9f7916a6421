import {
  getNamedType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  isObjectType,
} from "graphql";
import { expect, test } from "vitest";
import { schema } from "../../../gateway/graphql/schema.ts";
import { statementsOf } from "../../support/statements.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { type ListRows, openListRows } from "./list_rows.ts";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

/**
 * Of what is no node, and so in no list of nodes: a query that leads to each relation, for one organization of
 * many rows as for one of few.
 */
const days = `from: "2026-03-01", to: "2026-03-31"`;
const ofOthers: Record<string, string> = {
  "AppointmentReportRow.department":
    `{ appointmentReport(${days}, groupBy: [DEPARTMENT]) { department { id restId } } }`,
  "AppointmentReportRow.worker":
    `{ appointmentReport(${days}, groupBy: [WORKER]) { worker { id restId } } }`,
  "UtilizationReportRow.department":
    `{ utilizationReport(${days}, groupBy: [DEPARTMENT]) { department { id restId } } }`,
  "UsageReportRow.apiKey": `{ usageReport(${days}, groupBy: [API_KEY]) { apiKey { id restId } } }`,
  "WebhookReportRow.webhook":
    `{ webhookReport(${days}, groupBy: [WEBHOOK]) { webhook { id restId } } }`,
  "VisitReportRow.department":
    `{ visitReport(${days}, groupBy: [DEPARTMENT]) { department { id restId } } }`,
  "WaitlistReportRow.department":
    `{ waitlistReport(${days}, groupBy: [DEPARTMENT]) { department { id restId } } }`,
  "VisitReportRow.worker": `{ visitReport(${days}, groupBy: [WORKER]) { worker { id restId } } }`,
};

const sizes = [1, 10, 100];
const tokens = new Map<number, string>();

const graphql = await perFile(openGraphql());
// The clock is stopped: after a minute the use of a token would be written with one more statement.
graphql.setNow("2026-03-31T10:00:00Z");
const rows = await perFile(openListRows(graphql.databaseUrl));
for (const size of sizes) {
  const { organizationId } = await seedOrganization(graphql, { credits: 0 });
  await rows.pool.query("delete from departments where organization_id = $1", [organizationId]);
  await fill(organizationId, size);
  const { token } = await graphql.application.createReportingToken(organizationId, { name: "T" });
  tokens.set(size, token);
}
await rows.pool.query("analyze");
// A new connection is prepared with one more statement.
await graphql.ask("{ organization { name } }");

/** Adds `size` rows to each list, each related to its own row in each other list. */
async function fill(organizationId: number, size: number): Promise<void> {
  const add = (table: Parameters<ListRows["add"]>[0], of: (i: number) => object) =>
    rows.add(table, organizationId, Array.from({ length: size }, (_, i) => ({ ...of(i) })));
  const departments = await add("departments", () => ({}));
  const workers = await add("workers", (i) => ({ department_id: departments[i] }));
  const appointments = await add("appointments", (i) => ({
    department_id: departments[i],
    worker_id: workers[i],
  }));
  await add("visits", (i) => ({
    department_id: departments[i],
    worker_id: workers[i],
    appointment_id: appointments[i],
  }));
  await add("waitlist_entries", (i) => ({ department_id: departments[i] }));
  await add("credit_entries", (i) => ({
    kind: "CONSUMED",
    amount: -1,
    appointment_id: appointments[i],
  }));
  const keys = await add("api_keys", () => ({}));
  await add("usage_entries", (i) => ({ api_key_id: keys[i] }));
  const webhooks = await add("webhooks", () => ({}));
  const eventIds = Array.from({ length: size }, () => crypto.randomUUID());
  await add("webhook_events", (i) => ({ id: eventIds[i], appointment_id: appointments[i] }));
  await add("webhook_attempts", (i) => ({ webhook_id: webhooks[i], event_id: eventIds[i] }));
}

const node = schema.getType("Node") as GraphQLInterfaceType;
const isNode = (type: unknown) => isObjectType(type) && schema.isSubType(node, type);
const isConnection = (type: { name: string }) => type.name.endsWith("Connection");

interface Relation {
  on: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
}

/** Returns every field that leads to nodes, of any type. */
function relations(): Relation[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
    .filter(({ name }) => !name.startsWith("__") && !/(Edge|Connection)$/.test(name));
  return types.flatMap((on) =>
    Object.values(on.getFields())
      .filter(({ type }) => isNode(getNamedType(type)) || isConnection(getNamedType(type)))
      .map((field) => ({ on, field }))
  );
}

/** Returns the selection of a relation's field. */
function selectionOf({ field }: Relation, first: number): string {
  const isPaged = isConnection(getNamedType(field.type));
  return isPaged
    ? `${field.name}(first: ${first}) { edges { cursor node { id restId } } pageInfo { hasNextPage } }`
    : `${field.name} { id restId }`;
}

/** Returns the field of the query that lists nodes of a type. */
function listOf(type: GraphQLObjectType): string | undefined {
  const fields = Object.values(schema.getQueryType()!.getFields());
  return fields.find((field) => getNamedType(field.type).name === `${type.name}Connection`)?.name;
}

function queryOf(relation: Relation): string | undefined {
  const { on, field } = relation;
  if (on === schema.getQueryType()) {
    return isConnection(getNamedType(field.type)) ? `{ ${selectionOf(relation, 100)} }` : undefined;
  }
  const list = isNode(on) && listOf(on);
  if (list) return `{ ${list}(first: 100) { edges { node { ${selectionOf(relation, 5)} } } } }`;
  return ofOthers[`${on.name}.${field.name}`];
}

// Fields of the query that return one node need one statement each.
const ofOne = new Set(["node", "nodes", "department", "appointment"]);

/** Returns the different ids in an answer below a field. */
function idsUnder(field: string, answer: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown, isUnder: boolean) => {
    if (value === null || typeof value !== "object") return;
    for (const [key, inner] of Object.entries(value)) {
      if (isUnder && key === "id") found.add(String(inner));
      visit(inner, isUnder || key === field);
    }
  };
  visit(answer, false);
  return found;
}

test.each(
  relations()
    .filter(({ on, field }) => !(on === schema.getQueryType() && ofOne.has(field.name)))
    .map((relation) => ({ name: `${relation.on.name}.${relation.field.name}`, relation })),
)(
  "$name is read in as many statements whether there are 1, 10 or 100 rows",
  async ({ relation }) => {
    const query = queryOf(relation);
    expect(query, "a relation needs a query that leads to it").toBeDefined();
    const counts: number[] = [];
    for (const size of sizes) {
      const headers = { authorization: `Bearer ${tokens.get(size)}` };
      let answer: Awaited<ReturnType<typeof graphql.ask>> | undefined;
      const texts = await statementsOf(async () => {
        answer = await graphql.ask(query!, {}, headers);
      });
      expect(answer!.body.errors).toBeUndefined();
      expect(idsUnder(relation.field.name, answer!.body.data).size).toBe(size);
      counts.push(texts.length);
    }
    expect(new Set(counts).size, `statements: ${counts.join(", ")}`).toBe(1);
  },
);

test("calls that are rare are read in few statements, on however many days they are", async () => {
  const { organizationId } = await seedOrganization(graphql, { credits: 0 });
  const [key] = await rows.add("api_keys", organizationId, [{}]);
  const dayOf = (i: number) => Temporal.PlainDate.from("2025-11-01").add({ days: i }).toString();
  const calls = Array.from({ length: 90 }, (_, i) => ({
    api_key_id: key,
    timestamp: `${dayOf(i)}T10:00:00Z`,
    status_code: i % 3 === 0 ? 500 : 200,
  }));
  await rows.add("usage_entries", organizationId, calls);
  const { token } = await graphql.application.createReportingToken(organizationId, { name: "T" });
  const headers = { authorization: `Bearer ${token}` };
  const plain = await statementsOf(() =>
    graphql.ask("{ usageLogs { edges { node { id } } } }", {}, headers)
  );
  const texts = await statementsOf(async () => {
    const { body } = await graphql.ask<{ usageLogs: { edges: unknown[] } }>(
      `{ usageLogs(first: 100, filter: { statusCode: 500, endpoint: "/api/v1/appointments" }) {
        edges { node { id } }
      } }`,
      {},
      headers,
    );
    expect(body.data!.usageLogs.edges).toHaveLength(30);
  });
  expect(texts.length - plain.length).toBeLessThanOrEqual(6);
});

test("nodes() reads each type's in one statement", async () => {
  const lists = [
    ...new Set(relations().filter(({ on }) => isNode(on)).map(({ on }) => listOf(on)!)),
  ];
  // One request may have 100 ids.
  const most = Math.floor(100 / lists.length);
  const counts: number[] = [];
  for (const size of sizes) {
    const headers = { authorization: `Bearer ${tokens.get(size)}` };
    const ids: string[] = [];
    for (const list of lists) {
      const { body } = await graphql.ask<Record<string, { edges: { node: { id: string } }[] }>>(
        `{ ${list}(first: ${Math.min(size, most)}) { edges { node { id } } } }`,
        {},
        headers,
      );
      ids.push(...body.data![list]!.edges.map(({ node }) => node.id));
    }
    expect(ids.length).toBe(Math.min(size, most) * lists.length);
    const texts = await statementsOf(async () => {
      const { body } = await graphql.ask(`query ($ids: [ID!]!) { nodes(ids: $ids) { id } }`, {
        ids,
      }, headers);
      expect(body).toEqual({ data: { nodes: ids.map((id) => ({ id })) } });
    });
    counts.push(texts.length);
  }
  expect(new Set(counts).size, `statements: ${counts.join(", ")}`).toBe(1);
});

test("one query over every relation of appointments at once is as many statements", async () => {
  const query = `{
    departments(first: 5) { edges { node {
      workers(first: 2) { edges { node { department { id } } } }
      appointments(last: 2, direction: DESC) { edges { node {
        worker { id appointments(first: 2) { edges { node { creditEntries { id } } } } }
      } } }
    } } }
    again: departments(first: 5) { edges { node { workers(first: 2) { edges { node { id } } } } } }
    deliveries: webhookDeliveries(first: 5) { edges { node {
      appointment { department { name } } webhook { deliveries(first: 1) { edges { node { id } } } }
    } } }
  }`;
  const counts: number[] = [];
  for (const size of [10, 100]) {
    const headers = { authorization: `Bearer ${tokens.get(size)}` };
    const texts = await statementsOf(async () => {
      const { body } = await graphql.ask(query, {}, headers);
      expect(body.errors).toBeUndefined();
    });
    counts.push(texts.length);
  }
  expect(counts[0]).toBe(counts[1]);
});
