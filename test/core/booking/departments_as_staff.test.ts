import { beforeEach, describe, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import {
  createInMemoryPorts,
  type Memory,
  seedOrganization,
} from "../../support/in_memory_ports.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf, refusalOf } from "../refusal.ts";
import { now } from "./samples.ts";

type Staff = ReturnType<typeof createApplication>["staff"];

let staff: Staff;
let memory: Memory;
let caller: ReturnType<typeof staffOf>;
/** Of another organization: its department and worker. */
let foreign: { departmentId: number; workerId: number };

beforeEach(async () => {
  const ports = createInMemoryPorts({ now: () => now });
  const application = createApplication(ports);
  ({ memory } = ports);
  ({ staff } = application);
  const departments = [{ name: "Desk", workers: ["Mei"] }];
  const other = await seedOrganization(application, { departments });
  const { id, workerIds } = other.departments[0]!;
  foreign = { departmentId: id, workerId: workerIds[0]! };
  caller = staffOf((await seedOrganization(application, {})).organizationId);
});

const defaults = {
  address: "",
  phoneNumber: "",
  slotInterval: 30,
  workingHours: "",
  showAdminsInBooking: false,
  slotCapacity: 1,
  slotOffset: 0,
  openingHours: null,
  closures: [],
  bookingWindow: null,
  isActive: true,
};

describe("a department", () => {
  test("is made in the caller's organization, and shown with all its settings", async () => {
    const made = await staff.createDepartmentAsStaff(caller, { name: " Desk ", slotInterval: 20 });
    const settings = { ...defaults, name: "Desk", slotInterval: 20 };
    expect(made).toStrictEqual({ id: expect.any(Number), ...settings });
    expect(memory.departments.at(-1)).toMatchObject({
      ...settings,
      organizationId: caller.organizationId,
    });
  });

  test("is changed in what is given; null clears", async () => {
    const openingHours = { monday: [{ opens: "09:00", closes: "24:00" }] };
    const { id } = await staff.createDepartmentAsStaff(caller, { name: "Desk", openingHours });
    const change = { id, slotCapacity: 3, name: undefined };
    expect(await staff.updateDepartmentAsStaff(caller, change))
      .toStrictEqual({ id, ...defaults, name: "Desk", openingHours, slotCapacity: 3 });
    expect(await staff.updateDepartmentAsStaff(caller, { id, openingHours: null }))
      .toStrictEqual({ id, ...defaults, name: "Desk", slotCapacity: 3 });
  });

  test("keeps its organization, its id and its beginning, whatever is given", async () => {
    const { id } = await staff.createDepartmentAsStaff(caller, { name: "Desk" });
    const kept = memory.departments.at(-1)!;
    const before = { ...kept };
    const change = { id, organizationId: 1, createdAt: "2020-01-01T00:00:00" };
    await staff.updateDepartmentAsStaff(caller, change);
    expect({ ...kept }).toEqual(before);
  });

  test("is refused with every fault at once", async () => {
    const wrong = { name: "", slotInterval: 0, isActive: "yes" };
    const fields = ["name", "slotInterval", "isActive"];
    expect(await faultsOf(() => staff.createDepartmentAsStaff(caller, wrong))).toEqual(fields);
    const change = () => staff.updateDepartmentAsStaff(caller, wrong);
    expect((await faultsOf(change)).toSorted()).toEqual([...fields, "id"].toSorted());
    for (const input of [null, [], "x"]) {
      expect(await faultsOf(() => staff.createDepartmentAsStaff(caller, input))).toEqual(["body"]);
      expect(await faultsOf(() => staff.updateDepartmentAsStaff(caller, input))).toEqual(["body"]);
    }
  });

  test("of another organization, or of nobody, is DEPARTMENT_NOT_FOUND and stays", async () => {
    const { departmentId } = foreign;
    for (const id of [departmentId, 0, -1, 999, 2 ** 40, 2 ** 53]) {
      const attempts = [
        () => staff.updateDepartmentAsStaff(caller, { id, name: "Mine" }),
        () => staff.createWorkerAsStaff(caller, { departmentId: id, name: "Max" }),
      ];
      for (const attempt of attempts) {
        expect((await refusalOf(attempt)).code).toBe("DEPARTMENT_NOT_FOUND");
      }
    }
    expect(memory.departments.find(({ id }) => id === departmentId)!.name).toBe("Desk");
    expect(memory.workers).toHaveLength(1);
  });
});

describe("a worker", () => {
  test("is made, renamed and taken out of booking", async () => {
    const { id: departmentId } = await staff.createDepartmentAsStaff(caller, { name: "Desk" });
    const made = await staff.createWorkerAsStaff(caller, { departmentId, name: " Max " });
    const { id } = made;
    expect(made).toStrictEqual({ id, departmentId, name: "Max", isActive: true });
    expect(memory.workers.at(-1)).toMatchObject({ organizationId: caller.organizationId });
    expect(await staff.updateWorkerAsStaff(caller, { id, name: "Maxi" }))
      .toStrictEqual({ id, departmentId, name: "Maxi", isActive: true });
    expect(await staff.updateWorkerAsStaff(caller, { id, isActive: false }))
      .toStrictEqual({ id, departmentId, name: "Maxi", isActive: false });
  });

  test("is refused with every fault at once", async () => {
    const wrong = { name: 5, isActive: 0 };
    expect((await faultsOf(() => staff.createWorkerAsStaff(caller, wrong))).toSorted())
      .toEqual(["departmentId", "name"]);
    expect((await faultsOf(() => staff.updateWorkerAsStaff(caller, wrong))).toSorted())
      .toEqual(["id", "isActive", "name"]);
  });

  test("of another organization, or of nobody, is WORKER_NOT_FOUND and stays", async () => {
    for (const id of [foreign.workerId, 0, -1, 999, 2 ** 40, 2 ** 53]) {
      const attempt = () => staff.updateWorkerAsStaff(caller, { id, name: "Mine" });
      expect((await refusalOf(attempt)).code).toBe("WORKER_NOT_FOUND");
    }
    expect(memory.workers.map(({ name }) => name)).toEqual(["Mei"]);
  });
});
