import { expect } from "vitest";
import type { TrpcApi } from "../support.ts";
import { localDateTime, type ProcedureTest, type TestsOf } from "./procedure_test.ts";

const webhook = {
  id: expect.any(Number),
  url: "https://example.org/hook",
  events: ["APPOINTMENT_CREATED" as const],
  isActive: true,
  includeTest: false,
  createdAt: expect.stringMatching(localDateTime),
  lastTriggeredAt: null,
  healthStatus: "HEALTHY" as const,
};
const secret = expect.stringMatching(/^whsec_\w{44}$/);
const entry = {
  id: expect.any(Number),
  webhookId: expect.any(Number),
  eventId: expect.any(String),
  deliveryId: expect.any(String),
  eventType: "appointment.created" as const,
  attempt: 1,
  status: "FAILED" as const,
  statusCode: 500,
  responseTimeMs: 7,
  error: "Answered 500",
  createdAt: expect.stringMatching(localDateTime),
  nextRetryAt: null,
};
const retried = { statusCode: null, responseTimeMs: null, error: null, status: "PENDING" as const };
const malformedId: ProcedureTest["faults"] = [[undefined, ["body"]], [{ id: "1" }, ["id"]]];
const named = {
  code: "WEBHOOK_NOT_FOUND",
  foreignId: async ({ other }: TrpcApi) => (await other.newWebhook()).id,
};
const namedEntry = {
  code: "WEBHOOK_LOG_NOT_FOUND",
  foreignId: async (api: TrpcApi) => (await failedDelivery(api, api.other)).entryId,
};

const made = async ({ own }: TrpcApi) => ({ id: (await own.newWebhook()).id });

/** A webhook to which one delivery has failed for good. */
async function failedDelivery({ ports }: TrpcApi, tenant: TrpcApi["own"]) {
  const { id } = await tenant.newWebhook();
  await tenant.book();
  const attempt = ports.memory.webhookAttempts.at(-1)!;
  const { statusCode, responseTimeMs, error, status } = entry;
  Object.assign(attempt, { statusCode, responseTimeMs, error, status });
  return { id, entryId: attempt.id };
}

export const webhookTests: TestsOf<"webhooks"> = {
  list: { role: "ADMIN", output: [] },
  create: {
    role: "ADMIN",
    input: () => ({ url: webhook.url, events: ["APPOINTMENT_CREATED"], includeTest: true }),
    output: { ...webhook, includeTest: true, secret },
    faults: [
      [{}, ["url", "events"]],
      [
        { url: "http://example.org", events: [], includeTest: "yes" },
        ["url", "events", "includeTest"],
      ],
    ],
    refusals: {
      // A URL that leads nowhere public.
      VALIDATION_ERROR: ({ ports }) => {
        ports.refuseUrl = async () => "Must lead to a public address";
        return { url: webhook.url, events: ["APPOINTMENT_CREATED"] };
      },
    },
  },
  update: {
    role: "ADMIN",
    input: async (api) => ({ ...await made(api), isActive: false, includeTest: true }),
    output: { ...webhook, isActive: false, includeTest: true },
    faults: [
      ...malformedId,
      [
        { id: "1", url: "ftp://x", events: "all", isActive: 1, includeTest: 1 },
        ["id", "url", "events", "isActive", "includeTest"],
      ],
    ],
    named,
  },
  delete: { role: "ADMIN", input: made, output: {}, faults: malformedId, named },
  test: {
    role: "ADMIN",
    input: made,
    output: {
      success: true,
      statusCode: 204,
      responseTimeMs: 3,
      error: null,
      deliveryId: expect.any(String),
    },
    faults: malformedId,
    named,
  },
  rotateSecret: {
    role: "ADMIN",
    input: made,
    output: { ...webhook, secret },
    faults: malformedId,
    named,
  },
  logs: {
    role: "ADMIN",
    input: async (api) => ({
      id: (await failedDelivery(api, api.own)).id,
      page: 0,
      size: 20,
      status: "FAILED",
    }),
    output: { items: [entry], page: 0, size: 20, totalElements: 1, totalPages: 1, isLast: true },
    faults: [
      ...malformedId,
      [
        { id: "1", page: -1, size: 0, status: "LOST", sort: "id" },
        ["id", "page", "size", "status", "sort"],
      ],
    ],
    named,
  },
  delivery: {
    role: "ADMIN",
    input: async (api) => ({ id: (await failedDelivery(api, api.own)).entryId }),
    output: { body: expect.stringMatching(/^\{.*\}$/), attempts: [entry] },
    faults: malformedId,
    named: namedEntry,
  },
  retry: {
    role: "ADMIN",
    input: async (api) => ({ id: (await failedDelivery(api, api.own)).entryId }),
    output: { ...entry, ...retried },
    faults: malformedId,
    named: namedEntry,
    refusals: {
      CONFLICT: async (api) => {
        const { entryId } = await failedDelivery(api, api.own);
        await api.application.staff.retryDelivery(api.own.caller, entryId);
        return { id: entryId };
      },
    },
  },
  recoverSince: {
    role: "ADMIN",
    input: async (api) => ({
      id: (await failedDelivery(api, api.own)).id,
      since: "2026-03-01",
    }),
    output: { deliveries: 1 },
    faults: [[undefined, ["body"]], [{ since: "2026-03-01" }, ["id"]], [{}, ["id", "since"]]],
    named,
    refusals: {
      INVALID_DATE_FORMAT: async (api) => ({ ...await made(api), since: "yesterday" }),
    },
  },
};
