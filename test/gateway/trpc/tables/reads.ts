import { expect } from "vitest";
import { localDateTime, type TestsOf } from "./procedure_test.ts";

const emptyPage = { items: [], page: 0, size: 50, totalElements: 0, totalPages: 0, isLast: true };

export const usageTests: TestsOf<"usage"> = {
  stats: {
    role: "ADMIN",
    input: () => ({ period: "custom", startDate: "2026-03-01", endDate: "2026-03-01" }),
    output: {
      totalCalls: 0,
      successRate: 100,
      avgResponseTime: 0,
      totalCreditsConsumed: 0,
      topEndpoints: [],
      errorBreakdown: {},
      timeSeriesData: Array.from({ length: 24 }, () => ({
        timestamp: expect.stringMatching(localDateTime),
        calls: 0,
        credits: 0,
      })),
      p50: 0,
      p95: 0,
      p99: 0,
    },
    faults: [
      [undefined, ["body"]],
      [{ period: "year" }, ["period"]],
      [{ period: "custom" }, ["startDate", "endDate"]],
      [{ period: "custom", startDate: "2026-03-02", endDate: "2026-03-01" }, ["endDate"]],
    ],
    refusals: {
      INVALID_DATE_FORMAT: () => ({ period: "custom", startDate: "1 March", endDate: "" }),
    },
  },
  logs: {
    role: "ADMIN",
    input: () => ({ page: 0, size: 50, statusCode: 404, startDate: "2026-03-01" }),
    output: emptyPage,
    faults: [
      [
        { page: -1, size: "50", apiKeyId: "1", endpoint: 1, statusCode: 1, sort: "id" },
        ["page", "size", "apiKeyId", "endpoint", "statusCode", "sort"],
      ],
    ],
    refusals: { INVALID_DATE_FORMAT: () => ({ startDate: 20_260_301 }) },
  },
};

export const auditTests: TestsOf<"audit"> = {
  list: {
    role: "ADMIN",
    input: ({ ports, own, other }) => {
      for (const { organizationId } of [own, other]) {
        ports.memory.audit.push({
          organizationId,
          actor: { kind: "STAFF", id: 1, name: "Ada", ipAddress: "203.0.113.9" },
          action: "department.updated",
          subjectId: 1,
          subjectName: "Dental Care",
          environment: null,
          changes: [{ field: "slotCapacity", before: 1, after: 2 }],
          at: ports.now(),
        });
      }
      return { subjectKind: "department", actorKind: "STAFF", page: 0, size: 50 };
    },
    output: {
      items: [{
        id: expect.any(Number),
        actor: { kind: "STAFF", id: 1, name: "Ada", ipAddress: "203.0.113.9" },
        action: "department.updated",
        subjectId: 1,
        subjectName: "Dental Care",
        environment: null,
        changes: [{ field: "slotCapacity", before: 1, after: 2 }],
        at: "2026-03-01T09:00:00",
      }],
      page: 0,
      size: 50,
      totalElements: 1,
      totalPages: 1,
      isLast: true,
    },
    faults: [
      [
        { page: 0.5, size: 0, subjectKind: "cat", subjectId: "1", action: "x", actorKind: "x" },
        ["page", "size", "subjectKind", "subjectId", "action", "actorKind"],
      ],
    ],
    refusals: { INVALID_DATE_FORMAT: () => ({ endDate: "2026-02-30" }) },
  },
};
