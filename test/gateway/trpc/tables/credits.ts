import { expect } from "vitest";
import type { TestsOf } from "./procedure_test.ts";

const entry = {
  id: expect.any(Number),
  note: expect.any(String),
  createdAt: "2026-03-01T09:00:00",
};

export const creditTests: TestsOf<"credits"> = {
  balance: { role: "STAFF", output: { live: 100, test: 100 } },
  ledger: {
    role: "ADMIN",
    input: async ({ own, other }) => {
      await own.book();
      await own.book({ environment: "TEST" });
      await other.book();
      return { page: 0, size: 2, startDate: "2026-03-01", endDate: "2026-03-01" };
    },
    output: {
      items: [
        {
          ...entry,
          kind: "CONSUMED",
          amount: -1,
          balanceAfter: 99,
          appointmentId: expect.any(Number),
        },
        { ...entry, kind: "GRANTED", amount: 100, balanceAfter: 100, appointmentId: null },
      ],
      page: 0,
      size: 2,
      totalElements: 2,
      totalPages: 1,
      isLast: true,
    },
    faults: [
      [undefined, ["body"]],
      [
        { page: -1, size: 0, environment: "live", kind: "LOST", startDate: "1 March" },
        ["page", "size", "environment", "kind", "startDate"],
      ],
    ],
    refusals: { INVALID_DATE_FORMAT: () => ({ endDate: "2026-02-30" }) },
  },
};
