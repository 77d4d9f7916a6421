import { describe, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import { createWorker, updateWorker } from "../../../core/departments/change_workers.ts";
import { operatorCaller } from "../../../core/access/caller.ts";
import { toStaffWorkerView } from "../../../core/departments/worker.ts";
import type { Ports } from "../../../core/ports.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { now } from "../booking/samples.ts";

async function seeded() {
  const ports = createInMemoryPorts({ now: () => now });
  const { organizationId, departments } = await seedOrganization(createApplication(ports), {
    departments: [{ name: "Desk" }],
  });
  return { ports, organizationId, departmentId: departments[0]!.id };
}

describe("a worker is refused with a name that is", () => {
  test.each<[string, unknown]>([
    ["a number", 5],
    ["a list", ["Ada"]],
    ["blank", " "],
    ["256 characters long", "n".repeat(256)],
    ["256 emoji long", "🙂".repeat(256)],
    ["a NUL", "\0"],
    ["a lone surrogate", "\ud800"],
  ])("%s", async (_, name) => {
    const ports = untouchable<Ports>();
    const input = { name } as { name: string };
    expect(await faultsOf(() => createWorker(ports, operatorCaller, { departmentId: 1, ...input })))
      .toEqual(["name"]);
    expect(await faultsOf(() => updateWorker(ports, operatorCaller, { id: 1, ...input }))).toEqual([
      "name",
    ]);
  });

  test("left out", async () => {
    const input = {} as { name: string };
    expect(
      await faultsOf(() =>
        createWorker(untouchable<Ports>(), operatorCaller, { departmentId: 1, ...input })
      ),
    ).toEqual(["name"]);
  });
});

test("a new worker is active and belongs to the department and its organization", async () => {
  const { ports, organizationId, departmentId } = await seeded();
  const input = { departmentId, name: ` ${"🙂".repeat(255)}` };
  const view = await createWorker(ports, operatorCaller, input);
  const [worker, ...others] = await ports.departments.listWorkersOf(
    organizationId,
    departmentId,
  );
  expect(others).toEqual([]);
  expect({ ...worker }).toEqual({
    id: 1,
    organizationId,
    departmentId,
    name: "🙂".repeat(255),
    isActive: true,
    absences: [],
    personId: null,
    shifts: {},
    createdAt: now,
    version: 1,
  });
  expect(view).toEqual(toStaffWorkerView(worker!));
});

test("a new worker of an unknown department is refused with DEPARTMENT_NOT_FOUND", async () => {
  const { ports } = await seeded();
  const { code } = await refusalOf(() =>
    createWorker(ports, operatorCaller, { departmentId: 99, name: "Ada" })
  );
  expect(code).toBe("DEPARTMENT_NOT_FOUND");
  expect(ports.memory.workers).toEqual([]);
});

describe("a change of a worker", () => {
  test.each<[string, object, object]>([
    ["nothing", {}, {}],
    ["a name", { name: " Bea " }, { name: "Bea" }],
    ["isActive", { isActive: false }, { isActive: false }],
    ["no other department", { departmentId: 9, id: 9 }, {}],
    ["nothing for what is undefined", { name: undefined, isActive: false }, { isActive: false }],
  ])("changes %s and keeps the rest", async (_, change, after) => {
    const { ports, organizationId, departmentId } = await seeded();
    const { id } = await createWorker(ports, operatorCaller, { departmentId, name: "Ada" });
    const stored = async () => ({
      ...(await ports.departments.listWorkersOf(organizationId, departmentId))[0]!,
    });
    const before = await stored();
    const changed = await updateWorker(ports, operatorCaller, { ...change, id });
    const version = expect.any(Number);
    expect(await stored()).toEqual({ ...before, ...after, version });
    const view = { id, departmentId, name: "Ada", isActive: true, absences: [], personId: null };
    expect(changed).toEqual({ ...view, ...after, version });
  });

  test.each(["no", 0, {}])("is refused with isActive %j", async (isActive) => {
    const ports = untouchable<Ports>();
    const change = { isActive } as unknown as { isActive: boolean };
    expect(await faultsOf(() => updateWorker(ports, operatorCaller, { id: 1, ...change }))).toEqual(
      ["isActive"],
    );
  });

  test("of an unknown worker is refused with WORKER_NOT_FOUND", async () => {
    const { ports } = await seeded();
    const { code } = await refusalOf(() =>
      updateWorker(ports, operatorCaller, { id: 1, name: "Bea" })
    );
    expect(code).toBe("WORKER_NOT_FOUND");
  });
});
