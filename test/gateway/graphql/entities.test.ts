import { expect, test } from "vitest";
import { eventNames } from "../../../core/mod.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

const graphql = await perFile(
  openGraphql({ timeZone: "Europe/Berlin", slotCapacity: 9, credits: 100 }),
);
graphql.setNow("2026-03-01T08:00:00Z");
const { organizationId } = graphql.own;

const caller = () => staffOf(organizationId, { timeZone: "Europe/Berlin" });

/** The data of a query that must have no errors. */
async function dataOf<Data = Record<string, unknown>>(
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const { body } = await graphql.ask<Data>(query, variables);
  expect(body.errors).toBeUndefined();
  return body.data!;
}

/** The nodes of a query's one list. */
async function nodesOf(query: string, variables = {}): Promise<Record<string, unknown>[]> {
  const [list] = Object.values(await dataOf(query, variables)) as {
    edges: { node: Record<string, unknown> }[];
  }[];
  return list!.edges.map(({ node }) => node);
}

async function book(more: object = {}, environment: "LIVE" | "TEST" = "LIVE"): Promise<number> {
  const scope = { ...graphql.own, environment };
  const { appointment } = await graphql.application.bookAppointment(scope, {
    departmentId: graphql.own.departmentId,
    dateTime: "2026-03-05T14:30:00",
    name: "Ada",
    ...more,
  });
  return appointment.id;
}

test("a department has its settings, in full and typed", async () => {
  const { application } = graphql;
  const full = await application.createDepartment(organizationId, {
    name: "Citizens' Office",
    address: "Main Street 1",
    phoneNumber: "030 1",
    workingHours: "Mornings",
    slotInterval: 20,
    slotOffset: 10,
    slotCapacity: 3,
    showAdminsInBooking: true,
    openingHours: { monday: [{ opens: "09:00", closes: "12:30" }], sunday: [] },
    closures: [{ from: "2026-12-24", to: "2026-12-26", reason: "Holidays" }],
    bookingWindow: { minLeadMinutes: 60 },
  });
  await application.updateDepartment(full.id, { isActive: false });
  const worker = await application.createWorker(full.id, { name: "Grace" });
  const query = `query ($id: ID!) { department(id: $id) {
    id restId name address phoneNumber workingHours slotInterval slotOffset slotCapacity
    showAdminsInBooking isActive createdAt
    openingHours { monday { opens closes } tuesday { opens } sunday { opens } }
    closures { from to reason }
    bookingWindow { minLeadMinutes maxDaysAhead refusePast }
    workers { edges { node { restId name isActive createdAt department { restId } } } }
  } }`;
  expect(await dataOf(query, { id: String(full.id) })).toEqual({
    department: {
      id: btoa(`Department:${full.id}`),
      restId: String(full.id),
      name: "Citizens' Office",
      address: "Main Street 1",
      phoneNumber: "030 1",
      workingHours: "Mornings",
      slotInterval: 20,
      slotOffset: 10,
      slotCapacity: 3,
      showAdminsInBooking: true,
      isActive: false,
      createdAt: "2026-03-01T08:00:00.000Z",
      openingHours: { monday: [{ opens: "09:00", closes: "12:30" }], tuesday: [], sunday: [] },
      closures: [{ from: "2026-12-24", to: "2026-12-26", reason: "Holidays" }],
      bookingWindow: { minLeadMinutes: 60, maxDaysAhead: null, refusePast: false },
      workers: {
        edges: [{
          node: {
            restId: String(worker.id),
            name: "Grace",
            isActive: true,
            createdAt: "2026-03-01T08:00:00.000Z",
            department: { restId: String(full.id) },
          },
        }],
      },
    },
  });
  const { departmentId } = graphql.own;
  const unset = `query ($id: ID!) {
    department(id: $id) { openingHours { monday { opens } } closures { from } bookingWindow { refusePast } }
  }`;
  expect(await dataOf(unset, { id: btoa(`Department:${departmentId}`) })).toEqual({
    department: { openingHours: null, closures: [], bookingWindow: null },
  });
  const active = "{ departments(filter: { isActive: true }) { edges { node { restId } } } }";
  expect(await nodesOf(active)).toEqual([{ restId: String(departmentId) }]);
});

test("appointments of both environments, archived and erased ones too, with what they cost", async () => {
  const { staff } = graphql.application;
  const scheduled = await book({ externalUserId: "u-7" });
  const tried = await book({}, "TEST");
  const archived = await book({ externalUserId: "u-8" });
  await graphql.application.archiveAppointment(graphql.own, archived);
  const erased = await book({ name: "Charles", externalUserId: "u-9" });
  await graphql.application.archiveAppointment(graphql.own, erased);
  await staff.eraseAppointment(caller(), { id: erased });
  const contact = {
    email: "ada@example.org",
    locale: "de",
    metadata: { case: "7", toString: "8" },
  };
  const cancelled = await book(contact);
  await staff.cancelAppointment(caller(), { id: cancelled, reason: "Is ill" });

  const fields = `restId environment dateTime status name phone externalUserId archivedAt createdAt
    email locale cancelReason metadata(key: "case") missing: metadata(key: "valueOf")
    worker { restId } department { name }
    creditEntries { kind amount appointment { restId } }`;
  const found = new Map(
    (await nodesOf(`{ appointments { edges { node { ${fields} } } } }`))
      .map((node) => [Number(node["restId"]), node]),
  );
  const consumed = (id: number) => ({
    kind: "CONSUMED",
    amount: -1,
    appointment: { restId: String(id) },
  });
  const usual = (id: number) => ({
    restId: String(id),
    environment: "LIVE",
    dateTime: "2026-03-05T14:30:00",
    status: "SCHEDULED",
    name: "Ada",
    phone: "",
    externalUserId: null,
    email: null,
    locale: null,
    cancelReason: null,
    metadata: null,
    missing: null,
    archivedAt: null,
    createdAt: "2026-03-01T08:00:00.000Z",
    worker: null,
    department: { name: "Desk" },
    creditEntries: [consumed(id)],
  });
  const archivedAt = "2026-03-01T08:00:00.000Z";
  expect(found.get(scheduled)).toEqual({ ...usual(scheduled), externalUserId: "u-7" });
  expect(found.get(tried)).toEqual({ ...usual(tried), environment: "TEST" });
  expect(found.get(archived)).toEqual({ ...usual(archived), externalUserId: "u-8", archivedAt });
  expect(found.get(erased)).toEqual({ ...usual(erased), name: "Erased", archivedAt });
  expect(found.get(cancelled)).toEqual({
    ...usual(cancelled),
    status: "CANCELLED",
    email: "ada@example.org",
    locale: "de",
    metadata: "7",
    cancelReason: "Is ill",
    creditEntries: [
      consumed(cancelled),
      { kind: "REFUNDED", amount: 1, appointment: { restId: String(cancelled) } },
    ],
  });

  const query = `query ($filter: AppointmentFilter, $orderBy: AppointmentOrder) {
    appointments(filter: $filter, orderBy: $orderBy) { edges { node { restId } } }
  }`;
  const filter = { archived: true, createdFrom: "2026-03-01T08:00:00Z", status: ["SCHEDULED"] };
  const orderBy = { field: "CREATED_AT", direction: "DESC" };
  expect(await nodesOf(query, { filter, orderBy }))
    .toEqual([erased, archived].map((id) => ({ restId: String(id) })));

  expect(await dataOf("{ creditBalance { live test } }")).toEqual({
    creditBalance: { live: 100 - 4 + 1, test: 100 - 1 },
  });
  const [latest, ...others] = await nodesOf(`{ creditEntries(first: 3) { edges { node {
    environment kind amount balanceAfter note createdAt appointment { restId }
  } } } }`);
  expect(latest).toEqual({
    environment: "LIVE",
    kind: "REFUNDED",
    amount: 1,
    balanceAfter: 97,
    note: expect.any(String),
    createdAt: "2026-03-01T08:00:00.000Z",
    appointment: { restId: String(cancelled) },
  });
  expect(others).toHaveLength(2);
  const granted = await nodesOf(
    `{ creditEntries(filter: { kind: GRANTED, environment: TEST }) { edges { node { amount appointment { id } } } } }`,
  );
  expect(granted).toEqual([{ amount: 100, appointment: null }]);
});

test("keys, masked, revoked ones too, and the calls that were made with them", async () => {
  const { application, persistence } = graphql;
  const wanted = { name: "App", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };
  const { key, ...apiKey } = await application.createApiKey(organizationId, wanted);
  await application.revokeApiKey({ organizationId, id: apiKey.id });
  const timestamp = Temporal.Instant.from("2026-03-01T07:00:00.123Z");
  persistence.usageLog.record({
    organizationId,
    apiKeyId: apiKey.id,
    environment: "LIVE",
    endpoint: "/api/v1/appointments/7",
    routeTemplate: "GET /api/v1/appointments/{id}",
    method: "GET",
    timestamp,
    ipAddress: "203.0.113.7",
    userAgent: "App/1",
    statusCode: 404,
    creditsConsumed: 0,
    responseTimeMs: 5,
  });
  const query = `{ usageLogs(filter: { endpoint: "/api/v1/appointments/7" }) { edges { node {
    id restId environment endpoint routeTemplate method statusCode creditsConsumed responseTimeMs
    timestamp ipAddress userAgent
    apiKey { restId name maskedKey environment scopes rateLimitPerHour isActive createdAt lastUsedAt revokedAt }
  } } } }`;
  // The use of the key is noted after the call is written.
  let call: Record<string, unknown> | undefined;
  await expect.poll(async () => {
    [call] = await nodesOf(query);
    return (call?.["apiKey"] as { lastUsedAt: unknown } | undefined)?.lastUsedAt ?? null;
  }).not.toBeNull();
  expect(call).toEqual({
    id: btoa(`UsageLog:${timestamp.epochMilliseconds}-${call!["restId"]}`),
    restId: expect.stringMatching(/^\d+$/),
    environment: "LIVE",
    endpoint: "/api/v1/appointments/7",
    routeTemplate: "GET /api/v1/appointments/{id}",
    method: "GET",
    statusCode: 404,
    creditsConsumed: 0,
    responseTimeMs: 5,
    timestamp: "2026-03-01T07:00:00.123Z",
    ipAddress: "203.0.113.7",
    userAgent: "App/1",
    apiKey: {
      restId: String(apiKey.id),
      name: "App",
      maskedKey: `mk_live_****${key.slice(-4)}`,
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS"],
      rateLimitPerHour: 1000,
      isActive: false,
      createdAt: "2026-03-01T08:00:00.000Z",
      lastUsedAt: "2026-03-01T07:00:00.123Z",
      revokedAt: "2026-03-01T08:00:00.000Z",
    },
  });
  expect(await dataOf(`query ($id: ID!) { node(id: $id) { __typename id } }`, { id: call!["id"] }))
    .toEqual({ node: { __typename: "UsageLog", id: call!["id"] } });
});

test("a deleted webhook is in no list, and its deliveries still lead to it", async () => {
  const { staff } = graphql.application;
  const wanted = { url: "https://receiver.example", events: eventNames };
  const { id: kept } = await staff.createWebhook(caller(), wanted);
  const { id: deleted } = await staff.createWebhook(caller(), wanted);
  const appointment = await book();
  await staff.deleteWebhook(caller(), { id: deleted });
  await staff.testWebhook(caller(), { id: kept });
  const hooks =
    `restId url events isActive includeTest healthStatus createdAt lastTriggeredAt deletedAt`;
  expect(await nodesOf(`{ webhooks { edges { node { ${hooks} } } } }`)).toEqual([{
    restId: String(kept),
    url: "https://receiver.example/",
    events: eventNames,
    isActive: true,
    includeTest: false,
    healthStatus: "HEALTHY",
    createdAt: "2026-03-01T08:00:00.000Z",
    lastTriggeredAt: "2026-03-01T08:00:00.000Z",
    deletedAt: null,
  }]);
  const deliveries = `query ($filter: WebhookDeliveryFilter) {
    webhookDeliveries(filter: $filter) { edges { node {
      eventType environment status attempt statusCode responseTimeMs error createdAt nextRetryAt
      webhook { restId deletedAt } appointment { restId }
    } } }
  }`;
  const pending = {
    eventType: "appointment.created",
    environment: "LIVE",
    status: "PENDING",
    attempt: 1,
    statusCode: null,
    responseTimeMs: null,
    error: null,
    createdAt: "2026-03-01T08:00:00.000Z",
    nextRetryAt: null,
    webhook: { restId: String(kept), deletedAt: null },
    appointment: { restId: String(appointment) },
  };
  const eventType = "appointment.created";
  expect(await nodesOf(deliveries, { filter: { eventType, webhookId: String(kept) } }))
    .toEqual([pending]);
  expect(await nodesOf(deliveries, { filter: { eventType, status: "ABANDONED" } })).toEqual([{
    ...pending,
    status: "ABANDONED",
    error: expect.any(String),
    webhook: { restId: String(deleted), deletedAt: "2026-03-01T08:00:00.000Z" },
  }]);
  expect(await nodesOf(deliveries, { filter: { eventType: "webhook.test" } })).toEqual([{
    ...pending,
    eventType: "webhook.test",
    status: "DELIVERED",
    statusCode: 204,
    responseTimeMs: 3,
    appointment: null,
  }]);
});
