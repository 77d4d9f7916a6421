import { expect } from "vitest";
import type { TrpcApi } from "../support.ts";
import type { TestsOf } from "./procedure_test.ts";

const reportingToken = {
  id: expect.any(Number),
  name: "Warehouse",
  createdAt: "2026-03-01T09:00:00",
  expiresAt: null,
  lastUsedAt: null,
  isRevoked: false,
};

async function tokenOf({ application }: TrpcApi, { organizationId }: TrpcApi["own"]) {
  const made = await application.createReportingToken(organizationId, { name: "Warehouse" });
  return made.reportingToken.id;
}

export const reportingTokenTests: TestsOf<"reportingTokens"> = {
  list: { role: "ADMIN", output: [reportingToken] },
  create: {
    role: "ADMIN",
    input: () => ({ name: " Warehouse ", expiresDays: 30 }),
    // Days of 24 hours, and the clocks go forward between.
    output: {
      ...reportingToken,
      expiresAt: "2026-03-31T10:00:00",
      token: expect.stringMatching(/^unsigned-reporting-/),
    },
    faults: [
      [undefined, ["body"]],
      [{}, ["name"]],
      [{ name: "", expiresDays: 0 }, ["name", "expiresDays"]],
      [{ name: 1, expiresDays: "30" }, ["name", "expiresDays"]],
    ],
  },
  revoke: {
    role: "ADMIN",
    input: async (api) => ({ id: await tokenOf(api, api.own) }),
    output: { ...reportingToken, isRevoked: true },
    faults: [[undefined, ["body"]], [{}, ["id"]], [{ id: "1" }, ["id"]]],
    named: {
      code: "REPORTING_TOKEN_NOT_FOUND",
      foreignId: (api) => tokenOf(api, api.other),
    },
  },
};
