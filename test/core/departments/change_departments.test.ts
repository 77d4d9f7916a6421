import { beforeEach, describe, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import type { Memory } from "../../support/in_memory/memory.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf } from "../refusal.ts";
import { now } from "../booking/samples.ts";

// department.test.ts and worker.test.ts test the settings; this tests what staff add: the view and the organization.
let staff: ReturnType<typeof createApplication>["staff"];
let memory: Memory;
let caller: ReturnType<typeof staffOf>;

beforeEach(async () => {
  const ports = createInMemoryPorts({ now: () => now });
  const application = createApplication(ports);
  ({ memory } = ports);
  ({ staff } = application);
  // Another organization, so that no id is the same by chance.
  await seedOrganization(application, { departments: [{ name: "Desk", workers: ["Mei"] }] });
  caller = staffOf((await seedOrganization(application, {})).organizationId);
});

test("a department of staff belongs to their organization and is shown with all settings", async () => {
  const openingHours = { monday: [{ opens: "09:00", closes: "24:00" }] };
  const own = { organizationId: 1, createdAt: "2020-01-01T00:00:00" };
  const made = await staff.createDepartment(caller, {
    name: " Desk ",
    openingHours,
    ...own,
  });
  const { id } = made;
  const settings = {
    name: "Desk",
    address: "",
    phoneNumber: "",
    slotInterval: 30,
    workingHours: "",
    showAdminsInBooking: false,
    slotCapacity: 1,
    slotOffset: 0,
    openingHours,
    closures: [],
    bookingWindow: null,
    isActive: true,
  };
  expect(made).toStrictEqual({ id, ...settings });
  const change = { id, slotCapacity: 3, openingHours: null, name: undefined };
  expect(await staff.updateDepartment(caller, { ...change, ...own }))
    .toStrictEqual({ id, ...settings, slotCapacity: 3, openingHours: null });
  const { organizationId } = caller;
  expect(memory.departments.at(-1)).toMatchObject({ organizationId, createdAt: now });
});

test("a worker of staff belongs to their organization and is shown with all fields", async () => {
  const { id: departmentId } = await staff.createDepartment(caller, { name: "Desk" });
  const made = await staff.createWorker(caller, { departmentId, name: " Max " });
  const { id } = made;
  expect(made).toStrictEqual({ id, departmentId, name: "Max", isActive: true });
  expect(memory.workers.at(-1)).toMatchObject({ organizationId: caller.organizationId });
  expect(await staff.updateWorker(caller, { id, name: "Maxi", isActive: false }))
    .toStrictEqual({ id, departmentId, name: "Maxi", isActive: false });
});

describe("staff are refused", () => {
  test("with every fault of their input at once", async () => {
    const wrong = { name: 5, slotInterval: 0, isActive: 0 };
    const faults = async (attempt: () => unknown) => (await faultsOf(attempt)).toSorted();
    expect(await faults(() => staff.createDepartment(caller, wrong)))
      .toEqual(["isActive", "name", "slotInterval"]);
    expect(await faults(() => staff.updateDepartment(caller, wrong)))
      .toEqual(["id", "isActive", "name", "slotInterval"]);
    expect(await faults(() => staff.createWorker(caller, wrong)))
      .toEqual(["departmentId", "name"]);
    expect(await faults(() => staff.updateWorker(caller, wrong)))
      .toEqual(["id", "isActive", "name"]);
    for (const input of [null, [], "x"]) {
      expect(await faultsOf(() => staff.createDepartment(caller, input))).toEqual(["body"]);
      expect(await faultsOf(() => staff.updateDepartment(caller, input))).toEqual(["body"]);
    }
  });
});
