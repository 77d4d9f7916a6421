import { describe, expect, test } from "vitest";
import {
  createDepartment,
  updateDepartment,
} from "../../../core/departments/change_departments.ts";
import { listAllDepartments } from "../../../core/departments/list_departments.ts";
import { createApplication } from "../../../core/application.ts";
import type { Ports } from "../../../core/ports.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { now } from "../booking/samples.ts";
import { operatorCaller, operatorIn } from "../../../core/access/caller.ts";
import { toStaffDepartmentView } from "../../../core/departments/department.ts";

async function seeded() {
  const ports = createInMemoryPorts({ now: () => now });
  const { organizationId } = await seedOrganization(createApplication(ports), {});
  return { ports, organizationId };
}

/** Each fault of a setting, for which a new department and a change are refused. */
const wrong: [string, object, string[]][] = [
  ["a name that is a number", { name: 5 }, ["name"]],
  ["a blank name", { name: " " }, ["name"]],
  ["a name of 256 characters", { name: "n".repeat(256) }, ["name"]],
  ["an address of 501 characters", { address: "a".repeat(501) }, ["address"]],
  ["an address that is a list", { address: [] }, ["address"]],
  ["a phone number of 51 characters", { phoneNumber: "5".repeat(51) }, ["phoneNumber"]],
  ["a phone number that is a number", { phoneNumber: 555 }, ["phoneNumber"]],
  ["1001 characters of working hours", { workingHours: "h".repeat(1001) }, ["workingHours"]],
  ["a NUL in the working hours", { workingHours: "\0" }, ["workingHours"]],
  ["slots of 0 minutes", { slotInterval: 0, slotOffset: -1 }, ["slotInterval", "slotOffset"]],
  ["slots of over a day", { slotInterval: 1441 }, ["slotInterval"]],
  ["slots of half a minute", { slotInterval: 30.5 }, ["slotInterval"]],
  ["slots of a text", { slotInterval: "30" }, ["slotInterval"]],
  ["an offset before midnight", { slotOffset: -1 }, ["slotOffset"]],
  ["an offset of a whole slot", { slotInterval: 30, slotOffset: 30 }, ["slotOffset"]],
  ["a capacity of 0", { slotCapacity: 0 }, ["slotCapacity"]],
  ["a capacity above 10,000", { slotCapacity: 10_001 }, ["slotCapacity"]],
  ["a text for a boolean", { showAdminsInBooking: "yes" }, ["showAdminsInBooking"]],
  ["a number for a boolean", { isActive: 0 }, ["isActive"]],
  ["a weekday that does not exist", { openingHours: { someday: [] } }, ["openingHours"]],
  [
    "an interval upside down",
    { openingHours: { monday: [{ opens: "12:00", closes: "09:00" }] } },
    ["openingHours.monday.0"],
  ],
  ["closures that are no list", { closures: {} }, ["closures"]],
  ["a closure without dates", { closures: [{}] }, ["closures.0.from", "closures.0.to"]],
  ["negative notice", { bookingWindow: { minLeadMinutes: -1 } }, ["bookingWindow.minLeadMinutes"]],
  ["two faults", { slotCapacity: 0, isActive: 1 }, ["slotCapacity", "isActive"]],
];

describe("a new department is refused with", () => {
  test.each([
    ["no name", { name: undefined }, ["name"]] as const,
    ["a null name", { name: null }, ["name"]] as const,
    ...wrong,
  ])(
    "%s",
    async (_, settings, fields) => {
      const ports = untouchable<Ports>();
      const input = { name: "Desk", ...settings } as { name: string };
      expect((await faultsOf(() => createDepartment(ports, operatorIn(1), input))).sort()).toEqual(
        [...fields].sort(),
      );
    },
  );

  test("an organization that does not exist", async () => {
    const { ports } = await seeded();
    const { code } = await refusalOf(() =>
      createDepartment(ports, operatorIn(99), { name: "Desk" })
    );
    expect(code).toBe("ORGANIZATION_NOT_FOUND");
    expect(ports.memory.departments).toEqual([]);
    expect((await refusalOf(() => listAllDepartments(ports, operatorIn(99)))).code).toBe(
      "ORGANIZATION_NOT_FOUND",
    );
  });
});

test("a new department has the documented defaults", async () => {
  const { ports, organizationId } = await seeded();
  const view = await createDepartment(ports, operatorIn(organizationId), { name: " Desk " });
  const [department, ...others] = ports.memory.departments;
  expect(others).toEqual([]);
  expect({ ...department }).toEqual({
    id: 1,
    organizationId,
    name: "Desk",
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
    createdAt: now,
    version: 1,
  });
  expect(await listAllDepartments(ports, operatorIn(organizationId))).toEqual([view]);
  expect(view).toEqual(toStaffDepartmentView(department!));
});

describe("a change of a department", () => {
  const settings = {
    name: "Desk",
    slotInterval: 30,
    slotOffset: 15,
    closures: [{ from: "2026-12-24", to: "2026-12-26", reason: "Holidays" }],
    openingHours: { monday: [{ opens: "09:00", closes: "12:00" }] },
    bookingWindow: { refusePast: true },
  };
  async function desk() {
    const { ports, organizationId } = await seeded();
    const { id, ...before } = await createDepartment(ports, operatorIn(organizationId), settings);
    return { ports, id, before };
  }

  test.each<[string, object, object]>([
    ["nothing", {}, {}],
    ["an unknown field", { organizationId: 9, id: 9 }, {}],
    ["a field", { slotCapacity: 5 }, { slotCapacity: 5 }],
    ["isActive", { isActive: false }, { isActive: false }],
    ["no hours", { openingHours: null }, { openingHours: null }],
    ["no window", { bookingWindow: null }, { bookingWindow: null }],
    ["no closures", { closures: [] }, { closures: [] }],
    ["the grid as a whole", { slotInterval: 10, slotOffset: 5 }, {
      slotInterval: 10,
      slotOffset: 5,
    }],
    ["nothing for what is undefined", { name: undefined, isActive: false }, { isActive: false }],
  ])("changes %s and keeps the rest", async (_, change, after) => {
    const { ports, id, before } = await desk();
    const changed = await updateDepartment(ports, operatorCaller, { ...change, id });
    expect({ ...changed }).toEqual({ id, ...before, ...after, version: expect.any(Number) });
  });

  test.each([
    ...wrong,
    ["slots as short as the offset it has", { slotInterval: 15 }, ["slotOffset"]] as const,
    ["an offset as long as the slots it has", { slotOffset: 30 }, ["slotOffset"]] as const,
  ])("is refused with %s, and nothing changes", async (_, change, fields) => {
    const { ports, id } = await desk();
    const before = { ...(await ports.departments.find({ id })) };
    const attempt = () => updateDepartment(ports, operatorCaller, { ...change, id });
    expect((await faultsOf(attempt)).sort()).toEqual([...fields].sort());
    expect({ ...(await ports.departments.find({ id })) }).toEqual(before);
  });

  test("of an unknown department is refused with DEPARTMENT_NOT_FOUND if its input is valid", async () => {
    const { ports } = await seeded();
    const { code } = await refusalOf(() =>
      updateDepartment(ports, operatorCaller, { id: 1, name: "Desk" })
    );
    expect(code).toBe("DEPARTMENT_NOT_FOUND");
    expect(await faultsOf(() => updateDepartment(ports, operatorCaller, { id: 1, name: "" })))
      .toEqual(["name"]);
  });
});
