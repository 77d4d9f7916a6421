import { expect } from "vitest";
import type { TrpcApi } from "../support.ts";
import { localDateTime, type TestsOf } from "./procedure_test.ts";

const apiKey = {
  id: expect.any(Number),
  name: "Website",
  maskedKey: expect.stringMatching(/^mk_live_\*{4}\w{4}$/),
  environment: "LIVE" as const,
  scopes: ["READ_APPOINTMENTS" as const],
  rateLimitPerHour: 1000,
  isActive: true,
  createdAt: expect.stringMatching(localDateTime),
  lastUsedAt: null,
};
const key = expect.stringMatching(/^mk_live_\w{42}$/);
const named = {
  code: "API_KEY_NOT_FOUND",
  foreignId: async ({ other }: TrpcApi) => (await other.newKey()).id,
};

const made = async ({ own }: TrpcApi) => ({ id: (await own.newKey()).id });

export const apiKeyTests: TestsOf<"apiKeys"> = {
  list: {
    role: "ADMIN",
    output: [{ ...apiKey, name: "full", scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"] }],
  },
  create: {
    role: "ADMIN",
    input: () => ({ name: "Website", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] }),
    output: { ...apiKey, key },
    faults: [
      [{}, ["name", "environment", "scopes"]],
      [
        { name: "", environment: "live", scopes: ["ALL"], rateLimitPerHour: 0 },
        ["name", "environment", "scopes", "rateLimitPerHour"],
      ],
    ],
  },
  rename: {
    role: "ADMIN",
    input: async (api) => ({ ...await made(api), name: " Front desk " }),
    output: { ...apiKey, name: "Front desk" },
    faults: [
      [undefined, ["body"]],
      [{}, ["id", "name"]],
      [{ id: "1", name: " " }, ["id", "name"]],
    ],
    named,
  },
  revoke: {
    role: "ADMIN",
    input: made,
    output: { ...apiKey, isActive: false },
    faults: [[undefined, ["body"]], [{}, ["id"]], [{ id: "1" }, ["id"]]],
    named,
  },
  rotate: {
    role: "ADMIN",
    input: made,
    output: { ...apiKey, key },
    faults: [[[], ["body"]], [{ id: null }, ["id"]], [{ id: 1.5 }, ["id"]]],
    named,
    refusals: {
      CONFLICT: async ({ application, own }) => {
        const { id } = await own.newKey();
        await application.staff.revokeApiKey(own.caller, id);
        return { id };
      },
    },
  },
};
