import { expect } from "vitest";
import type { TestsOf } from "./procedure_test.ts";

const worker = { id: expect.any(Number), departmentId: 2, name: "Grace", isActive: true };

export const workerTests: TestsOf<"workers"> = {
  list: {
    role: "STAFF",
    // Inactive ones too.
    input: async ({ application, own }) => {
      await application.updateWorker(own.byWorker.workerIds[1]!, { isActive: false });
      return { departmentId: own.byWorker.id };
    },
    output: [worker, { ...worker, name: "Edsger", isActive: false }],
    faults: [[[], ["body"]], [{ departmentId: "1" }, ["departmentId"]]],
    refusals: {
      DEPARTMENT_NOT_FOUND: ({ other }) => ({ departmentId: other.byWorker.id }),
    },
  },
  create: {
    role: "ADMIN",
    input: ({ own }) => ({ departmentId: own.dental.id, name: " Barbara " }),
    output: { ...worker, departmentId: 1, name: "Barbara" },
    faults: [
      [undefined, ["body"]],
      [{}, ["name", "departmentId"]],
      [{ departmentId: "1", name: " " }, ["name", "departmentId"]],
    ],
    refusals: {
      DEPARTMENT_NOT_FOUND: ({ other }) => ({ departmentId: other.dental.id, name: "Barbara" }),
    },
  },
  update: {
    role: "ADMIN",
    input: ({ own }) => ({ id: own.byWorker.workerIds[0]!, name: "Barbara", isActive: false }),
    output: { ...worker, name: "Barbara", isActive: false },
    faults: [
      [undefined, ["body"]],
      [{ name: "Barbara" }, ["id"]],
      [{ id: "1", name: "", isActive: 1 }, ["name", "isActive", "id"]],
    ],
    named: {
      code: "WORKER_NOT_FOUND",
      foreignId: ({ other }) => other.byWorker.workerIds[0]!,
    },
  },
};
