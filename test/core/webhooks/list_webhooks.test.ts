import { describe, expect, test } from "vitest";
import type { DeliveryLogQuery } from "../../../core/webhooks/delivery_log.ts";
import { listDeliveries, listWebhooks } from "../../../core/webhooks/list_webhooks.ts";
import { faultsOf, untouchable } from "../refusal.ts";
import { makeWebhook, openMemory, organizationId } from "./webhook_memory.ts";

const oslo = { organizationId, timeZone: "Europe/Oslo" };

test("the list of webhooks has every webhook of the organization, with local times and without secrets", async () => {
  const ports = openMemory();
  const webhook = await makeWebhook(ports);
  await makeWebhook(ports, { includeTest: true, events: ["APPOINTMENT_NO_SHOW"] });
  webhook.lastTriggeredAt = Temporal.Instant.from("2026-07-01T22:30:00.9Z");
  webhook.consecutiveFailures = 5;
  webhook.isActive = false;
  const common = { url: "https://example.org/hook", createdAt: "2026-03-01T09:00:00" };
  expect(await listWebhooks(ports, oslo)).toEqual([
    {
      ...common,
      id: 1,
      events: ["APPOINTMENT_CREATED"],
      isActive: false,
      includeTest: false,
      includeContact: false,
      lastTriggeredAt: "2026-07-02T00:30:00",
      healthStatus: "FAILING",
      version: 1,
      lastDeliveredAt: null,
      lastTest: null,
    },
    {
      ...common,
      id: 2,
      events: ["APPOINTMENT_NO_SHOW"],
      isActive: true,
      includeTest: true,
      includeContact: false,
      lastTriggeredAt: null,
      healthStatus: "HEALTHY",
      version: 1,
      lastDeliveredAt: null,
      lastTest: null,
    },
  ]);
  expect(await listWebhooks(ports, { ...oslo, organizationId: 2 })).toEqual([]);
});

describe("the log of a webhook", () => {
  const untouched = untouchable<Parameters<typeof listDeliveries>[0]>();

  /** Returns what a query requests of the log. */
  async function askedFor(query: object): Promise<DeliveryLogQuery> {
    const ports = openMemory();
    await makeWebhook(ports);
    const asked: DeliveryLogQuery[] = [];
    const deliveryLog = {
      ...ports.deliveryLog,
      async page(webhook: object, query: DeliveryLogQuery) {
        expect(webhook).toStrictEqual({ organizationId, id: 1 });
        asked.push(query);
        return { items: [], totalElements: 0 };
      },
    };
    await listDeliveries({ webhooks: ports.webhooks, deliveryLog }, oslo, { ...query, id: 1 });
    return asked[0]!;
  }

  test.each<[object, object]>([
    [{}, {}],
    [{ page: 3, size: 100 }, { page: 3, size: 100 }],
    [{ size: 101 }, { size: 100 }],
    [{ size: 1 }, { size: 1 }],
    [{ status: "FAILED" }, { status: "FAILED" }],
    [{ sort: "id,asc" }, { sort: { field: "id", direction: "asc" } }],
    [{ sort: "createdAt,asc" }, { sort: { field: "createdAt", direction: "asc" } }],
    [{ unknown: 1 }, {}],
  ])("with the query %j requests the newest 20 entries, except %j", async (query, wanted) => {
    const sort = { field: "createdAt", direction: "desc" };
    expect(await askedFor(query)).toEqual({ page: 0, size: 20, status: null, sort, ...wanted });
  });

  test.each<[object, string[]]>([
    [{ page: -1, size: 0, status: "SENT", sort: "id" }, ["page", "size", "status", "sort"]],
    [{ page: "x", size: "1.5" }, ["page", "size"]],
    [{ page: 0.5 }, ["page"]],
    [{ status: "pending" }, ["status"]],
    [{ sort: "status,asc" }, ["sort"]],
    [{ sort: "id,ASC" }, ["sort"]],
  ])("refuses the query %j with faults of %j before any lookup", async (query, fields) => {
    expect(await faultsOf(() => listDeliveries(untouched, oslo, { ...query, id: 1 }))).toEqual(
      fields,
    );
  });

  test("returns entries with local times and the totals of the page", async () => {
    const ports = openMemory();
    const { id } = await makeWebhook(ports);
    const events = [ports.addEvent(id), ports.addEvent(id), ports.addEvent(id)];
    const last = ports.memory.webhookAttempts[2]!;
    last.nextRetryAt = Temporal.Instant.from("2026-03-01T08:01:00Z");
    const { items, ...page } = await listDeliveries(ports, oslo, { id, size: 2 });
    expect(page).toEqual({ page: 0, size: 2, totalElements: 3, totalPages: 2, isLast: false });
    expect(items.map((item) => item.eventId)).toEqual([events[2], events[1]]);
    expect(items[0]).toEqual({
      id: 3,
      webhookId: id,
      eventId: events[2],
      deliveryId: last.deliveryId,
      eventType: "appointment.created",
      attempt: 1,
      status: "PENDING",
      statusCode: null,
      responseTimeMs: null,
      error: null,
      createdAt: "2026-03-01T09:00:00",
      nextRetryAt: "2026-03-01T09:01:00",
    });
  });
});
